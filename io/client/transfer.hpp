#pragma once
// One exchange of a request and its answer over curl, without redirects. Made for each exchange by the client; one
// thread.

#include <chrono>
#include <memory>

#include <curl/curl.h>

#include "io/client/http_client.hpp"

namespace io {

using easy_handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

class transfer {
public:
  /// `options` outlives it.
  explicit transfer(const http_client_options& options) : options_(options) {}
  transfer(const transfer&) = delete;
  transfer& operator=(const transfer&) = delete;

  /// The handle for curl to work on, which points into this object. `with_secrets`: whether they may go to `url`.
  [[nodiscard]] core::result<CURL*> prepare(const client_request& request, const std::string& url, bool with_secrets,
                                            std::chrono::milliseconds time_left);

  /// What curl made of it.
  [[nodiscard]] core::result<client_response> finish(CURLcode code);

private:
  [[nodiscard]] core::result<void> add_headers(const name_values& headers);
  static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* self);

  const http_client_options& options_;
  easy_handle easy_{nullptr, &curl_easy_cleanup};
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_{nullptr, &curl_slist_free_all};
  std::string method_{}, url_{}, body_{};
  char detail_[CURL_ERROR_SIZE] = "";
  const char* too_long_ = nullptr; ///< Which part of the answer, if any.
  std::size_t header_bytes_ = 0;
  client_response answer_{};
};

} // namespace io
