#include "daemon/shell/row_table.hpp"

#include <algorithm>

namespace weir {

namespace {

constexpr std::string_view null_text = "NULL";
constexpr std::size_t timestamp_width = 23;
constexpr std::size_t number_width = 6;

bool starts_code_point(char one) { return (static_cast<unsigned char>(one) & 0xC0U) != 0x80U; }

/// Room for values that are likely to come.
std::size_t least_width(const core::data_type& type) {
  if (core::is_timestamp(type.kind)) return timestamp_width;
  return core::is_number(type.kind) ? number_width : null_text.size();
}

/// Line ends and other control characters would break the table.
std::string on_one_line(std::string_view text) {
  std::string made(text);
  for (auto& one : made)
    if (static_cast<unsigned char>(one) < 0x20U || one == '\x7f') one = ' ';
  return made;
}

} // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_code_point));
}

row_table::row_table(core::schema_ptr layout, std::function<void(std::string_view)> print)
    : layout_(std::move(layout)), print_(std::move(print)) {}

void row_table::add(const std::vector<cells>& rows) {
  if (widths_.empty()) begin(rows);
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      const auto& value = i < row.size() ? row[i] : std::nullopt;
      const bool right = core::is_number(layout_->fields[i].type.kind);
      append_cell(line, i, value ? on_one_line(*value) : std::string(null_text), right);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  rows_ += rows.size();
  print_(text);
}

void row_table::finish() {
  if (widths_.empty()) begin({});
}

void row_table::begin(const std::vector<cells>& rows) {
  std::string names;
  std::string rule;
  for (std::size_t i = 0; i < layout_->fields.size(); ++i) {
    const auto& field = layout_->fields[i];
    auto width = std::max(width_of(field.name), least_width(field.type));
    for (const auto& row : rows)
      if (i < row.size() && row[i]) width = std::max(width, width_of(*row[i]));
    widths_.push_back(std::min(width, column_width_max));
    append_cell(names, i, on_one_line(field.name), false);
    rule += (i == 0 ? "-" : "-+-") + std::string(widths_[i], '-');
  }
  names.erase(names.find_last_not_of(' ') + 1);
  print_(names + "\n" + rule + "-\n");
}

void row_table::append_cell(std::string& line, std::size_t column, std::string_view text, bool right) const {
  const auto room = widths_[column];
  std::string shown(text);
  if (width_of(shown) > room) {
    std::size_t at = 0;
    for (std::size_t points = 0; at < shown.size(); ++at)
      if (starts_code_point(shown[at]) && ++points == room) break;
    shown = shown.substr(0, at) + "…";
  }
  const std::string blanks(room - width_of(shown), ' ');
  line += column == 0 ? " " : " | ";
  line += right ? blanks + shown : shown + blanks;
}

} // namespace weir
