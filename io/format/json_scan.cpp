#include "io/format/json_scan.hpp"

#include <cstring>

#include <simdjson.h>

#include "io/format/json_walk.hpp"

namespace io {

void json_cursor::skip_blanks_slowly() noexcept {
  while (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || (newline_is_blank_ && *at_ == '\n')) ++at_;
}

namespace {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const auto lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Four hex digits, or -1.
int read_hex(const char* at) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_digit(at[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

char* write_code_point(char* to, std::uint32_t point) {
  if (point < 0x80) {
    *to++ = static_cast<char>(point);
    return to;
  }
  if (point < 0x800) {
    *to++ = static_cast<char>(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      *to++ = static_cast<char>(0xE0 | point >> 12);
    } else {
      *to++ = static_cast<char>(0xF0 | point >> 18);
      *to++ = static_cast<char>(0x80 | (point >> 12 & 0x3F));
    }
    *to++ = static_cast<char>(0x80 | (point >> 6 & 0x3F));
  }
  *to++ = static_cast<char>(0x80 | (point & 0x3F));
  return to;
}

char simple_escape(char c) {
  switch (c) {
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  default: return c;
  }
}

} // namespace

bool json_cursor::read_escape() {
  const char kind = at_[1];
  if (kind == 'u' && !structure_only_) {
    const int unit = read_hex(at_ + 2);
    if (unit < 0) return fail("bad \\u escape");
    if (is_low_surrogate(unit)) return fail("lone surrogate in a string");
    if (!is_high_surrogate(unit)) {
      at_ += 6;
      return true;
    }
    if (at_[6] != '\\' || at_[7] != 'u' || !is_low_surrogate(read_hex(at_ + 8)))
      return fail("lone surrogate in a string");
    at_ += 12;
    return true;
  }
  if (static_cast<unsigned char>(kind) < 0x20) return fail("string without end");
  if (!structure_only_ && std::strchr("\"\\/bfnrt", kind) == nullptr) return fail("unknown escape in a string");
  at_ += 2;
  return true;
}

bool json_cursor::read_string(std::string_view& raw, bool& escaped) {
  if (*at_ != '"') return fail("expected a string");
  const char* const begin = ++at_;
  bool non_ascii = false;
  escaped = false;
  for (;;) {
    at_ = find_string_stop(at_, non_ascii);
    if (*at_ == '"') break;
    if (*at_ != '\\')
      return fail(*at_ == '\n' || *at_ == '\0' ? "string without end" : "control character in a string");
    escaped = true;
    if (!read_escape()) return false;
  }
  raw = {begin, static_cast<std::size_t>(at_ - begin)};
  if (non_ascii && !structure_only_ && !simdjson::validate_utf8(raw.data(), raw.size()))
    return fail("invalid UTF-8 in a string");
  ++at_;
  return true;
}

bool json_cursor::read_number(std::string_view& token, bool& integral) {
  const char* const begin = at_;
  const char* at = at_ + (*at_ == '-' ? 1 : 0);
  if (!is_digit(*at)) return fail("expected a value");
  if (*at == '0' && is_digit(at[1])) return fail("number with a leading zero");
  while (is_digit(*at)) ++at;
  integral = true;
  if (*at == '.') {
    integral = false;
    if (!is_digit(*++at)) return fail("number without digits behind the point");
    while (is_digit(*at)) ++at;
  }
  if (*at == 'e' || *at == 'E') {
    integral = false;
    ++at;
    if (*at == '+' || *at == '-') ++at;
    if (!is_digit(*at)) return fail("number without digits in the exponent");
    while (is_digit(*at)) ++at;
  }
  at_ = at;
  token = {begin, static_cast<std::size_t>(at - begin)};
  return true;
}

bool json_cursor::read_literal(std::string_view& word) {
  if (std::strncmp(at_, "true", 4) == 0)
    word = {at_, 4};
  else if (std::strncmp(at_, "false", 5) == 0)
    word = {at_, 5};
  else if (std::strncmp(at_, "null", 4) == 0)
    word = {at_, 4};
  else
    return fail("expected a value");
  at_ += word.size();
  return true;
}

bool json_cursor::read_name(std::string_view& raw, bool& escaped) {
  if (*at_ != '"') return fail("expected a name in quotes");
  if (!read_string(raw, escaped)) return false;
  skip_blanks();
  if (!take(':')) return fail("expected : behind a name");
  skip_blanks();
  return true;
}

bool json_cursor::enter(bool object) {
  if (level_ >= depth_max_ && !structure_only_) return fail("nested too deep");
  if (level_ >= objects_.size()) objects_.resize(level_ * 2 + 16);
  objects_[level_++] = object;
  return true;
}

namespace {

struct nobody {
  void string(std::string_view /*raw*/, bool /*escaped*/) {}
  void number(std::string_view /*token*/, bool /*integral*/) {}
  void word(std::string_view /*text*/) {}
  void mark(char /*c*/) {}
};

} // namespace

bool json_cursor::skip_value() {
  nobody listener;
  return walk_value(listener);
}

char* unescape_to(std::string_view raw, char* to) {
  const char* at = raw.data();
  const char* const end = at + raw.size();
  while (at < end) {
    const auto* slash = static_cast<const char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
    const char* const stop = slash == nullptr ? end : slash;
    std::memcpy(to, at, static_cast<std::size_t>(stop - at));
    to += stop - at;
    at = stop;
    if (at == end) break;
    if (at[1] != 'u') {
      *to++ = simple_escape(at[1]);
      at += 2;
      continue;
    }
    auto point = static_cast<std::uint32_t>(read_hex(at + 2));
    at += 6;
    if (is_high_surrogate(static_cast<int>(point))) {
      point = 0x10000 + ((point - 0xD800) << 10) + (static_cast<std::uint32_t>(read_hex(at + 2)) - 0xDC00);
      at += 6;
    }
    to = write_code_point(to, point);
  }
  return to;
}

std::string_view unescape(std::string_view raw, bool escaped, core::text_arena& arena) {
  if (!escaped) return raw;
  char* const to = arena.allocate(raw.size());
  return {to, static_cast<std::size_t>(unescape_to(raw, to) - to)};
}

} // namespace io
