// Dates, times and intervals: sums, differences, multiples, the sign.
#include <algorithm>

#include "core/data/time_text.hpp"
#include "core/expr/arithmetic.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/pair_expression.hpp"
#include "core/time.hpp"

namespace core::expr {

namespace {

constexpr std::int64_t day_ms = 86'400'000;

bool is_interval(type_kind kind) { return kind == type_kind::interval_ms || kind == type_kind::interval_months; }

std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapping_multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t negated(std::int64_t a) { return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a)); }

std::int64_t add_months_ms(std::int64_t ms, std::int64_t months) {
  const auto days = floor_div(ms, day_ms);
  return wrapping_add(wrapping_multiply(add_months(days, months), day_ms), ms - wrapping_multiply(days, day_ms));
}

using pair_rule = std::int64_t (*)(std::int64_t, std::int64_t);

/// Two integers in, one out; the digits behind the millisecond of the left side stay.
class integer_rule final : public pair_expression {
public:
  integer_rule(data_type type, std::string_view symbol, expression_ptr a, expression_ptr b, pair_rule rule)
      : pair_expression(std::move(type), symbol, std::move(a), std::move(b)), rule_(rule) {}

private:
  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    for_each_pair(a.values->ints, a.single, b.values->ints, b.single, made.rows, context.rows,
                  [&](std::uint32_t row, std::int64_t x, std::int64_t y) { made.ints[row] = rule_(x, y); });
    if (!is_timestamp(type_.kind) || a.values->nanos.empty()) return;
    if (a.single) {
      made.nanos.assign(made.rows, a.values->nanos[0]);
    } else {
      made.nanos = a.values->nanos;
    }
  }

  pair_rule rule_;
};

class negative final : public expression {
public:
  explicit negative(expression_ptr value) : value_(std::move(value)) {}
  const data_type& type() const noexcept override { return value_->type(); }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override { return "(- " + value_->to_string() + ")"; }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    auto made = *value_->evaluate(input, context);
    for (auto& value : made.ints) value = narrowed(negated(value));
    for (auto& value : made.reals) value = -value;
    for (auto& value : made.decimals) value = -value;
    return shared(std::move(made));
  }

private:
  /// The smallest number of a width is its own negative.
  std::int64_t narrowed(std::int64_t value) const {
    switch (type().kind) {
    case type_kind::int8: return static_cast<std::int8_t>(value);
    case type_kind::int16: return static_cast<std::int16_t>(value);
    case type_kind::int32: return static_cast<std::int32_t>(value);
    default: return value;
    }
  }

  expression_ptr value_;
};

pair_rule shift_rule(type_kind moment, bool months, bool back) {
  const auto pick = [back](pair_rule forth, pair_rule backwards) { return back ? backwards : forth; };
  if (moment == type_kind::date) {
    if (months) {
      return pick([](std::int64_t d, std::int64_t m) { return add_months(d, m); },
                  [](std::int64_t d, std::int64_t m) { return add_months(d, negated(m)); });
    }
    // Whole days count, an hour more or less does not: so does Flink.
    return pick([](std::int64_t d, std::int64_t ms) { return d + ms / day_ms; },
                [](std::int64_t d, std::int64_t ms) { return d - ms / day_ms; });
  }
  if (moment == type_kind::time) {
    if (months) return [](std::int64_t t, std::int64_t) { return t; };
    return pick([](std::int64_t t, std::int64_t ms) { return ((t + ms % day_ms) % day_ms + day_ms) % day_ms; },
                [](std::int64_t t, std::int64_t ms) { return ((t - ms % day_ms) % day_ms + day_ms) % day_ms; });
  }
  if (months) return pick(add_months_ms, [](std::int64_t t, std::int64_t m) { return add_months_ms(t, negated(m)); });
  return pick(wrapping_add, [](std::int64_t t, std::int64_t ms) { return wrapping_add(t, negated(ms)); });
}

bool is_moment(type_kind kind) { return is_timestamp(kind) || kind == type_kind::date || kind == type_kind::time; }

expression_ptr make_rule(data_type type, std::string_view symbol, expression_ptr a, expression_ptr b, pair_rule rule) {
  type.nullable = false; // The pair adds its sides'.
  const bool folds = a->constant() && b->constant();
  expression_ptr made = std::make_shared<integer_rule>(std::move(type), symbol, std::move(a), std::move(b), rule);
  return folds ? fold(std::move(made)) : made;
}

} // namespace

