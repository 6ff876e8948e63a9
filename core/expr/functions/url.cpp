// PARSE_URL, URL_ENCODE, URL_DECODE. URLs are taken apart as java.net.URL does; what it does not take is NULL.
#include <array>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

struct url_parts_view {
  string_view protocol;
  std::optional<string_view> authority;
  std::optional<string_view> user_info;
  string_view host;
  string_view path;
  std::optional<string_view> query;
  std::optional<string_view> reference;
  string_view file; ///< Path and query.
};

bool is_known_protocol(string_view name) {
  std::string lower(name);
  for (auto& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
  for (const string_view known : {"http", "https", "ftp", "file", "jar", "mailto"})
    if (lower == known) return true;
  return false;
}

string_view trimmed(string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

/// Host without user and port. Nothing when a port is no number.
bool read_authority(url_parts_view& parts, string_view authority) {
  parts.authority = authority;
  auto host = authority;
  if (const auto at = host.rfind('@'); at != string_view::npos) {
    parts.user_info = host.substr(0, at);
    host.remove_prefix(at + 1);
  }
  const auto bracket = host.rfind(']');
  const auto colon = host.find(':', bracket == string_view::npos ? 0 : bracket);
  if (colon != string_view::npos) {
    for (const char byte : host.substr(colon + 1))
      if (byte < '0' || byte > '9') return false;
    host = host.substr(0, colon);
  }
  parts.host = host;
  return true;
}

std::optional<url_parts_view> parse_url(string_view text) {
  text = trimmed(text);
  url_parts_view parts;
  const auto colon = text.find(':');
  if (colon == string_view::npos || !is_known_protocol(text.substr(0, colon))) return {};
  parts.protocol = text.substr(0, colon);
  auto rest = text.substr(colon + 1);
  if (const auto hash = rest.find('#'); hash != string_view::npos) {
    parts.reference = rest.substr(hash + 1);
    rest = rest.substr(0, hash);
  }
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    const auto end = std::min(rest.find_first_of("/?"), rest.size());
    if (!read_authority(parts, rest.substr(0, end))) return {};
    rest.remove_prefix(end);
  }
  parts.file = rest;
  const auto question = rest.find('?');
  parts.path = rest.substr(0, question);
  if (question != string_view::npos) parts.query = rest.substr(question + 1);
  return parts;
}

std::optional<string_view> url_part(string_view text, string_view part) {
  const auto parts = parse_url(text);
  if (!parts) return {};
  if (part == "HOST") return parts->host;
  if (part == "PATH") return parts->path;
  if (part == "QUERY") return parts->query;
  if (part == "REF") return parts->reference;
  if (part == "PROTOCOL") return parts->protocol;
  if (part == "FILE") return parts->file;
  if (part == "AUTHORITY") return parts->authority;
  if (part == "USERINFO") return parts->user_info;
  return {};
}

/// The value of a parameter in the query.
std::optional<string_view> url_parameter(string_view text, string_view part, string_view key) {
  if (part != "QUERY") return {};
  auto query = url_part(text, part);
  while (query) {
    const auto end = query->find('&');
    const auto pair = query->substr(0, end);
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return pair.substr(key.size() + 1);
    if (end == string_view::npos) break;
    query->remove_prefix(end + 1);
  }
  return {};
}

result<overload> parse_url_of(std::span<const argument> arguments) {
  const shape form{"PARSE_URL", {want::text, want::text, want::text}, 1};
  if (arguments.size() == 2)
    return settle(form, arguments, string_type(), view_kernel<string_view, string_view>(url_part));
  return settle(form, arguments, string_type(), view_kernel<string_view, string_view, string_view>(url_parameter));
}

bool is_plain(char byte) {
  const char low = static_cast<char>(byte | 0x20);
  return (low >= 'a' && low <= 'z') || (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == '*' ||
         byte == '_';
}

void url_encode(std::string& out, string_view text) {
  constexpr string_view digits = "0123456789ABCDEF";
  for (const char byte : text) {
    if (is_plain(byte)) {
      out.push_back(byte);
    } else if (byte == ' ') {
      out.push_back('+');
    } else {
      out.push_back('%');
      out.push_back(digits[static_cast<unsigned char>(byte) >> 4U]);
      out.push_back(digits[static_cast<unsigned char>(byte) & 0xFU]);
    }
  }
}

int hex_value(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char low = static_cast<char>(byte | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/// NULL for an escape that is none.
bool url_decode(std::string& out, string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i] == '+' ? ' ' : text[i]);
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) return false;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return true;
}

/// Decodes again until nothing changes, or nothing can be decoded.
bool url_decode_again(std::string& out, string_view text, bool again) {
  if (!url_decode(out, text)) return false;
  if (!again) return true;
  std::string last(text);
  std::string next;
  while (out != last && url_decode(next, out)) {
    last = std::exchange(out, std::exchange(next, {}));
  }
  return true;
}

result<overload> url_decode_of(std::span<const argument> arguments) {
  const shape form{"URL_DECODE", {want::text, want::boolean}, 1};
  if (arguments.size() == 1) return settle(form, arguments, string_type(), text_kernel<string_view>(url_decode));
  return settle(form, arguments, string_type(), text_kernel<string_view, bool>(url_decode_again));
}

constexpr function_entry entries[] = {
    {"PARSE_URL", [](std::span<const argument> arguments, string_view) { return parse_url_of(arguments); },
     "PARSE_URL(url, part[, parameter])",
     "HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO of the URL, or a parameter of its query."},
    {"URL_ENCODE",
     [](std::span<const argument> arguments, string_view) {
       return settle({"URL_ENCODE", {want::text}}, arguments, string_type(), text_kernel<string_view>(url_encode));
     },
     "URL_ENCODE(text)", "The text as it may stand in a URL's query."},
    {"URL_DECODE", [](std::span<const argument> arguments, string_view) { return url_decode_of(arguments); },
     "URL_DECODE(text[, again])", "The text that stands in a URL's query; NULL for a broken escape."},
};

} // namespace

family url_functions() { return entries; }

} // namespace core::expr::functions
