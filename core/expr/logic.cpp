#include "core/expr/logic.hpp"

#include <fmt/format.h>

#include "core/expr/constant.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

/// AND, and OR with truth turned round: `settled` is the value of the left side that decides alone.
class logic_expression final : public expression {
public:
  logic_expression(bool is_and, expression_ptr a, expression_ptr b)
      : type_(boolean_type()), is_and_(is_and), a_(std::move(a)), b_(std::move(b)) {
    type_.nullable = a_->type().nullable || b_->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    a_->collect_columns(used);
    b_->collect_columns(used);
  }
  std::string to_string() const override {
    return fmt::format("({} {} {})", a_->to_string(), is_and_ ? "AND" : "OR", b_->to_string());
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const std::int64_t settled = is_and_ ? 0 : 1;
    auto left = a_->evaluate(input, context);
    row_list open;
    open.resize(context.rows != nullptr ? context.rows->size() : input.rows);
    std::size_t count = 0;
    for_each_row(input.rows, context.rows, [&](std::uint32_t row) {
      open[count] = row;
      count += left->is_null(row) || left->ints[row] != settled ? 1 : 0;
    });
    if (count == 0) return left;
    open.resize(count);
    const auto right = evaluate_on(*b_, input, context, open);
    auto made = *left;
    made.type = type_;
    for (const auto row : open) {
      const bool unknown = made.is_null(row);
      if (!right->is_null(row) && (right->ints[row] == settled || !unknown)) {
        made.ints[row] = right->ints[row];
        if (unknown) made.valid[row] = 1; // NULL AND FALSE is FALSE.
      } else if (!unknown) {
        made.set_null(row);
      }
    }
    return shared(std::move(made));
  }

private:
  data_type type_;
  bool is_and_;
  expression_ptr a_;
  expression_ptr b_;
};

class not_expression final : public expression {
public:
  explicit not_expression(expression_ptr value) : value_(std::move(value)) {}
  const data_type& type() const noexcept override { return value_->type(); }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override { return fmt::format("(NOT {})", value_->to_string()); }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    auto made = *value_->evaluate(input, context);
    for (auto& value : made.ints) value = value == 0 ? 1 : 0;
    return shared(std::move(made));
  }

private:
  expression_ptr value_;
};

class test_expression final : public expression {
public:
  test_expression(truth_test test, expression_ptr value)
      : type_(boolean_type()), test_(test), value_(std::move(value)) {
    type_.nullable = false;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override {
    constexpr std::string_view tests[] = {"IS NULL",     "IS NOT NULL", "IS TRUE",
                                          "IS NOT TRUE", "IS FALSE",    "IS NOT FALSE"};
    return fmt::format("({} {})", value_->to_string(), tests[static_cast<std::size_t>(test_)]);
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto value = value_->evaluate(input, context);
    auto made = make_column(type_, input.rows);
    const bool nulls = test_ <= truth_test::is_not_null;
    const std::int64_t wanted = test_ == truth_test::is_true || test_ == truth_test::is_not_true ? 1 : 0;
    const bool negated =
        test_ == truth_test::is_not_null || test_ == truth_test::is_not_true || test_ == truth_test::is_not_false;
    for_each_row(input.rows, context.rows, [&](std::uint32_t row) {
      const bool holds = nulls ? value->is_null(row) : !value->is_null(row) && value->ints[row] == wanted;
      made.ints[row] = holds != negated ? 1 : 0;
    });
    return shared(std::move(made));
  }

private:
  data_type type_;
  truth_test test_;
  expression_ptr value_;
};

expression_ptr make_logic(bool is_and, expression_ptr a, expression_ptr b) {
  if (a->constant() && b->constant())
    return fold(std::make_shared<logic_expression>(is_and, std::move(a), std::move(b)));
  // A constant left side settles the whole, or leaves the right one.
  if (const auto left = a->constant(); left && !left->is_null(0)) return (left->ints[0] != 0) == is_and ? b : a;
  return std::make_shared<logic_expression>(is_and, std::move(a), std::move(b));
}

} // namespace

expression_ptr make_and(expression_ptr a, expression_ptr b) { return make_logic(true, std::move(a), std::move(b)); }
expression_ptr make_or(expression_ptr a, expression_ptr b) { return make_logic(false, std::move(a), std::move(b)); }

expression_ptr make_not(expression_ptr value) {
  const bool folds = value->constant() != nullptr;
  expression_ptr made = std::make_shared<not_expression>(std::move(value));
  return folds ? fold(std::move(made)) : made;
}

expression_ptr make_test(truth_test test, expression_ptr value) {
  const bool folds = value->constant() != nullptr;
  expression_ptr made = std::make_shared<test_expression>(test, std::move(value));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
