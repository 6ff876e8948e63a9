#include "io/poller/answer_headers.hpp"

#include <algorithm>
#include <charconv>

#include "io/client/http_date.hpp"

namespace io {

namespace {

constexpr std::string_view blanks = " \t";

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// Where the piece of a header that begins at `from` ends: at the next of `ends` that is not within quotes.
std::size_t piece_end(std::string_view text, std::size_t from, std::string_view ends) {
  bool quoted = false;
  for (auto at = from; at < text.size(); ++at) {
    if (quoted && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      quoted = !quoted;
    else if (!quoted && ends.find(text[at]) != std::string_view::npos)
      return at;
  }
  return text.size();
}

/// Whether a parameter such as `rel="prev next"` names the relation.
bool is_next(std::string_view parameter) {
  const auto equals = parameter.find('=');
  if (equals == std::string_view::npos || lower(std::string(trim(parameter.substr(0, equals)))) != "rel") return false;
  auto value = trim(parameter.substr(equals + 1));
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  const auto relations = " " + lower(std::string(value)) + " ";
  return relations.find(" next ") != std::string::npos;
}

std::optional<std::string> next_of(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos;) {
    const auto close = text.find('>', at);
    if (close == std::string_view::npos) return std::nullopt;
    const auto target = text.substr(at + 1, close - at - 1);
    at = close + 1;
    while (at < text.size() && text[at] != ',') {
      const auto end = piece_end(text, at + (text[at] == ';' ? 1 : 0), ";,");
      if (is_next(trim(text.substr(at, end - at).substr(text[at] == ';' ? 1 : 0)))) return std::string(trim(target));
      at = end;
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> whole_header(const name_values& headers, const std::string& name) {
  const auto* const found = find_value(headers, lower(name));
  return found == nullptr ? std::nullopt : whole(trim(*found));
}

std::optional<std::string> next_link(const name_values& headers) {
  for (const auto& [name, value] : headers)
    if (name == "link")
      if (auto found = next_of(value)) return found;
  return std::nullopt;
}

std::optional<std::int64_t> retry_after_ms(const name_values& headers, std::int64_t now_ms) {
  const auto* const found = find_value(headers, "retry-after");
  if (found == nullptr) return std::nullopt;
  constexpr std::int64_t seconds_max = 1'000'000'000; // So that nothing overflows; the policy has limits of its own.
  if (const auto seconds = whole(trim(*found))) return std::min(*seconds, seconds_max) * 1000;
  const auto date = parse_http_date(*found);
  if (!date) return std::nullopt;
  return std::max<std::int64_t>(0, *date - server_now_ms(headers, now_ms));
}

std::int64_t server_now_ms(const name_values& headers, std::int64_t now_ms) {
  const auto* const date = find_value(headers, "date");
  return date == nullptr ? now_ms : parse_http_date(*date).value_or(now_ms);
}

} // namespace io
