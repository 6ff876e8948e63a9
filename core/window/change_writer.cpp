#include "core/window/change_writer.hpp"

#include <algorithm>
#include <utility>

namespace core::window {

change_writer::change_writer(schema_ptr output, widths parts, std::size_t rows_max)
    : output_(std::move(output)), parts_(parts), rows_max_(std::max<std::size_t>(1, rows_max)) {}

void change_writer::add(kept_row left, kept_row right, row_kind kind) {
  left_.push_back(std::move(left));
  right_.push_back(std::move(right));
  kinds_.push_back(kind);
}

void change_writer::add_numbered(kept_row row, std::int64_t number, row_kind kind) {
  left_.push_back(std::move(row));
  numbers_.push_back(number);
  kinds_.push_back(kind);
}

batch_ptr change_writer::take(std::size_t begin, std::size_t end) const {
  const auto slice = [&](const std::vector<kept_row>& all) {
    return std::vector<kept_row>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                 all.begin() + static_cast<std::ptrdiff_t>(end));
  };
  auto made = std::make_shared<batch>();
  made->layout = output_;
  made->rows = static_cast<std::uint32_t>(end - begin);
  const auto left = slice(left_);
  const auto right = parts_.right > 0 ? slice(right_) : std::vector<kept_row>();
  const auto kind_at = row_kind_of(*output_);
  for (std::size_t i = 0; i < output_->fields.size(); ++i) {
    const auto& type = output_->fields[i].type;
    if (i < parts_.left) {
      made->columns.push_back(collect_column(left, i, type));
    } else if (i < parts_.left + parts_.right) {
      made->columns.push_back(collect_column(right, i - parts_.left, type));
    } else {
      auto one = make_column(type, end - begin);
      for (auto row = begin; row < end; ++row)
        one.ints[row - begin] = kind_at == i ? static_cast<std::int64_t>(kinds_[row]) : numbers_[row];
      made->columns.push_back(std::make_shared<const column>(std::move(one)));
    }
  }
  return made;
}

void change_writer::finish(operator_output& out) {
  for (std::size_t at = 0; at < kinds_.size(); at += rows_max_)
    out.rows.push_back(take(at, std::min(at + rows_max_, kinds_.size())));
  left_.clear();
  right_.clear();
  numbers_.clear();
  kinds_.clear();
}

} // namespace core::window
