// ROUND, TRUNCATE, and CEIL and FLOOR of numbers and of times.
#include <cmath>

#include "core/data/number_text.hpp"
#include "core/expr/functions/decimal_rounding.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/time_round.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// Flink's type of ROUND and TRUNCATE to a known number of digits.
data_type rounded_type(const data_type& type, int64_t digits) {
  const int whole = 1 + type.precision - type.scale;
  if (digits >= type.scale) return decimal_type(type.precision, type.scale);
  if (digits < 0) return decimal_type(std::min(38, whole), 0);
  return decimal_type(std::min<int>(38, whole + static_cast<int>(digits)), static_cast<int>(digits));
}

kernel round_integers(const data_type& type, digit_rule rule) {
  return row_kernel<int64_t, int64_t>(type, [rule](int64_t value, int64_t digits) {
    return static_cast<int64_t>(round_digits(value, -std::max<int64_t>(digits, -100), rule));
  });
}

kernel round_reals(const data_type& type, digit_rule rule) {
  const bool narrow = type.kind == type_kind::float32;
  return row_kernel<double, int64_t>(type, [rule, narrow](double value, int64_t digits) {
    const auto made = round_real(value, std::max<int64_t>(digits, -400), rule);
    return narrow ? static_cast<double>(static_cast<float>(made)) : made;
  });
}

kernel round_decimals(const data_type& from, const data_type& to, digit_rule rule) {
  return row_kernel<int128, int64_t>(to, [from, to, rule](int128 value, int64_t digits) {
    const auto made = round_digits(value, from.scale - std::max<int64_t>(digits, -100), rule);
    return rescale_decimal(made, from.scale, to.precision, to.scale);
  });
}

/// The kernel is called with the number of digits also when the query leaves it out.
kernel with_digits(kernel evaluate, std::size_t given) {
  if (given == 2) return evaluate;
  return [evaluate = std::move(evaluate)](const std::vector<column_ptr>& arguments, const kernel_context& context) {
    const auto none = std::make_shared<const column>(make_column(int64_type(), context.rows));
    return evaluate({arguments[0], none}, context);
  };
}

result<overload> round_of(string_view name, std::span<const argument> arguments, digit_rule rule) {
  const shape form{name, {want::number, want::integer}, 1};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto type = (*types)[0];
  type.nullable = true;
  if (storage_of(type.kind) == storage::real)
    return settle(form, arguments, type, with_digits(round_reals(type, rule), arguments.size()));
  if (type.kind != type_kind::decimal)
    return settle(form, arguments, type, with_digits(round_integers(type, rule), arguments.size()));
  const auto digits = arguments.size() == 1 ? std::optional<int64_t>(0) : literal_integer(arguments[1]);
  const auto to = digits ? rounded_type(type, *digits) : type;
  return settle(form, arguments, to, with_digits(round_decimals(type, to, rule), arguments.size()));
}

/// CEIL and FLOOR: a DECIMAL loses its scale, other numbers keep their type.
result<overload> whole_of(string_view name, std::span<const argument> arguments, string_view zone, digit_rule rule) {
  if (arguments.size() == 2 || (arguments.size() == 1 && storage_of(arguments[0].type.kind) == storage::integer &&
                                arguments[0].type.kind >= type_kind::date))
    return round_time(name, arguments, zone, rule == digit_rule::up);
  const shape form{name, {want::number}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto type = (*types)[0];
  type.nullable = true;
  if (storage_of(type.kind) == storage::real)
    return settle(form, arguments, type, row_kernel<double>(type, [rule](double value) {
                    return rule == digit_rule::up ? std::ceil(value) : std::floor(value);
                  }));
  if (type.kind != type_kind::decimal)
    return settle(form, arguments, type, row_kernel<int64_t>(type, [](int64_t value) { return value; }));
  const auto to = decimal_type(type.precision, 0);
  return settle(form, arguments, to, row_kernel<int128>(to, [type, to, rule](int128 value) {
                  return rescale_decimal(round_digits(value, type.scale, rule), type.scale, to.precision, 0);
                }));
}

constexpr function_entry entries[] = {
    {"ROUND",
     [](std::span<const argument> arguments, string_view) { return round_of("ROUND", arguments, digit_rule::half_up); },
     "ROUND(number[, digits])", "The number rounded half up to so many digits behind the point."},
    {"TRUNCATE",
     [](std::span<const argument> arguments, string_view) {
       return round_of("TRUNCATE", arguments, digit_rule::toward_zero);
     },
     "TRUNCATE(number[, digits])", "The number cut to so many digits behind the point."},
    {"CEIL",
     [](std::span<const argument> arguments, string_view zone) {
       return whole_of("CEIL", arguments, zone, digit_rule::up);
     },
     "CEIL(number) or CEIL(time TO unit)", "The next whole number or unit of time."},
    {"CEILING",
     [](std::span<const argument> arguments, string_view zone) {
       return whole_of("CEILING", arguments, zone, digit_rule::up);
     },
     "CEILING(number) or CEILING(time TO unit)", "The next whole number or unit of time."},
    {"FLOOR",
     [](std::span<const argument> arguments, string_view zone) {
       return whole_of("FLOOR", arguments, zone, digit_rule::down);
     },
     "FLOOR(number) or FLOOR(time TO unit)", "The last whole number or unit of time."},
};

} // namespace

family rounding_functions() { return entries; }

} // namespace core::expr::functions
