#include "core/expr/arithmetic.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/expr/common_type.hpp"

namespace core::expr {

namespace {

bool is_real(type_kind kind) { return kind == type_kind::float32 || kind == type_kind::float64; }

/// At most 38 digits: the whole part is kept, up to six digits behind the point as well.
data_type capped_decimal(int precision, int scale) {
  if (precision <= 38) return decimal_type(precision, scale);
  const int whole = precision - scale;
  return decimal_type(38, std::max(38 - whole, std::min(scale, 6)));
}

data_type decimal_result(arithmetic op, const data_type& a, const data_type& b) {
  const int p1 = a.precision;
  const int s1 = a.scale;
  const int p2 = b.precision;
  const int s2 = b.scale;
  switch (op) {
  case arithmetic::multiply: return capped_decimal(p1 + p2 + 1, s1 + s2);
  case arithmetic::divide: {
    const int scale = std::max(6, s1 + p2 + 1);
    return capped_decimal(p1 - s1 + s2 + scale, scale);
  }
  case arithmetic::modulo: {
    const int scale = std::max(s1, s2);
    return capped_decimal(std::min(p1 - s1, p2 - s2) + scale, scale);
  }
  default: {
    const int scale = std::max(s1, s2);
    return capped_decimal(std::max(p1 - s1, p2 - s2) + scale + 1, scale);
  }
  }
}

} // namespace

std::string_view symbol_of(arithmetic op) {
  constexpr std::string_view symbols[] = {"+", "-", "*", "/", "%"};
  return symbols[static_cast<std::size_t>(op)];
}

std::optional<data_type> arithmetic_type(arithmetic op, const data_type& a, const data_type& b) {
  if (!is_number(a.kind) || !is_number(b.kind)) return std::nullopt;
  if (is_real(a.kind) || is_real(b.kind)) {
    if (op == arithmetic::modulo) return std::nullopt; // Flink takes exact numbers only.
    // FLOAT and DOUBLE give the left one's type, DECIMAL and either give DOUBLE: so does Flink.
    if (is_real(a.kind) && is_real(b.kind)) return simple_type(a.kind);
    if (a.kind == type_kind::decimal || b.kind == type_kind::decimal) return simple_type(type_kind::float64);
    return simple_type(is_real(a.kind) ? a.kind : b.kind);
  }
  if (is_integer(a.kind) && is_integer(b.kind)) {
    return simple_type(op == arithmetic::modulo ? b.kind : std::max(a.kind, b.kind));
  }
  return decimal_result(op, as_decimal(a), as_decimal(b));
}

error arithmetic_mismatch(arithmetic op, const data_type& a, const data_type& b) {
  std::string hint;
  if (a.kind == type_kind::string || b.kind == type_kind::string)
    hint = op == arithmetic::add ? "join texts with ||, or CAST" : "CAST the text";
  const bool moments = (is_timestamp(a.kind) || a.kind == type_kind::date) && a.kind == b.kind;
  if (moments && op == arithmetic::subtract) hint = "write (a - b) SECOND, or TIMESTAMPDIFF(SECOND, b, a)";
  return error{
      errc::bad_type, fmt::format("{} does not take {} and {}", symbol_of(op), to_string(a), to_string(b)), {}, hint};
}

result<expression_ptr> make_arithmetic(arithmetic op, expression_ptr a, expression_ptr b) {
  if (is_number(a->type().kind) && is_number(b->type().kind))
    return make_number_arithmetic(op, std::move(a), std::move(b));
  return make_time_arithmetic(op, std::move(a), std::move(b));
}

} // namespace core::expr
