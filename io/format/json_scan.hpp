#pragma once
// Reads JSON strictly, value by value, without recursion and without bounds checks: the caller guarantees a byte that
// JSON takes nowhere (a line's '\n', or '\0' behind a body) and `chunk_padding_bytes` readable bytes behind it. One
// thread; owns nothing of the text.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/data/column.hpp"
#include "io/format/scan_bytes.hpp"

namespace io {

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

} // namespace io
