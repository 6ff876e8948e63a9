#include "core/expr/conditional.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/expr/constant.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

/// A result put together from the rows of several columns.
class assembly {
public:
  assembly(const data_type& type, std::uint32_t rows) : type_(type), rows_(rows) {
    if (nested()) {
      parts_.push_back(null_column(type, 1)); // Rows that nobody gives are NULL.
      source_.assign(rows, 0);
      sources_ = 1;
    } else {
      made_ = make_column(type, rows);
      made_.valid.assign(rows, 0);
    }
  }

  /// Takes these rows of the value, which stays one row when it is a constant.
  void take(const expression& value, const batch& input, eval_context& context, const row_list& rows) {
    if (rows.empty()) return;
    const auto one = value.constant();
    const auto from = one ? one : evaluate_on(value, input, context, rows);
    if (nested()) {
      for (const auto row : rows) source_[row] = sources_ + (one ? 0 : row);
      parts_.push_back(from);
      sources_ += from->rows;
      return;
    }
    const auto copy = [&](auto& to, const auto& values) {
      if (values.empty()) return;
      for (const auto row : rows) to[row] = values[one ? 0 : row];
    };
    copy(made_.ints, from->ints);
    copy(made_.reals, from->reals);
    copy(made_.decimals, from->decimals);
    copy(made_.texts, from->texts);
    if (!from->nanos.empty() && made_.nanos.empty()) made_.nanos.assign(rows_, 0);
    copy(made_.nanos, from->nanos);
    for (const auto row : rows) made_.valid[row] = from->is_null(one ? 0 : row) ? 0 : 1;
    share_owners(made_, *from);
  }

  column_ptr finish() {
    if (nested()) {
      for (auto& part : parts_) part = retyped(part);
      return gather(*concat(parts_), source_.data(), source_.size());
    }
    if (std::ranges::find(made_.valid, 0) == made_.valid.end()) made_.valid.clear();
    return shared(std::move(made_));
  }

private:
  [[nodiscard]] bool nested() const { return storage_of(type_.kind) == storage::nested; }
  [[nodiscard]] column_ptr retyped(const column_ptr& part) const {
    auto copy = *part;
    copy.type = type_;
    return shared(std::move(copy));
  }

  data_type type_;
  std::uint32_t rows_;
  column made_{};
  std::vector<column_ptr> parts_{};
  row_list source_{};
  std::uint32_t sources_ = 0;
};

row_list all_rows(const batch& input, const eval_context& context) {
  if (context.rows != nullptr) return *context.rows;
  row_list rows(input.rows);
  for (std::uint32_t row = 0; row < input.rows; ++row) rows[row] = row;
  return rows;
}

class case_expression final : public expression {
public:
  case_expression(std::vector<bound_branch> branches, expression_ptr otherwise, data_type type)
      : branches_(std::move(branches)), otherwise_(std::move(otherwise)), type_(std::move(type)) {}
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    for (const auto& branch : branches_) {
      branch.when->collect_columns(used);
      branch.then->collect_columns(used);
    }
    if (otherwise_) otherwise_->collect_columns(used);
  }
  std::string to_string() const override {
    std::string out = "CASE";
    for (const auto& branch : branches_)
      out += fmt::format(" WHEN {} THEN {}", branch.when->to_string(), branch.then->to_string());
    if (otherwise_) out += " ELSE " + otherwise_->to_string();
    return out + " END";
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    assembly made(type_, input.rows);
    auto open = all_rows(input, context);
    for (const auto& branch : branches_) {
      if (open.empty()) break;
      const auto before = context.faults.size();
      const auto holds = evaluate_on(*branch.when, input, context, open);
      row_list taken;
      row_list rest;
      for (const auto row : open) {
        (!holds->is_null(row) && holds->ints[row] != 0 ? taken : rest).push_back(row);
      }
      if (context.faults.size() != before) drop_faulty(rest, context);
      made.take(*branch.then, input, context, taken);
      open = std::move(rest);
    }
    if (otherwise_) made.take(*otherwise_, input, context, open);
    return made.finish();
  }

private:
  /// A row whose condition failed is done with.
  static void drop_faulty(row_list& rows, const eval_context& context) {
    std::erase_if(
        rows, [&](std::uint32_t row) { return std::ranges::binary_search(context.faults, row, {}, &row_fault::row); });
  }

  std::vector<bound_branch> branches_;
  expression_ptr otherwise_;
  data_type type_;
};

class coalesce_expression final : public expression {
public:
  coalesce_expression(std::vector<expression_ptr> values, data_type type)
      : values_(std::move(values)), type_(std::move(type)) {}
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    for (const auto& value : values_) value->collect_columns(used);
  }
  std::string to_string() const override {
    std::string out;
    for (const auto& value : values_) out += (out.empty() ? "" : ", ") + value->to_string();
    return fmt::format("COALESCE({})", out);
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    auto first = values_.front()->evaluate(input, context);
    if (!first->has_nulls()) return first;
    row_list open;
    row_list taken;
    for_each_row(input.rows, context.rows,
                 [&](std::uint32_t row) { (first->is_null(row) ? open : taken).push_back(row); });
    if (open.empty()) return first;
    assembly made(type_, input.rows);
    made.take(evaluated(first), input, context, taken);
    for (std::size_t i = 1; i < values_.size() && !open.empty(); ++i) {
      const bool last = i + 1 == values_.size();
      const auto one = values_[i]->constant();
      const auto next = one || last ? nullptr : evaluate_on(*values_[i], input, context, open);
      if (!next) {
        made.take(*values_[i], input, context, open);
        if (last || !one->is_null(0)) break;
        continue;
      }
      row_list rest;
      taken.clear();
      for (const auto row : open) (next->is_null(row) ? rest : taken).push_back(row);
      made.take(evaluated(next), input, context, taken);
      open = std::move(rest);
    }
    return made.finish();
  }

private:
  /// A column that is there already, in the shape of an expression.
  class evaluated final : public expression {
  public:
    explicit evaluated(column_ptr values) : values_(std::move(values)) {}
    const data_type& type() const noexcept override { return values_->type; }
    column_ptr evaluate(const batch&, eval_context&) const override { return values_; }
    void collect_columns(std::vector<std::size_t>&) const override {}
    std::string to_string() const override { return {}; }

  private:
    column_ptr values_;
  };

  std::vector<expression_ptr> values_;
  data_type type_;
};

} // namespace

expression_ptr make_case(std::vector<bound_branch> branches, expression_ptr otherwise, const data_type& type) {
  auto settled = type;
  settled.nullable = otherwise == nullptr || otherwise->type().nullable;
  bool folds = otherwise == nullptr || otherwise->constant();
  for (const auto& branch : branches) {
    settled.nullable = settled.nullable || branch.then->type().nullable;
    folds = folds && branch.when->constant() && branch.then->constant();
  }
  expression_ptr made =
      std::make_shared<case_expression>(std::move(branches), std::move(otherwise), std::move(settled));
  return folds ? fold(std::move(made)) : made;
}

expression_ptr make_coalesce(std::vector<expression_ptr> values, const data_type& type) {
  auto settled = type;
  settled.nullable = std::ranges::all_of(values, [](const auto& value) { return value->type().nullable; });
  const bool folds = std::ranges::all_of(values, [](const auto& value) { return value->constant() != nullptr; });
  expression_ptr made = std::make_shared<coalesce_expression>(std::move(values), std::move(settled));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
