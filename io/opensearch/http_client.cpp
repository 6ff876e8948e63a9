#include "io/opensearch/http_client.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <zlib.h>

namespace io::opensearch {

namespace {

using core::errc;

struct easy_deleter {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct list_deleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using header_list = std::unique_ptr<curl_slist, list_deleter>;

/// The library is made ready once for the process.
bool is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

void add_header(header_list& to, const std::string& line) {
  if (auto* longer = curl_slist_append(to.get(), line.c_str())) {
    (void)to.release();
    to.reset(longer);
  }
}

std::string gzip(std::string_view text) {
  constexpr int gzip_window = 15 + 16;
  z_stream stream{};
  WEIR_ENSURE(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK,
              "zlib only fails without memory");
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data())); // zlib only reads.
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  WEIR_ENSURE(deflate(&stream, Z_FINISH) == Z_STREAM_END, "the bound was enough");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// No waiting helps: an address or a certificate is not as it should be.
bool is_for_good(CURLcode fault) {
  return fault == CURLE_PEER_FAILED_VERIFICATION || fault == CURLE_SSL_CACERT_BADFILE || fault == CURLE_URL_MALFORMAT ||
         fault == CURLE_UNSUPPORTED_PROTOCOL;
}

class curl_client final : public http_client {
public:
  curl_client(connection_settings settings, CURL* handle) : settings_(std::move(settings)), handle_(handle) {}

  core::result<http_reply> send(const http_ask& ask) override {
    if (is_stopped_) return core::fail(errc::shutdown, "stopped");
    http_reply reply;
    reply_ = &reply;
    is_too_long_ = false;
    header_list headers;
    const auto packed = settings_.gzip && !ask.body.empty() ? gzip(ask.body) : std::string();
    const auto body = packed.empty() ? ask.body : std::string_view(packed);
    add_header(headers, fmt::format("Content-Type: {}", ask.content_type));
    add_header(headers, "Expect:"); // No second round trip before a large body.
    if (!packed.empty()) add_header(headers, "Content-Encoding: gzip");
    set_up(ask, body, headers.get());
    const auto done = curl_easy_perform(handle_.get());
    if (is_stopped_) return core::fail(errc::shutdown, "stopped");
    if (is_too_long_)
      return core::fail(errc::limit, fmt::format("{}: an answer of more than {} bytes", host(), reply_bytes_max));
    if (done != CURLE_OK)
      return core::fail(is_for_good(done) ? errc::bad_value : errc::io_failed,
                        fmt::format("{}: {}", host(), error_[0] != 0 ? error_ : curl_easy_strerror(done)));
    curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &reply.status);
    return reply;
  }

  const std::string& host() const override { return settings_.hosts[host_]; }
  void use_next_host() override { host_ = (host_ + 1) % settings_.hosts.size(); }
  void stop() override { is_stopped_ = true; }

private:
  void set_up(const http_ask& ask, std::string_view body, const curl_slist* headers) {
    auto* const handle = handle_.get();
    curl_easy_reset(handle); // Keeps connections.
    error_[0] = 0;
    const auto url = host() + ask.path;
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error_);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, std::string(ask.method).c_str());
    if (ask.method != "GET") {
      curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
      curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
    }
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings_.connect_timeout_ms));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(settings_.request_timeout_ms));
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &curl_client::take);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &curl_client::watch);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, this);
    if (!settings_.username.empty()) {
      curl_easy_setopt(handle, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
      curl_easy_setopt(handle, CURLOPT_USERNAME, settings_.username.c_str());
      curl_easy_setopt(handle, CURLOPT_PASSWORD, settings_.password.c_str());
    }
    if (settings_.allow_insecure) {
      curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 0L);
      curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (!settings_.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, settings_.ca_file.c_str());
  }

  static std::size_t take(char* data, std::size_t, std::size_t size, void* self) {
    auto& client = *static_cast<curl_client*>(self);
    client.is_too_long_ = client.reply_->body.size() + size > reply_bytes_max;
    if (client.is_too_long_) return 0;
    client.reply_->body.append(data, size);
    return size;
  }

  static int watch(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<curl_client*>(self)->is_stopped_ ? 1 : 0;
  }

  connection_settings settings_;
  std::unique_ptr<CURL, easy_deleter> handle_;
  std::size_t host_ = 0;
  http_reply* reply_ = nullptr;
  bool is_too_long_ = false;
  char error_[CURL_ERROR_SIZE] = {};
  std::atomic<bool> is_stopped_{false};
};

} // namespace

core::result<std::unique_ptr<http_client>> http_client::make(connection_settings settings) {
  auto* handle = is_ready() ? curl_easy_init() : nullptr;
  if (handle == nullptr) return core::fail(errc::io_failed, "libcurl cannot be set up");
  return std::make_unique<curl_client>(std::move(settings), handle);
}

} // namespace io::opensearch
