#pragma once
// Reads JSON strictly, value by value, without recursion and without bounds checks: the caller guarantees a byte that
// JSON takes nowhere (a line's '\n', or '\0' behind a body) and `chunk_padding_bytes` readable bytes behind it. One
// thread; owns nothing of the text.

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/data/column.hpp"

namespace io {

/// The first byte from `at` on that is a quote, a backslash or a control character; sets `non_ascii` when it passed any
/// such.
[[nodiscard]] inline const char* find_string_stop(const char* at, bool& non_ascii) noexcept {
#if defined(__SSE2__)
  for (;; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const auto slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const auto control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const auto stops = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), control)));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (stops != 0) {
      non_ascii |= (high & (stops ^ (stops - 1))) != 0;
      return at + __builtin_ctz(stops);
    }
    non_ascii |= high != 0;
  }
#else
  for (;; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte == '"' || byte == '\\' || byte < 0x20) return at;
    non_ascii |= byte >= 0x80;
  }
#endif
}

[[nodiscard]] inline bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

/// Eight digits at once, or nothing when one of the eight bytes is none.
[[nodiscard]] inline bool read_eight_digits(const char* at, std::uint64_t& value) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, 8);
  if ((((bytes & 0xF0F0F0F0F0F0F0F0) | (((bytes + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) >> 4)) !=
       0x3333333333333333))
    return false;
  bytes = (bytes & 0x0F0F0F0F0F0F0F0F) * 2561 >> 8;
  bytes = (bytes & 0x00FF00FF00FF00FF) * 6553601 >> 16;
  value = (bytes & 0x0000FFFF0000FFFF) * 42949672960001 >> 32;
  return true;
}

class json_cursor {
public:
  explicit json_cursor(std::size_t depth_max) : depth_max_(depth_max) {}

  /// In a line a newline is the end; in a body it is a blank.
  void start(const char* at, bool newline_is_blank = false) noexcept {
    at_ = at;
    newline_is_blank_ = newline_is_blank;
    error_ = nullptr;
    level_ = 0;
  }

  [[nodiscard]] const char* at() const noexcept { return at_; }
  void move_to(const char* at) noexcept { at_ = at; }
  [[nodiscard]] char peek() const noexcept { return *at_; }
  /// What is wrong at `at()`; null while all is well.
  [[nodiscard]] const char* error() const noexcept { return error_; }
  bool fail(const char* why) noexcept {
    error_ = why;
    return false;
  }

  void skip_blanks() noexcept {
    if (static_cast<unsigned char>(*at_) <= ' ') skip_blanks_slowly();
  }
  [[nodiscard]] bool take(char wanted) noexcept {
    if (*at_ != wanted) return false;
    ++at_;
    return true;
  }

  /// A string with its quotes; `raw` is what lies between them, checked: escapes, control characters, UTF-8.
  [[nodiscard]] bool read_string(std::string_view& raw, bool& escaped);
  /// A number; `integral` when it has neither point nor exponent.
  [[nodiscard]] bool read_number(std::string_view& token, bool& integral);
  /// `true`, `false` or `null`.
  [[nodiscard]] bool read_literal(std::string_view& word);
  /// A member's name, the colon and the blanks around it.
  [[nodiscard]] bool read_name(std::string_view& raw, bool& escaped);

  /// One level deeper, behind `{` or `[`; fails at the limit.
  [[nodiscard]] bool enter(bool object);
  void leave() noexcept { --level_; }

  /// Passes over one value of any kind, checking all of it.
  [[nodiscard]] bool skip_value();
  /// The same, telling `to` what it meets: `string(raw, escaped)`, `number(token, integral)`, `word(text)`,
  /// `mark(char)`.
  template <class Listener>
  [[nodiscard]] bool walk_value(Listener& to);

  /// Checks only what separates values from each other, not what strings hold, and takes any depth.
  void check_structure_only() noexcept { structure_only_ = true; }

private:
  void skip_blanks_slowly() noexcept;
  [[nodiscard]] bool read_escape();
  template <class Listener>
  [[nodiscard]] bool read_scalar(Listener& to);
  template <class Listener>
  [[nodiscard]] bool open(Listener& to, bool& inside);

  const char* at_ = nullptr;
  const char* error_ = nullptr;
  std::size_t depth_max_;
  std::size_t level_ = 0;
  std::vector<bool> objects_{}; ///< For each open level: is it an object?
  bool newline_is_blank_ = false;
  bool structure_only_ = false;
};

/// The text of a checked string; without escapes it is `raw` itself.
[[nodiscard]] std::string_view unescape(std::string_view raw, bool escaped, core::text_arena& arena);
/// Writes what `raw` stands for to `to` (room for raw.size() bytes) and returns the end.
char* unescape_to(std::string_view raw, char* to);

template <class Listener>
bool json_cursor::read_scalar(Listener& to) {
  std::string_view text;
  bool flag = false;
  if (*at_ == '"') {
    if (!read_string(text, flag)) return false;
    to.string(text, flag);
  } else if (*at_ == '-' || is_digit(*at_)) {
    if (!read_number(text, flag)) return false;
    to.number(text, flag);
  } else {
    if (!read_literal(text)) return false;
    to.word(text);
  }
  return true;
}

/// Behind an opening bracket: `inside` when a value follows, else the container was empty and is closed.
template <class Listener>
bool json_cursor::open(Listener& to, bool& inside) {
  const bool object = *at_ == '{';
  if (!enter(object)) return false;
  to.mark(*at_++);
  skip_blanks();
  inside = *at_ != (object ? '}' : ']');
  if (!inside) {
    to.mark(*at_++);
    leave();
    return true;
  }
  if (!object) return true;
  std::string_view name;
  bool escaped = false;
  if (!read_name(name, escaped)) return false;
  to.string(name, escaped);
  to.mark(':');
  return true;
}

template <class Listener>
bool json_cursor::walk_value(Listener& to) {
  const auto floor = level_;
  for (;;) {
    bool inside = false;
    if (*at_ == '{' || *at_ == '[') {
      if (!open(to, inside)) return false;
      if (inside) continue;
    } else if (!read_scalar(to)) {
      return false;
    }
    for (;;) { // Behind a value: close what ends here, go on at a comma.
      if (level_ == floor) return true;
      const bool object = objects_[level_ - 1];
      skip_blanks();
      if (*at_ == ',') break;
      if (*at_ != (object ? '}' : ']')) return fail(object ? "expected , or }" : "expected , or ]");
      to.mark(*at_++);
      leave();
    }
    to.mark(*at_++);
    skip_blanks();
    if (!objects_[level_ - 1]) continue;
    std::string_view name;
    bool escaped = false;
    if (!read_name(name, escaped)) return false;
    to.string(name, escaped);
    to.mark(':');
  }
}

} // namespace io
