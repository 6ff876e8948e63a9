#include "core/join/join_matcher.hpp"

#include <algorithm>

#include "core/data/row_kind.hpp"

namespace core::join {

namespace {
constexpr std::size_t pairs_max = 4096; // evaluated together
} // namespace

std::size_t width_of(const join_side& side) { return side.layout->fields.size() - (row_kind_of(*side.layout) ? 1 : 0); }

join_matcher::join_matcher(const join_plan& plan) : plan_(plan) {
  auto both = std::make_shared<schema>();
  for (const auto& side : plan_.sides)
    both->fields.insert(both->fields.end(), side.layout->fields.begin(),
                        side.layout->fields.begin() + static_cast<std::ptrdiff_t>(width_of(side)));
  both_ = std::move(both);
  if (plan_.condition) plan_.condition->collect_columns(read_);
  std::ranges::sort(read_);
  read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
}

bool join_matcher::may_meet(std::size_t side, const kept_row& row) const {
  const auto& keys = plan_.sides[side].keys;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (row.is_null(keys[i]) && (i >= plan_.nulls_meet.size() || !plan_.nulls_meet[i])) return false;
  return true;
}

void join_matcher::match(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
                         const std::function<void(std::size_t, std::size_t)>& meet) {
  for (std::size_t l = 0; l < left.size(); ++l)
    for (std::size_t r = 0; r < right.size(); ++r) {
      if (!plan_.condition) {
        meet(l, r);
        continue;
      }
      pairs_.emplace_back(l, r);
      if (pairs_.size() == pairs_max) evaluate(left, right, meet);
    }
  if (!pairs_.empty()) evaluate(left, right, meet);
}

void join_matcher::evaluate(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
                            const std::function<void(std::size_t, std::size_t)>& meet) {
  std::vector<kept_row> lefts;
  std::vector<kept_row> rights;
  for (const auto& [l, r] : pairs_) {
    lefts.push_back(left[l]);
    rights.push_back(right[r]);
  }
  const auto width = width_of(plan_.sides[0]);
  batch rows;
  rows.layout = both_;
  rows.rows = static_cast<std::uint32_t>(pairs_.size());
  rows.columns.resize(both_->fields.size());
  for (const auto index : read_)
    rows.columns[index] = index < width ? collect_column(lefts, index, both_->fields[index].type)
                                        : collect_column(rights, index - width, both_->fields[index].type);
  expr::eval_context context;
  const auto holds = plan_.condition->evaluate(rows, context);
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (!holds->is_null(i) && holds->ints[i] != 0) meet(pairs_[i].first, pairs_[i].second);
  pairs_.clear();
}

} // namespace core::join
