#include "core/window/row_output.hpp"

#include <algorithm>
#include <numeric>

namespace core::window {

row_output::row_output(schema_ptr layout, std::vector<std::size_t> widths, std::size_t rows_max)
    : layout_(std::move(layout)), widths_(std::move(widths)), rows_max_(std::max<std::size_t>(1, rows_max)),
      sides_(widths_.size()) {
  const auto kept = std::accumulate(widths_.begin(), widths_.end(), std::size_t{0});
  WEIR_ENSURE(kept <= layout_->fields.size(), "the sides' columns are in the layout");
  numbers_.resize(layout_->fields.size() - kept);
}

void row_output::add(const std::vector<kept_row>& rows, const std::vector<std::int64_t>& numbers) {
  for (std::size_t side = 0; side < sides_.size(); ++side) sides_[side].push_back(rows[side]);
  for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i].push_back(numbers[i]);
  if (++count_ == rows_max_) close_batch();
}

void row_output::close_batch() {
  auto made = std::make_shared<batch>();
  made->layout = layout_;
  made->rows = static_cast<std::uint32_t>(count_);
  for (std::size_t side = 0; side < sides_.size(); ++side) {
    for (std::size_t i = 0; i < widths_[side]; ++i)
      made->columns.push_back(collect_column(sides_[side], i, layout_->fields[made->columns.size()].type));
    sides_[side].clear();
  }
  for (auto& values : numbers_) {
    auto column = make_column(layout_->fields[made->columns.size()].type, 0);
    column.rows = made->rows;
    column.ints = std::move(values);
    values.clear();
    made->columns.push_back(std::make_shared<const core::column>(std::move(column)));
  }
  count_ = 0;
  done_.push_back(std::move(made));
}

void row_output::finish(operator_output& out) {
  if (count_ > 0) close_batch();
  for (auto& one : done_) out.rows.push_back(std::move(one));
  done_.clear();
}

} // namespace core::window
