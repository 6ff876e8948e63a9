// ABS, SIGN, MOD: numbers that keep their type.
#include <cmath>

#include <fmt/format.h>

#include "core/expr/common_type.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/wide_decimal.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// Wraps round within the type, as Java's narrow integers do.
int64_t narrowed(int64_t value, type_kind kind) {
  switch (kind) {
  case type_kind::int8: return static_cast<std::int8_t>(value);
  case type_kind::int16: return static_cast<std::int16_t>(value);
  case type_kind::int32: return static_cast<std::int32_t>(value);
  default: return value;
  }
}

template <class Of>
result<overload> same_type(string_view name, std::span<const argument> arguments, Of of) {
  const shape form{name, {want::number}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto type = (*types)[0];
  type.nullable = true;
  kernel evaluate;
  switch (storage_of(type.kind)) {
  case storage::real: evaluate = row_kernel<double>(type, [of](double x) { return of(x); }); break;
  case storage::decimal: evaluate = row_kernel<int128>(type, [of, type](int128 x) { return of(x, type); }); break;
  default: evaluate = row_kernel<int64_t>(type, [of, kind = type.kind](int64_t x) { return narrowed(of(x), kind); });
  }
  return settle(form, arguments, type, std::move(evaluate));
}

struct absolute {
  double operator()(double x) const { return std::fabs(x); }
  int128 operator()(int128 x, const data_type&) const { return x < 0 ? -x : x; }
  /// The smallest integer has no positive counterpart and stays.
  int64_t operator()(int64_t x) const { return x < 0 ? static_cast<int64_t>(0U - static_cast<std::uint64_t>(x)) : x; }
};

int128 power_of(int scale) {
  int128 power = 1;
  for (int i = 0; i < scale; ++i) power *= 10;
  return power;
}

struct sign {
  double operator()(double x) const { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }
  int128 operator()(int128 x, const data_type& type) const {
    return x == 0 ? 0 : power_of(type.scale) * (x > 0 ? 1 : -1);
  }
  int64_t operator()(int64_t x) const { return x > 0 ? 1 : x < 0 ? -1 : 0; }
};

constexpr const char* by_zero = "division by zero";

result<overload> mod_integers(const shape& form, std::span<const argument> arguments, const data_type& type) {
  return settle(form, arguments, type, row_kernel<int64_t, int64_t>(type, [](int64_t a, int64_t b) -> outcome<int64_t> {
                  if (b == 0) return std::unexpected(by_zero);
                  return b == -1 ? 0 : a % b;
                }));
}

result<overload> mod_decimals(const shape& form, std::span<const argument> arguments, const data_type& a,
                              const data_type& b) {
  const int scale = std::max(a.scale, b.scale);
  const int whole = std::min(a.precision - a.scale, b.precision - b.scale);
  const auto type = decimal_type(std::min(38, whole + scale), scale);
  auto made = settle(form, arguments, type,
                     row_kernel<int128, int128>(type, [a, b, type](int128 x, int128 y) -> outcome<int128> {
                       if (y == 0) return std::unexpected(by_zero);
                       return modulo_decimal(x, a.scale, y, b.scale, type.precision);
                     }));
  if (made) made->arguments = {a, b};
  return made;
}

/// Integers give the type of the divisor, as Flink has it. The sign is the dividend's.
result<overload> mod(std::span<const argument> arguments) {
  const shape form{"MOD", {want::number, want::number}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  for (auto& type : *types) type.nullable = true;
  const auto& a = (*types)[0];
  const auto& b = (*types)[1];
  if (storage_of(a.kind) == storage::real || storage_of(b.kind) == storage::real)
    return settle({"MOD", {want::real, want::real}}, arguments, float64_type(),
                  row_kernel<double, double>(float64_type(), [](double x, double y) { return std::fmod(x, y); }));
  if (a.kind == type_kind::decimal || b.kind == type_kind::decimal)
    return mod_decimals(form, arguments, as_decimal(a), as_decimal(b));
  return mod_integers(form, arguments, b);
}

constexpr function_entry entries[] = {
    {"ABS", [](std::span<const argument> arguments, string_view) { return same_type("ABS", arguments, absolute{}); },
     "ABS(number)", "The number without its sign."},
    {"SIGN", [](std::span<const argument> arguments, string_view) { return same_type("SIGN", arguments, sign{}); },
     "SIGN(number)", "-1, 0 or 1."},
    {"MOD", [](std::span<const argument> arguments, string_view) { return mod(arguments); }, "MOD(number, divisor)",
     "The remainder, with the sign of the number."},
};

} // namespace

family number_functions() { return entries; }

} // namespace core::expr::functions
