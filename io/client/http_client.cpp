#include "io/client/http_client.hpp"

#include <atomic>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/client/transfer.hpp"
#include "io/client/url.hpp"

namespace io {

using core::errc;

namespace {

constexpr int wake_up_ms = 1000; ///< Only so that a wake-up that got lost would not matter.

bool is_redirect(unsigned status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

class curl_client final : public http_client {
public:
  curl_client(http_client_options options, CURLM* multi)
      : options_(std::move(options)), multi_(multi, &curl_multi_cleanup) {}

  core::result<client_response> send(const client_request& request) override;

  void stop() override {
    is_stopped_ = true;
    curl_multi_wakeup(multi_.get()); // The one call on it that any thread may make.
  }

private:
  [[nodiscard]] core::result<client_response> exchange(const client_request& request, const std::string& url,
                                                       bool with_secrets, std::chrono::milliseconds time_left);
  [[nodiscard]] core::result<CURLcode> run(CURL* easy);

  http_client_options options_;
  std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi_;
  std::atomic<bool> is_stopped_{false};
};

core::result<client_response> curl_client::send(const client_request& request) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.timeout_ms);
  const auto origin = origin_of(request.url);
  if (!origin)
    return core::fail(errc::bad_value, fmt::format("no http:// or https:// url: {}", shown_url(request.url)));
  auto url = request.url;
  for (std::size_t redirects = 0;; ++redirects) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    WEIR_TRY(answer, exchange(request, url, origin_of(url) == origin, left));
    answer.redirects = redirects;
    const auto* const location = find_value(answer.headers, "location");
    if (!is_redirect(answer.status) || location == nullptr || request.method != "GET") return answer;
    const auto next = resolve_url(url, *location);
    if (!next)
      return core::fail(errc::io_failed, fmt::format("GET {}: redirected to what is no web page", shown_url(url)));
    if (url.starts_with("https:") && !next->starts_with("https:"))
      return core::fail(errc::io_failed,
                        fmt::format("GET {}: redirected out of TLS to {}", shown_url(url), shown_url(*next)));
    if (redirects == options_.redirects_max)
      return core::fail(errc::limit, fmt::format("GET {}: more than {} redirects", shown_url(request.url), redirects));
    url = *next;
  }
}

core::result<client_response> curl_client::exchange(const client_request& request, const std::string& url,
                                                    bool with_secrets, std::chrono::milliseconds time_left) {
  transfer one(options_);
  WEIR_TRY(easy, one.prepare(request, url, with_secrets, time_left));
  WEIR_TRY(code, run(easy));
  return one.finish(code);
}

core::result<CURLcode> curl_client::run(CURL* easy) {
  if (curl_multi_add_handle(multi_.get(), easy) != CURLM_OK)
    return core::fail(errc::io_failed, "curl takes no request");
  int running = 1;
  auto state = CURLM_OK;
  while (!is_stopped_) {
    state = curl_multi_perform(multi_.get(), &running);
    if (state != CURLM_OK || running == 0) break;
    curl_multi_poll(multi_.get(), nullptr, 0, wake_up_ms, nullptr);
  }
  auto code = CURLE_OK;
  int waiting = 0;
  while (const auto* const message = curl_multi_info_read(multi_.get(), &waiting))
    if (message->msg == CURLMSG_DONE && message->easy_handle == easy) code = message->data.result;
  curl_multi_remove_handle(multi_.get(), easy);
  if (state != CURLM_OK) return core::fail(errc::io_failed, fmt::format("curl: {}", curl_multi_strerror(state)));
  if (running != 0) return core::fail(errc::shutdown, "the request was stopped");
  return code;
}

} // namespace

core::result<std::unique_ptr<http_client>> http_client::create(http_client_options options) {
  static const auto ready = curl_global_init(CURL_GLOBAL_DEFAULT); // Once for the process, before any other call.
  if (ready != CURLE_OK) return core::fail(errc::io_failed, fmt::format("curl: {}", curl_easy_strerror(ready)));
  auto* const multi = curl_multi_init();
  if (multi == nullptr) return core::fail(errc::io_failed, "curl gives no handle");
  return std::make_unique<curl_client>(std::move(options), multi);
}

} // namespace io
