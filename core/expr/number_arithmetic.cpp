// Arithmetic over integers and floating point.
#include "core/expr/arithmetic.hpp"
#include "core/expr/cast.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/pair_expression.hpp"

namespace core::expr {

namespace {

/// Cuts to the type's width, as Java's narrowing does.
std::int64_t wrap(std::int64_t value, type_kind kind) {
  switch (kind) {
  case type_kind::int8: return static_cast<std::int8_t>(value);
  case type_kind::int16: return static_cast<std::int16_t>(value);
  case type_kind::int32: return static_cast<std::int32_t>(value);
  default: return value;
  }
}

template <class Compute>
void wrapping_loop(const operand& a, const operand& b, column& made, const row_list* picked, Compute compute) {
  auto* out = made.ints.data();
  const auto run = [&](auto narrow) {
    for_each_pair(a.values->ints, a.single, b.values->ints, b.single, made.rows, picked,
                  [=](std::uint32_t row, std::int64_t x, std::int64_t y) {
                    // Unsigned: overflow wraps.
                    out[row] = narrow(static_cast<std::int64_t>(
                        compute(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y))));
                  });
  };
  switch (made.type.kind) {
  case type_kind::int8: return run([](std::int64_t v) { return std::int64_t{static_cast<std::int8_t>(v)}; });
  case type_kind::int16: return run([](std::int64_t v) { return std::int64_t{static_cast<std::int16_t>(v)}; });
  case type_kind::int32: return run([](std::int64_t v) { return std::int64_t{static_cast<std::int32_t>(v)}; });
  default: return run([](std::int64_t v) { return v; });
  }
}

class integer_arithmetic final : public pair_expression {
public:
  integer_arithmetic(arithmetic op, data_type type, expression_ptr a, expression_ptr b)
      : pair_expression(std::move(type), symbol_of(op), std::move(a), std::move(b)), op_(op) {}

private:
  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    switch (op_) {
    case arithmetic::add: return wrapping_loop(a, b, made, context.rows, [](auto x, auto y) { return x + y; });
    case arithmetic::subtract: return wrapping_loop(a, b, made, context.rows, [](auto x, auto y) { return x - y; });
    case arithmetic::multiply: return wrapping_loop(a, b, made, context.rows, [](auto x, auto y) { return x * y; });
    default: return divide(a, b, made, context);
    }
  }

  void divide(const operand& a, const operand& b, column& made, eval_context& context) const {
    const bool rest = op_ == arithmetic::modulo;
    for_each_pair(a.values->ints, a.single, b.values->ints, b.single, made.rows, context.rows,
                  [&](std::uint32_t row, std::int64_t x, std::int64_t y) {
                    if (y == 0) {
                      if (made.is_null(row)) return;
                      made.set_null(row);
                      add_fault(context, row, "division by zero");
                    } else if (y == -1) { // The smallest number has no positive twin: it wraps to itself.
                      made.ints[row] =
                          rest ? 0 : wrap(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x)), type_.kind);
                    } else {
                      made.ints[row] = wrap(rest ? x % y : x / y, type_.kind);
                    }
                  });
  }

  arithmetic op_;
};

class real_arithmetic final : public pair_expression {
public:
  real_arithmetic(arithmetic op, data_type type, expression_ptr a, expression_ptr b)
      : pair_expression(std::move(type), symbol_of(op), std::move(a), std::move(b)), op_(op) {}

private:
  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    switch (op_) {
    case arithmetic::add: return run(a, b, made, context.rows, [](auto x, auto y) { return x + y; });
    case arithmetic::subtract: return run(a, b, made, context.rows, [](auto x, auto y) { return x - y; });
    case arithmetic::multiply: return run(a, b, made, context.rows, [](auto x, auto y) { return x * y; });
    default: return run(a, b, made, context.rows, [](auto x, auto y) { return x / y; });
    }
  }

  template <class Compute>
  void run(const operand& a, const operand& b, column& made, const row_list* picked, Compute compute) const {
    auto* out = made.reals.data();
    if (type_.kind == type_kind::float64) {
      for_each_pair(a.values->reals, a.single, b.values->reals, b.single, made.rows, picked,
                    [=](std::uint32_t row, double x, double y) { out[row] = compute(x, y); });
    } else {
      for_each_pair(a.values->reals, a.single, b.values->reals, b.single, made.rows, picked,
                    [=](std::uint32_t row, double x, double y) {
                      out[row] = static_cast<double>(compute(static_cast<float>(x), static_cast<float>(y)));
                    });
    }
  }

  arithmetic op_;
};

} // namespace

result<expression_ptr> make_number_arithmetic(arithmetic op, expression_ptr a, expression_ptr b) {
  auto type = arithmetic_type(op, a->type(), b->type());
  if (!type) return std::unexpected(arithmetic_mismatch(op, a->type(), b->type()));
  type->nullable = a->type().nullable || b->type().nullable;
  const bool folds = a->constant() && b->constant();
  result<expression_ptr> made;
  if (type->kind == type_kind::decimal) {
    made = make_decimal_arithmetic(op, *type, std::move(a), std::move(b));
  } else if (is_integer(type->kind)) {
    made = std::make_shared<integer_arithmetic>(op, *type, std::move(a), std::move(b));
  } else {
    // Both sides as DOUBLE: exact for FLOAT, which the loop takes back.
    const auto wide = simple_type(type->kind);
    made = std::make_shared<real_arithmetic>(op, *type, must_cast(std::move(a), wide), must_cast(std::move(b), wide));
  }
  return folds ? fold(std::move(*made)) : made;
}

} // namespace core::expr
