// Arithmetic over DECIMAL: exact, rounded half up to the result's scale, NULL when it has too many digits.
#include "core/expr/arithmetic.hpp"
#include "core/expr/cast.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/pair_expression.hpp"
#include "core/expr/wide_decimal.hpp"

namespace core::expr {

namespace {

class decimal_arithmetic final : public pair_expression {
public:
  decimal_arithmetic(arithmetic op, data_type type, expression_ptr a, expression_ptr b)
      : pair_expression(std::move(type), symbol_of(op), std::move(a), std::move(b)), op_(op) {
    type_.nullable = true; // Too many digits are NULL.
  }

private:
  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    for_each_pair(a.values->decimals, a.single, b.values->decimals, b.single, made.rows, context.rows,
                  [&](std::uint32_t row, int128 x, int128 y) {
                    if (made.is_null(row)) return;
                    if (op_ >= arithmetic::divide && y == 0) {
                      made.set_null(row);
                      add_fault(context, row, "division by zero");
                    } else if (const auto value = one(x, y)) {
                      made.decimals[row] = *value;
                    } else {
                      made.set_null(row);
                    }
                  });
  }

  std::optional<int128> one(int128 x, int128 y) const {
    const int sx = a_->type().scale;
    const int sy = b_->type().scale;
    switch (op_) {
    case arithmetic::add: return add_decimal(x, sx, y, sy, type_.precision, type_.scale);
    case arithmetic::subtract: return add_decimal(x, sx, -y, sy, type_.precision, type_.scale);
    case arithmetic::multiply: return multiply_decimal(x, y, sx + sy, type_.precision, type_.scale);
    case arithmetic::divide: return divide_decimal(x, sx, y, sy, type_.precision, type_.scale);
    default: return modulo_decimal(x, sx, y, sy, type_.precision);
    }
  }

  arithmetic op_;
};

} // namespace

result<expression_ptr> make_decimal_arithmetic(arithmetic op, const data_type& type, expression_ptr a,
                                               expression_ptr b) {
  const auto left = as_decimal(a->type());
  const auto right = as_decimal(b->type());
  return std::make_shared<decimal_arithmetic>(op, type, must_cast(std::move(a), left), must_cast(std::move(b), right));
}

} // namespace core::expr
