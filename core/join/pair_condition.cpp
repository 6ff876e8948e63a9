#include "core/join/pair_condition.hpp"

#include "core/data/row_kind.hpp"

namespace core::join {

pair_condition::pair_condition(const join_plan& plan) : condition_(plan.condition) {
  auto both = std::make_shared<schema>();
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& layout = *plan.sides[side].layout;
    widths_[side] = row_kind_of(layout).value_or(layout.fields.size());
    for (std::size_t i = 0; i < widths_[side]; ++i) both->fields.push_back(layout.fields[i]);
  }
  is_read_.resize(both->fields.size());
  layout_ = std::move(both);
  if (!condition_) return;
  std::vector<std::size_t> read;
  condition_->collect_columns(read);
  for (const auto index : read) is_read_[index] = true;
}

std::vector<std::uint8_t> pair_condition::test(std::span<const kept_row> left, std::span<const kept_row> right) const {
  std::vector<std::uint8_t> met;
  met.reserve(left.size() * right.size());
  if (!condition_) {
    met.assign(left.size() * right.size(), 1);
    return met;
  }
  std::vector<kept_row> some_left;
  std::vector<kept_row> some_right;
  const auto settle = [&] {
    if (!some_left.empty()) test_some(some_left, some_right, met);
    some_left.clear();
    some_right.clear();
  };
  for (const auto& a : left)
    for (const auto& b : right) {
      some_left.push_back(a);
      some_right.push_back(b);
      if (some_left.size() == batch_rows_max) settle();
    }
  settle();
  return met;
}

void pair_condition::test_some(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
                               std::vector<std::uint8_t>& met) const {
  batch pairs;
  pairs.layout = layout_;
  pairs.rows = static_cast<std::uint32_t>(left.size());
  for (std::size_t i = 0; i < layout_->fields.size(); ++i) {
    const auto& type = layout_->fields[i].type;
    if (!is_read_[i])
      pairs.columns.push_back(null_column(type, left.size()));
    else
      pairs.columns.push_back(i < widths_[0] ? collect_column(left, i, type)
                                             : collect_column(right, i - widths_[0], type));
  }
  expr::eval_context context;
  context.now_ms = now_ms_;
  const auto said = condition_->evaluate(pairs, context);
  for (std::size_t i = 0; i < left.size(); ++i) met.push_back(!said->is_null(i) && said->ints[i] != 0 ? 1 : 0);
}

bool key_meets(const join_plan& plan, std::size_t side, const batch& rows, std::uint32_t row) {
  const auto& keys = plan.sides[side].keys;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!plan.nulls_meet[i] && rows.columns[keys[i]]->is_null(row)) return false;
  return true;
}

bool is_outer(join_kind kind, std::size_t side) noexcept {
  return kind == join_kind::full || kind == (side == 0 ? join_kind::left : join_kind::right);
}

bool keeps_left_only(join_kind kind) noexcept { return kind == join_kind::semi || kind == join_kind::anti; }

} // namespace core::join
