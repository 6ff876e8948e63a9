#include "io/format/column_filler.hpp"

#include <algorithm>

namespace io {

read_as reading_of(core::type_kind kind) {
  using core::type_kind;
  switch (kind) {
  case type_kind::boolean: return read_as::boolean;
  case type_kind::int8: return read_as::int8;
  case type_kind::int16: return read_as::int16;
  case type_kind::int32: return read_as::int32;
  case type_kind::int64: return read_as::int64;
  case type_kind::float32: return read_as::float32;
  case type_kind::float64: return read_as::float64;
  case type_kind::decimal: return read_as::decimal;
  case type_kind::string: return read_as::string;
  case type_kind::bytes: return read_as::bytes;
  case type_kind::date: return read_as::date;
  case type_kind::time: return read_as::time;
  case type_kind::timestamp:
  case type_kind::timestamp_ltz: return read_as::stamp;
  case type_kind::variant: return read_as::variant;
  case type_kind::array: return read_as::array;
  case type_kind::map: return read_as::map;
  case type_kind::row: return read_as::row;
  case type_kind::null:
  case type_kind::interval_ms:
  case type_kind::interval_months: break;
  }
  return read_as::nothing;
}

column_filler::column_filler(const core::data_type& type, bool wanted)
    : type_(type), how_(wanted ? reading_of(type.kind) : read_as::nothing) {
  if (how_ == read_as::array || how_ == read_as::map || how_ == read_as::row)
    for (const auto& field : *type.fields) children_.emplace_back(field.type, true);
}

void column_filler::begin(std::size_t rows) {
  if (how_ == read_as::nothing) return;
  made_ = core::make_column(type_, rows);
  room_ = rows;
  const bool list = how_ == read_as::array || how_ == read_as::map;
  for (auto& child : children_) child.begin(list ? 0 : rows);
}

void column_filler::resize(std::size_t rows) {
  const auto fit = [rows](auto& buffer) {
    if (!buffer.empty()) buffer.resize(rows);
  };
  switch (core::storage_of(type_.kind)) {
  case core::storage::integer: made_.ints.resize(rows); break;
  case core::storage::real: made_.reals.resize(rows); break;
  case core::storage::decimal: made_.decimals.resize(rows); break;
  case core::storage::text: made_.texts.resize(rows, std::string_view("", 0)); break;
  case core::storage::nested:
    if (how_ != read_as::row) made_.offsets.resize(rows + 1);
    break;
  }
  if (!made_.valid.empty()) made_.valid.resize(rows, 1);
  fit(made_.nanos);
  made_.rows = static_cast<std::uint32_t>(rows);
}

void column_filler::grow(std::size_t row) {
  room_ = std::max<std::size_t>({row + 1, room_ * 2, 16});
  resize(room_);
  if (how_ == read_as::row)
    for (auto& child : children_) child.make_room(room_ - 1);
}

void column_filler::put_stamp(std::size_t row, core::stamp value) {
  made_.ints[row] = value.ms;
  mark(row);
  if (value.nanos == 0) return;
  if (made_.nanos.empty()) made_.nanos.resize(room_);
  made_.nanos[row] = value.nanos;
}

void column_filler::put_null(std::size_t row) {
  if (how_ == read_as::nothing) return;
  mark(row);
  made_.set_null(row);
  if (how_ == read_as::array || how_ == read_as::map) made_.offsets[row + 1] = made_.offsets[row];
  if (how_ == read_as::row)
    for (auto& child : children_) child.put_null(row);
  if (core::storage_of(type_.kind) == core::storage::text) made_.texts[row] = std::string_view("", 0);
}

void column_filler::put_list(std::size_t row, std::size_t end) {
  made_.offsets[row + 1] = static_cast<std::uint32_t>(end);
  mark(row);
}

core::column_ptr column_filler::finish(std::size_t rows, const std::vector<core::owner_ptr>& owners) {
  if (how_ == read_as::nothing) return core::null_column(type_, rows);
  resize(rows);
  const bool list = how_ == read_as::array || how_ == read_as::map;
  const auto inner = list ? made_.offsets[rows] : rows;
  for (auto& child : children_) made_.children.push_back(child.finish(inner, owners));
  if (core::storage_of(type_.kind) == core::storage::text) made_.owners = owners;
  return std::make_shared<const core::column>(std::move(made_));
}

} // namespace io
