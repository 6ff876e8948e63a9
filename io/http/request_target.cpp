#include "io/http/request_target.hpp"

#include <algorithm>

namespace io {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool starts_with_scheme(std::string_view target, std::string_view scheme) {
  return target.size() >= scheme.size() && std::equal(scheme.begin(), scheme.end(), target.begin(),
                                                      [](char a, char b) { return a == (b | 0x20) || a == b; });
}

/// Cuts "http://host:port" off an absolute-form target; an empty rest is "/".
bool cut_authority(std::string_view& target) {
  std::size_t scheme = 0;
  if (starts_with_scheme(target, "http://")) scheme = 7;
  if (starts_with_scheme(target, "https://")) scheme = 8;
  if (scheme == 0) return false;
  const auto end = target.find_first_of("/?", scheme);
  if (end == scheme) return false; // no host
  target = end == std::string_view::npos ? std::string_view("/") : target.substr(end);
  return true;
}

bool split_query(std::string_view text, name_values& query) {
  while (!text.empty()) {
    const auto end = std::min(text.find('&'), text.size());
    const auto pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const auto equals = std::min(pair.find('='), pair.size());
    auto name = percent_decode(pair.substr(0, equals), true);
    auto value = percent_decode(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value) return false;
    query.emplace_back(std::move(*name), std::move(*value));
  }
  return true;
}

} // namespace

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      decoded += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

bool split_target(std::string_view target, http_request& request) {
  if (target == "*") {
    request.path = "*";
    return true;
  }
  if (!target.starts_with('/') && !cut_authority(target)) return false;
  target = target.substr(0, target.find('#'));
  const auto question = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question);
  if (request.path.empty()) request.path = "/";
  if (request.path.find('%') != std::string::npos && !percent_decode(request.path, false)) return false;
  return question == target.size() || split_query(target.substr(question + 1), request.query);
}

} // namespace io
