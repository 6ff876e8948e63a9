#pragma once
// How weir says that something went wrong. A user's or the world's fault travels as `result<T>`; our own
// mistakes end in `ensure`, which stays alive in release builds and is never used on input.

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace core {

/// Whose fault it is and what may help. The order is part of no format.
enum class errc : std::uint8_t {
  none = 0,
  syntax,       ///< The text cannot be read (SQL, expression, YAML, JSON).
  unknown_name, ///< A column, function, option or table that does not exist.
  bad_type,     ///< Types that do not fit each other.
  bad_value,    ///< A value outside of what is allowed.
  unsupported,  ///< Understood, but weir does not run it.
  bad_row,      ///< A row that cannot be used (strict runs stop at it).
  io_failed,    ///< A file, socket or broker refused.
  limit,        ///< A named limit was reached.
  shutdown,     ///< The engine is stopping.
  interrupted,  ///< The run cannot go on, but a new one can from the last commit.
};

[[nodiscard]] std::string_view to_string(errc code) noexcept;

/// Where in a user's text an error stands. Line and column count from 1; 0 means unknown. Columns count
/// code points, `length` is how many of them the caret should underline.
struct text_place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// Message style: what happened, then the data, lower case, no full stop: `window width must be positive: -5`.
/// `hint` is the next step for the reader, or empty.
struct error {
  errc code = errc::none;
  std::string message;
  text_place place{};
  std::string hint{};
};

template <class T>
using result = std::expected<T, error>;

[[nodiscard]] inline std::unexpected<error> fail(errc code, std::string message, text_place place = {},
                                                 std::string hint = {}) {
  return std::unexpected(error{code, std::move(message), place, std::move(hint)});
}

/// One line for logs: `line 3, column 7: unknown column: kee (did you mean key?)`.
[[nodiscard]] std::string to_string(const error& fault);

/// `to_string` followed by the offending line and a caret under the place, for SQL and expressions.
[[nodiscard]] std::string render(const error& fault, std::string_view source_text);

/// The entry of `known` that is closest to `name` by edit distance, or empty when none is near.
[[nodiscard]] std::string_view closest(std::string_view name, const std::string_view* known, std::size_t count);

[[noreturn]] void ensure_failed(const char* condition, const char* why, const char* file, int line);

} // namespace core

/// Ends the process when our own reasoning was wrong. Never on input.
#define WEIR_ENSURE(condition, why)                                                                                    \
  (static_cast<bool>(condition) ? void(0) : ::core::ensure_failed(#condition, why, __FILE__, __LINE__))
