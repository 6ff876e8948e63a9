#include "io/client/url.hpp"

#include <algorithm>
#include <memory>

#include <curl/curl.h>

namespace io {

namespace {

using url_handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

bool is_web(const url_handle& url);

/// Null when it cannot be taken apart, or leads elsewhere than to a web server.
url_handle parse(const std::string& text, const std::string& from = {}) {
  url_handle made(curl_url(), &curl_url_cleanup);
  if (!made) return made;
  if (!from.empty() && curl_url_set(made.get(), CURLUPART_URL, from.c_str(), 0) != CURLUE_OK) return {nullptr, nullptr};
  // A blank in a reference is a server's slip that browsers mend likewise.
  if (curl_url_set(made.get(), CURLUPART_URL, text.c_str(), CURLU_URLENCODE) != CURLUE_OK || !is_web(made))
    return {nullptr, nullptr};
  return made;
}

std::string part(const url_handle& url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url.get(), which, &text, flags) != CURLUE_OK) return {};
  std::string made(text);
  curl_free(text);
  return made;
}

bool is_web(const url_handle& url) {
  const auto scheme = part(url, CURLUPART_SCHEME);
  return scheme == "http" || scheme == "https";
}

void strip(const url_handle& url, std::initializer_list<CURLUPart> parts) {
  for (const auto which : parts) curl_url_set(url.get(), which, nullptr, 0);
}

} // namespace

std::optional<std::string> origin_of(const std::string& url) {
  const auto parsed = parse(url);
  if (!parsed) return std::nullopt;
  auto made = part(parsed, CURLUPART_SCHEME) + "://" + part(parsed, CURLUPART_HOST) + ":" +
              part(parsed, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  std::ranges::transform(made, made.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return made;
}

std::optional<std::string> resolve_url(const std::string& base, const std::string& reference) {
  const auto parsed = parse(reference, base);
  if (!parsed) return std::nullopt;
  strip(parsed, {CURLUPART_FRAGMENT});
  return part(parsed, CURLUPART_URL);
}

std::string shown_url(const std::string& url) {
  const auto parsed = parse(url);
  if (!parsed) return "(no url)"; // What it is instead may hold a password.
  strip(parsed, {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT});
  return part(parsed, CURLUPART_URL);
}

std::optional<std::string> move_url(const std::string& url, const std::string& base) {
  const auto to = parse(base);
  if (!parse(url) || !to) return std::nullopt;
  strip(to, {CURLUPART_FRAGMENT, CURLUPART_QUERY});
  auto made = part(to, CURLUPART_URL);
  while (made.ends_with('/')) made.pop_back();
  // As text, since curl would write %2F in a path anew.
  const auto host = url.find("://") + 3;
  const auto rest = std::min(url.find_first_of("/?#", host), url.size());
  if (rest == url.size() || url[rest] != '/') made += '/';
  return made.append(url, rest, url.find('#', rest) - rest);
}

} // namespace io