std::int64_t add_months(std::int64_t days, std::int64_t months) {
  constexpr std::int64_t months_max = 12'000'000; // A million years: no sum of calendars comes near it.
  const auto date = civil_from_days(days);
  months = std::clamp(months, -months_max, months_max);
  const auto total = date.year * 12 + (static_cast<std::int64_t>(date.month) - 1) + months;
  const auto year = floor_div(total, 12);
  const auto month = static_cast<std::uint32_t>(total - year * 12) + 1;
  const auto next = month == 12 ? days_from_civil(year + 1, 1, 1) : days_from_civil(year, month + 1, 1);
  const auto last_day = static_cast<std::uint32_t>(next - days_from_civil(year, month, 1));
  return days_from_civil(year, month, std::min(date.day, last_day));
}

std::int64_t months_between(std::int64_t later_ms, std::int64_t earlier_ms) {
  if (later_ms < earlier_ms) return -months_between(earlier_ms, later_ms);
  const auto later = civil_from_days(floor_div(later_ms, day_ms));
  const auto earlier = civil_from_days(floor_div(earlier_ms, day_ms));
  auto months = (later.year - earlier.year) * 12 + static_cast<std::int64_t>(later.month) -
                static_cast<std::int64_t>(earlier.month);
  if (add_months_ms(earlier_ms, months) > later_ms) --months;
  return months;
}

result<expression_ptr> make_time_arithmetic(arithmetic op, expression_ptr a, expression_ptr b) {
  const auto left = a->type();
  const auto right = b->type();
  const bool sum = op == arithmetic::add;
  if (op == arithmetic::multiply) {
    if (is_interval(left.kind) && is_integer(right.kind))
      return make_rule(left, "*", std::move(a), std::move(b), wrapping_multiply);
    if (is_integer(left.kind) && is_interval(right.kind))
      return make_rule(right, "*", std::move(a), std::move(b), wrapping_multiply);
  }
  if (!sum && op != arithmetic::subtract) return std::unexpected(arithmetic_mismatch(op, left, right));
  if (sum && is_interval(left.kind) && is_moment(right.kind))
    return make_time_arithmetic(op, std::move(b), std::move(a));
  if (is_moment(left.kind) && is_interval(right.kind)) {
    const bool months = right.kind == type_kind::interval_months;
    return make_rule(left, symbol_of(op), std::move(a), std::move(b), shift_rule(left.kind, months, !sum));
  }
  if (is_interval(left.kind) && left.kind == right.kind) {
    return make_rule(
        left, symbol_of(op), std::move(a), std::move(b),
        sum ? wrapping_add : [](std::int64_t x, std::int64_t y) { return wrapping_add(x, negated(y)); });
  }
  return std::unexpected(arithmetic_mismatch(op, left, right));
}

result<expression_ptr> make_negative(expression_ptr value) {
  const auto kind = value->type().kind;
  if (!is_number(kind) && !is_interval(kind)) {
    return fail(errc::bad_type, fmt::format("- takes a number or an interval, not {}", to_string(value->type())));
  }
  const bool folds = value->constant() != nullptr;
  expression_ptr made = std::make_shared<negative>(std::move(value));
  return folds ? fold(std::move(made)) : made;
}

result<expression_ptr> make_interval_between(bool months, expression_ptr later, expression_ptr earlier) {
  const auto& a = later->type();
  const auto& b = earlier->type();
  if (!is_moment(a.kind) || a.kind != b.kind) {
    return fail(errc::bad_type,
                fmt::format("a difference needs two moments of one type, not {} and {}", to_string(a), to_string(b)));
  }
  auto type = simple_type(months ? type_kind::interval_months : type_kind::interval_ms);
  pair_rule rule = [](std::int64_t x, std::int64_t y) { return wrapping_add(x, negated(y)); };
  if (a.kind == type_kind::date) {
    rule =
        months
            ? [](std::int64_t x,
                 std::int64_t y) { return months_between(wrapping_multiply(x, day_ms), wrapping_multiply(y, day_ms)); }
            : [](std::int64_t x, std::int64_t y) { return wrapping_multiply(x - y, day_ms); };
  } else if (months) {
    rule = months_between;
  }
  return make_rule(std::move(type), "-", std::move(later), std::move(earlier), rule);
}

} // namespace core::expr
