// Functions over real numbers. All of them take any number and give DOUBLE.
#include <cmath>
#include <numbers>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

template <class F>
result<overload> of_one(string_view name, std::span<const argument> arguments, F f) {
  return settle({name, {want::real}}, arguments, float64_type(), row_kernel<double>(float64_type(), f));
}

template <class F>
result<overload> of_two(string_view name, std::span<const argument> arguments, F f) {
  return settle({name, {want::real, want::real}}, arguments, float64_type(),
                row_kernel<double, double>(float64_type(), f));
}

result<overload> constant(string_view name, std::span<const argument> arguments, double value) {
  auto type = float64_type();
  type.nullable = false;
  return settle({name}, arguments, type, row_kernel<>(type, [value] { return value; }));
}

double logarithm(double x) { return std::log(x); }

result<overload> log_of(std::span<const argument> arguments) {
  if (arguments.size() == 1) return of_one("LOG", arguments, logarithm);
  return settle(
      {"LOG", {want::real, want::real}, 1}, arguments, float64_type(),
      row_kernel<double, double>(float64_type(), [](double base, double x) { return std::log(x) / std::log(base); }));
}

#define WEIR_REAL(NAME, EXPRESSION, SUMMARY)                                                                           \
  {                                                                                                                    \
    NAME,                                                                                                              \
        [](std::span<const argument> arguments, string_view) {                                                         \
          return of_one(NAME, arguments, [](double x) -> double { return EXPRESSION; });                               \
        },                                                                                                             \
        NAME "(number)", SUMMARY                                                                                       \
  }

constexpr double half_turn = 180.0;

constexpr function_entry entries[] = {
    WEIR_REAL("SQRT", std::sqrt(x), "The square root."),
    WEIR_REAL("EXP", std::exp(x), "e to the power of the number."),
    WEIR_REAL("LN", std::log(x), "The natural logarithm."),
    WEIR_REAL("LOG2", std::log(x) / std::log(2.0), "The logarithm to base 2."),
    WEIR_REAL("LOG10", std::log10(x), "The logarithm to base 10."),
    WEIR_REAL("SIN", std::sin(x), "The sine."),
    WEIR_REAL("COS", std::cos(x), "The cosine."),
    WEIR_REAL("TAN", std::tan(x), "The tangent."),
    WEIR_REAL("COT", 1.0 / std::tan(x), "The cotangent."),
    WEIR_REAL("ASIN", std::asin(x), "The arc sine."),
    WEIR_REAL("ACOS", std::acos(x), "The arc cosine."),
    WEIR_REAL("ATAN", std::atan(x), "The arc tangent."),
    WEIR_REAL("SINH", std::sinh(x), "The hyperbolic sine."),
    WEIR_REAL("COSH", std::cosh(x), "The hyperbolic cosine."),
    WEIR_REAL("TANH", std::tanh(x), "The hyperbolic tangent."),
    WEIR_REAL("DEGREES", x*(half_turn / std::numbers::pi), "The angle in degrees."),
    WEIR_REAL("RADIANS", x*(std::numbers::pi / half_turn), "The angle in radians."),
    {"LOG", [](std::span<const argument> arguments, string_view) { return log_of(arguments); }, "LOG([base, ]number)",
     "The natural logarithm, or that to a base."},
    {"POWER",
     [](std::span<const argument> arguments, string_view) {
       return of_two("POWER", arguments, [](double x, double y) { return std::pow(x, y); });
     },
     "POWER(number, exponent)", "The number to the power of the exponent."},
    {"ATAN2",
     [](std::span<const argument> arguments, string_view) {
       return of_two("ATAN2", arguments, [](double y, double x) { return std::atan2(y, x); });
     },
     "ATAN2(y, x)", "The angle of the point (x, y)."},
    {"PI", [](std::span<const argument> arguments, string_view) { return constant("PI", arguments, std::numbers::pi); },
     "PI()", "The number pi."},
    {"E", [](std::span<const argument> arguments, string_view) { return constant("E", arguments, std::numbers::e); },
     "E()", "Euler's number."},
};

#undef WEIR_REAL

} // namespace

family real_functions() { return entries; }

} // namespace core::expr::functions
