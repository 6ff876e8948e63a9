// ABS, SIGN, MOD: numbers that keep their type.
#include <cmath>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

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

/// Of real numbers only: of exact ones it is the operator %.
result<overload> mod(std::span<const argument> arguments) {
  return settle({"MOD", {want::real, want::real}}, arguments, float64_type(),
                row_kernel<double, double>(float64_type(), [](double x, double y) { return std::fmod(x, y); }));
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
