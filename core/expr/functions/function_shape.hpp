#pragma once
// What arguments a function takes, said once: checks counts and types and gives the types that the binder casts to.
// Pure; any thread.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/expr/function.hpp"

namespace core::expr::functions {

/// What an argument may be, and what it becomes.
enum class want : std::uint8_t {
  text,          ///< STRING
  bytes,         ///< BYTES
  text_or_bytes, ///< as it is
  integer,       ///< any integer, as BIGINT
  number,        ///< any number, as it is
  real,          ///< any number, as DOUBLE
  boolean,       ///< BOOLEAN
  date_or_time,  ///< DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ, as it is
  array,         ///< as it is
  map,           ///< as it is
  any,           ///< as it is
};

struct shape {
  std::string_view name;
  std::vector<want> wants{};
  std::size_t optional = 0; ///< So many of the last may be missing.
  bool repeats = false;     ///< The last may come again and again.
};

/// The types to cast to, or what is wrong: `UPPER takes 1 argument, not 2`.
[[nodiscard]] result<std::vector<data_type>> match(const shape& form, std::span<const argument> arguments);

/// `match`, and the overload of this result and kernel.
[[nodiscard]] result<overload> settle(const shape& form, std::span<const argument> arguments, data_type result_type,
                                      kernel evaluate);

/// The same for a function that sees to NULLs itself.
[[nodiscard]] result<overload> settle_with_nulls(const shape& form, std::span<const argument> arguments,
                                                 data_type result_type, kernel evaluate);

/// The value of a constant argument; nothing when it is not constant, or NULL.
[[nodiscard]] std::optional<std::string_view> literal_text(const argument& given);
[[nodiscard]] std::optional<std::int64_t> literal_integer(const argument& given);

/// The type that holds the values of all of them; nothing when they do not mix.
[[nodiscard]] std::optional<data_type> common_type_of(std::span<const data_type> types);

} // namespace core::expr::functions
