#pragma once
// + - * / % and the sign: types as Flink has them, and the expressions that compute them. Immutable; any thread.

#include <cstdint>

#include "core/expr/expression.hpp"

namespace core::expr {

enum class arithmetic : std::uint8_t { add, subtract, multiply, divide, modulo };

[[nodiscard]] std::string_view symbol_of(arithmetic op);

/// Numbers only: what the operation gives, by Flink's rules. Nothing when the two do not mix.
[[nodiscard]] std::optional<data_type> arithmetic_type(arithmetic op, const data_type& a, const data_type& b);

/// Numbers, dates, times and intervals. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_arithmetic(arithmetic op, expression_ptr a, expression_ptr b);
[[nodiscard]] result<expression_ptr> make_negative(expression_ptr value);

/// `later - earlier` as an interval of months or of milliseconds.
[[nodiscard]] result<expression_ptr> make_interval_between(bool months, expression_ptr later, expression_ptr earlier);

/// The day-true sum: 31 January and one month is the last of February.
[[nodiscard]] std::int64_t add_months(std::int64_t days, std::int64_t months);
/// Whole months between two moments, towards zero.
[[nodiscard]] std::int64_t months_between(std::int64_t later_ms, std::int64_t earlier_ms);

// Parts of make_arithmetic.
[[nodiscard]] result<expression_ptr> make_number_arithmetic(arithmetic op, expression_ptr a, expression_ptr b);
[[nodiscard]] result<expression_ptr> make_decimal_arithmetic(arithmetic op, const data_type& type, expression_ptr a,
                                                             expression_ptr b);
[[nodiscard]] result<expression_ptr> make_time_arithmetic(arithmetic op, expression_ptr a, expression_ptr b);
[[nodiscard]] error arithmetic_mismatch(arithmetic op, const data_type& a, const data_type& b);

} // namespace core::expr
