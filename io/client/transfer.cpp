#include "io/client/transfer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/client/url.hpp"

namespace io {

using core::errc;

namespace {

bool is_sendable(std::string_view text) {
  return std::ranges::all_of(text, [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return (code >= 0x20 && code != 0x7F) || byte == '\t';
  });
}

bool is_loopback(const std::string& url) {
  const auto origin = origin_of(url).value_or("");
  const auto host = std::string_view(origin).substr(std::min(origin.size(), origin.find("://") + 3));
  return host.starts_with("127.") || host.starts_with("localhost:") || host.starts_with("[::1]:");
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

core::result<CURL*> transfer::prepare(const client_request& request, const std::string& url, bool with_secrets,
                                      std::chrono::milliseconds time_left) {
  easy_.reset(curl_easy_init());
  if (!easy_) return core::fail(errc::io_failed, "curl gives no handle");
  method_ = request.method;
  url_ = url;
  body_ = request.body;
  WEIR_CHECK(add_headers(request.headers));
  if (with_secrets) WEIR_CHECK(add_headers(request.secret_headers));
  // An answer on whether to send the body costs a round trip, and a second where the server does not know the question.
  if (auto* const longer = curl_slist_append(headers_.get(), "Expect:"))
    (void)headers_.release(), headers_.reset(longer);

  const auto total_ms = static_cast<long>(std::max<std::int64_t>(1, time_left.count()));
  auto* const easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_URL, url_.c_str());
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
  curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, total_ms);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, std::min(total_ms, static_cast<long>(options_.connect_timeout_ms)));
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); // A name server that does not answer must not hold up a stop.
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, detail_);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &transfer::take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &transfer::take_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  if (is_loopback(url_)) curl_easy_setopt(easy, CURLOPT_PROXY, ""); // The proxies of the environment are for the world.
  if (!options_.certificate_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, options_.certificate_file.c_str());
  if (method_ == "HEAD") {
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
  } else if (method_ != "GET") {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body_.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body_.data());
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method_.c_str());
  }
  return easy;
}

core::result<void> transfer::add_headers(const name_values& headers) {
  for (const auto& [name, value] : headers) {
    // The value may be secret, so the message does without it.
    if (name.empty() || !is_sendable(name) || !is_sendable(value))
      return core::fail(errc::bad_value, fmt::format("header {} holds a control character", name));
    // A colon without a value would mean to curl that the header is to be left out.
    const auto line = value.empty() ? name + ";" : name + ": " + value;
    auto* const longer = curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) return core::fail(errc::io_failed, "curl has no memory left");
    (void)headers_.release();
    headers_.reset(longer);
  }
  return {};
}

std::size_t transfer::take_header(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& me = *static_cast<transfer*>(self);
  const std::string_view line(bytes, size * count);
  if (line.starts_with("HTTP/")) { // What was before was an interim answer, or a proxy's.
    me.answer_.headers.clear();
    me.header_bytes_ = 0;
  }
  me.header_bytes_ += line.size();
  if (me.header_bytes_ > me.options_.header_bytes_max) return me.too_long_ = "header", 0;
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || line.starts_with("HTTP/")) return line.size();
  std::string name(trim(line.substr(0, colon)));
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  me.answer_.headers.emplace_back(std::move(name), trim(line.substr(colon + 1)));
  return line.size();
}

std::size_t transfer::take_body(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& me = *static_cast<transfer*>(self);
  const auto length = size * count;
  if (length > me.options_.body_bytes_max - me.answer_.body.size()) return me.too_long_ = "body", 0;
  me.answer_.body.append(bytes, length);
  return length;
}

core::result<client_response> transfer::finish(CURLcode code) {
  const auto what = fmt::format("{} {}", method_, shown_url(url_));
  if (too_long_ != nullptr)
    return core::fail(errc::limit,
                      fmt::format("{}: the {} of the answer is longer than {} bytes", what, too_long_,
                                  *too_long_ == 'h' ? options_.header_bytes_max : options_.body_bytes_max));
  if (code != CURLE_OK)
    return core::fail(code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL ? errc::bad_value
                                                                                        : errc::io_failed,
                      fmt::format("{}: {}", what, detail_[0] != '\0' ? detail_ : curl_easy_strerror(code)));
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  answer_.status = static_cast<unsigned>(status);
  answer_.url = url_;
  return std::move(answer_);
}

} // namespace io
