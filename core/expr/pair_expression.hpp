#pragma once
// An expression of two sides that is NULL where either is. The derived class computes the values; a side that is a
// constant stays one row. Immutable; any thread.

#include <fmt/format.h>

#include "core/expr/rows.hpp"

namespace core::expr {

/// A side of an operator while it is computed: a column, or one value for all rows.
struct operand {
  column_ptr values{};
  bool single = false;

  [[nodiscard]] std::size_t at(std::uint32_t row) const { return single ? 0 : row; }
};

[[nodiscard]] inline operand evaluate_operand(const expression& side, const batch& input, eval_context& context) {
  if (auto one = side.constant()) return {std::move(one), true};
  return {side.evaluate(input, context), false};
}

/// NULL where the operand is.
inline void merge_nulls(column& to, const operand& from) {
  if (!from.single) return merge_nulls(to, *from.values);
  if (from.values->is_null(0)) to.valid.assign(to.rows, 0);
}

class pair_expression : public expression {
public:
  pair_expression(data_type type, std::string_view symbol, expression_ptr a, expression_ptr b)
      : type_(std::move(type)), symbol_(symbol), a_(std::move(a)), b_(std::move(b)) {
    type_.nullable = type_.nullable || a_->type().nullable || b_->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    a_->collect_columns(used);
    b_->collect_columns(used);
  }
  std::string to_string() const override {
    return fmt::format("({} {} {})", a_->to_string(), symbol_, b_->to_string());
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto a = evaluate_operand(*a_, input, context);
    const auto b = evaluate_operand(*b_, input, context);
    auto made = make_column(type_, input.rows);
    merge_nulls(made, a);
    merge_nulls(made, b);
    compute(a, b, made, context);
    return shared(std::move(made));
  }

protected:
  /// `made` has its NULL mask already. Values of NULL rows do not matter.
  virtual void compute(const operand& a, const operand& b, column& made, eval_context& context) const = 0;

  data_type type_;
  std::string symbol_;
  expression_ptr a_;
  expression_ptr b_;
};

/// Calls `store(row, f(a[row], b[row]))`, with loops of their own for a constant on either side.
template <class A, class B, class Store>
void for_each_pair(const std::vector<A>& a, bool a_single, const std::vector<B>& b, bool b_single, std::uint32_t rows,
                   const row_list* picked, Store store) {
  if (a_single && b_single) {
    for_each_row(rows, picked, [&, x = a[0], y = b[0]](std::uint32_t row) { store(row, x, y); });
  } else if (b_single) {
    for_each_row(rows, picked, [&, x = a.data(), y = b[0]](std::uint32_t row) { store(row, x[row], y); });
  } else if (a_single) {
    for_each_row(rows, picked, [&, x = a[0], y = b.data()](std::uint32_t row) { store(row, x, y[row]); });
  } else {
    for_each_row(rows, picked, [&, x = a.data(), y = b.data()](std::uint32_t row) { store(row, x[row], y[row]); });
  }
}

} // namespace core::expr
