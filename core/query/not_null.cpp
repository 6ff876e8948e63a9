#include "core/query/not_null.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace core::query {

namespace {

class never_null_expression final : public expr::expression {
public:
  never_null_expression(expr::expression_ptr value, std::string column)
      : value_(std::move(value)), column_(std::move(column)), type_(value_->type()) {
    type_.nullable = false;
  }

  [[nodiscard]] const data_type& type() const noexcept override { return type_; }
  [[nodiscard]] column_ptr evaluate(const batch& input, expr::eval_context& context) const override {
    auto made = value_->evaluate(input, context);
    if (!made->has_nulls()) return made;
    const auto known = context.faults.size();
    const auto look = [&](std::uint32_t row) {
      const auto end = context.faults.begin() + static_cast<std::ptrdiff_t>(known);
      if (!made->is_null(row) ||
          std::ranges::binary_search(context.faults.begin(), end, row, {}, &expr::row_fault::row))
        return;
      context.faults.push_back({row, fmt::format("column {} of the sink is NOT NULL and the value is NULL", column_)});
    };
    if (context.rows != nullptr) {
      for (const auto row : *context.rows) look(row);
    } else {
      for (std::uint32_t row = 0; row < input.rows; ++row) look(row);
    }
    std::ranges::inplace_merge(context.faults, context.faults.begin() + static_cast<std::ptrdiff_t>(known), {},
                               &expr::row_fault::row);
    return made;
  }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  [[nodiscard]] std::string to_string() const override { return value_->to_string(); }

private:
  expr::expression_ptr value_;
  std::string column_;
  data_type type_;
};

} // namespace

expr::expression_ptr never_null(expr::expression_ptr value, std::string column) {
  return std::make_shared<const never_null_expression>(std::move(value), std::move(column));
}

} // namespace core::query
