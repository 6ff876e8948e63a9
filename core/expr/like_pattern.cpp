// Matching of LIKE patterns, and SIMILAR TO patterns as regular expressions.
#include <fmt/format.h>

#include "core/expr/like.hpp"

namespace core::expr {

namespace {

std::size_t code_point_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

error bad_escape(std::string_view pattern, std::size_t at) {
  return {errc::bad_value,
          fmt::format("invalid escape in the pattern '{}' at {}", pattern, at + 1),
          {},
          "the escape may stand before %, _ and itself"};
}

} // namespace

result<like_pattern> like_pattern::compile(std::string_view pattern, char escape) {
  like_pattern out;
  out.pieces_.emplace_back();
  const auto put = [&out](char c, bool any) {
    auto& last = out.pieces_.back();
    last.bytes += c;
    if (any) last.any.resize(last.bytes.size() - 1, false);
    if (any || !last.any.empty()) last.any.push_back(any);
  };
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (escape != 0 && c == escape) {
      const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
      if (next != '%' && next != '_' && next != escape) return std::unexpected(bad_escape(pattern, i));
      put(next, false);
      ++i;
    } else if (c == '%') {
      out.pieces_.emplace_back();
    } else {
      put(c, c == '_');
    }
  }
  return out;
}

/// Where the piece ends when it stands at `from`.
std::optional<std::size_t> like_pattern::match_at(const piece& wanted, std::string_view text, std::size_t from) {
  if (wanted.any.empty()) {
    if (text.substr(from).starts_with(wanted.bytes)) return from + wanted.bytes.size();
    return std::nullopt;
  }
  for (std::size_t i = 0; i < wanted.bytes.size(); ++i) {
    if (from >= text.size()) return std::nullopt;
    if (wanted.any[i]) {
      from += code_point_bytes(text[from]);
    } else if (text[from++] != wanted.bytes[i]) {
      return std::nullopt;
    }
  }
  return from <= text.size() ? std::optional{from} : std::nullopt;
}

/// Where the first occurrence at or behind `from` ends.
std::optional<std::size_t> like_pattern::find(const piece& wanted, std::string_view text, std::size_t from) {
  if (wanted.any.empty()) {
    const auto at = text.find(wanted.bytes, from);
    if (at == std::string_view::npos) return std::nullopt;
    return at + wanted.bytes.size();
  }
  for (; from < text.size(); from += code_point_bytes(text[from])) {
    if (const auto end = match_at(wanted, text, from)) return end;
  }
  return std::nullopt;
}

bool like_pattern::matches(std::string_view text) const {
  const auto& first = pieces_.front();
  const auto& last = pieces_.back();
  const auto head = match_at(first, text, 0);
  if (!head) return false;
  if (pieces_.size() == 1) return *head == text.size();
  auto at = *head;
  for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
    const auto end = find(pieces_[i], text, at);
    if (!end) return false;
    at = *end;
  }
  if (last.any.empty()) return text.size() - at >= last.bytes.size() && text.ends_with(last.bytes);
  // As many characters from the end as the piece has.
  std::size_t characters = 0;
  for (std::size_t i = 0; i < last.bytes.size(); ++i) {
    characters += last.any[i] || (static_cast<unsigned char>(last.bytes[i]) & 0xC0) != 0x80 ? 1 : 0;
  }
  auto start = text.size();
  for (; characters > 0 && start > at; --characters) {
    do --start;
    while (start > at && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80);
  }
  const auto end = characters == 0 ? match_at(last, text, start) : std::nullopt;
  return end && *end == text.size();
}

namespace {

/// `[[:DIGIT:]]` and `[a-z]`, up to the closing bracket; `i` is left there.
bool take_class(std::string_view pattern, std::size_t& i, std::string& out) {
  out += '[';
  for (++i; i < pattern.size(); ++i) {
    if (pattern.substr(i).starts_with("[:")) {
      const auto end = pattern.find(":]", i);
      if (end == std::string_view::npos) return false;
      std::string name(pattern.substr(i + 2, end - i - 2));
      for (auto& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      out += name == "whitespace" ? "[:space:]" : "[:" + name + ":]";
      i = end + 1;
    } else if (pattern[i] == ']') {
      out += ']';
      return true;
    } else {
      if (pattern[i] == '\\' || pattern[i] == '[') out += '\\';
      out += pattern[i];
    }
  }
  return false;
}

} // namespace

result<std::string> similar_to_regex(std::string_view pattern, char escape) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (escape != 0 && c == escape) {
      constexpr std::string_view special = "[]()|^-+*_%?{}";
      const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
      if (next != escape && (next == '\0' || special.find(next) == std::string_view::npos)) {
        return std::unexpected(bad_escape(pattern, i));
      }
      if (next != '_' && next != '%') out += '\\';
      out += next;
      ++i;
    } else if (c == '[') {
      if (!take_class(pattern, i, out)) {
        return fail(errc::bad_value, fmt::format("a bracket is not closed in the pattern '{}'", pattern));
      }
    } else if (c == '_') {
      out += '.';
    } else if (c == '%') {
      out += "(?s:.*)";
    } else if (c == '\\' || c == '$') {
      out += '\\';
      out += c;
    } else {
      out += c; // A point too: it stands for any character, as in Flink.
    }
  }
  return out;
}

} // namespace core::expr
