#include <cmath>
#include <limits>

#include "core/contract/jmespath/functions.hpp"
#include "core/contract/json_parser.hpp"

namespace core::contract::jmespath {

namespace {

__extension__ using wide = __int128;

outcome real_of(double from) {
  if (!std::isfinite(from)) return fail(errc::bad_value, "invalid-value: a number beyond every double");
  return value_view::of(from);
}

bool fits(wide number) {
  return number >= std::numeric_limits<std::int64_t>::min() && number <= std::numeric_limits<std::uint64_t>::max();
}

value_view whole_of(wide number) {
  return number < 0 ? value_view::of(static_cast<std::int64_t>(number))
                    : value_view::of(static_cast<std::uint64_t>(number));
}

/// The exact sum when all are whole numbers of 64 bits.
std::optional<wide> whole_sum(std::span<const value_view> numbers) {
  wide sum = 0;
  for (const auto one : numbers) {
    if (one.kind() == value_kind::integer)
      sum += one.integer();
    else if (one.kind() == value_kind::natural)
      sum += one.natural();
    else
      return std::nullopt;
  }
  return sum;
}

double real_sum(std::span<const value_view> numbers) {
  double sum = 0;
  for (const auto one : numbers) sum += one.as_double();
  return sum;
}

bool has_fraction(value_view of) {
  if (of.kind() == value_kind::real) return true;
  return of.kind() == value_kind::written && of.text().find_first_of(".eE") != std::string_view::npos;
}

outcome rounded(value_view of, double (*round)(double)) {
  if (!has_fraction(of)) return of;
  const auto whole = round(of.as_double());
  constexpr double limit = 9'223'372'036'854'775'808.0;
  if (whole >= -limit && whole < limit) return value_view::of(static_cast<std::int64_t>(whole));
  return real_of(whole);
}

} // namespace

outcome run_abs(call_frame& frame) {
  const auto of = frame.arguments[0];
  switch (of.kind()) {
  case value_kind::integer: return whole_of(of.integer() < 0 ? -wide{of.integer()} : wide{of.integer()});
  case value_kind::real: return value_view::of(std::abs(of.real()));
  case value_kind::written: return value_view::of_written(of.text().substr(of.text().starts_with('-') ? 1 : 0));
  default: return of;
  }
}

outcome run_avg(call_frame& frame) {
  const auto numbers = frame.arguments[0].items();
  if (numbers.empty()) return value_view();
  const auto count = static_cast<std::int64_t>(numbers.size());
  if (const auto sum = whole_sum(numbers)) {
    if (*sum % count == 0) return whole_of(*sum / count);
    return real_of(static_cast<double>(static_cast<long double>(*sum) / static_cast<long double>(count)));
  }
  return real_of(real_sum(numbers) / static_cast<double>(count));
}

outcome run_ceil(call_frame& frame) { return rounded(frame.arguments[0], std::ceil); }

outcome run_floor(call_frame& frame) { return rounded(frame.arguments[0], std::floor); }

outcome run_sum(call_frame& frame) {
  const auto numbers = frame.arguments[0].items();
  const auto sum = whole_sum(numbers);
  if (sum && fits(*sum)) return whole_of(*sum);
  return real_of(real_sum(numbers));
}

outcome run_to_number(call_frame& frame) {
  const auto of = frame.arguments[0];
  if (of.is_number()) return of;
  if (!of.is_string()) return value_view();
  const auto text = of.text();
  const auto read = json_parser().parse(text, frame.with.memory());
  const auto is_blank = [](char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; };
  if (!read || !read->is_number() || is_blank(text.front()) || is_blank(text.back())) return value_view();
  return *read;
}

} // namespace core::contract::jmespath
