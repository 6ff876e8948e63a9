#include "core/snapshot/saved_rows.hpp"

namespace core::snapshot {

namespace {

void write_value(state_writer& to, const column& from, std::size_t row) {
  const bool there = !from.is_null(row) && from.type.kind != type_kind::null;
  to.flag(there);
  if (!there) return;
  switch (storage_of(from.type.kind)) {
  case storage::integer:
    to.plain(from.ints[row]);
    if (is_timestamp(from.type.kind)) to.number(from.nanos.empty() ? 0 : static_cast<std::uint64_t>(from.nanos[row]));
    return;
  case storage::real: return to.plain(from.reals[row]);
  case storage::decimal: return to.plain(from.decimals[row]);
  case storage::text: return to.text(from.texts[row]);
  case storage::nested: break;
  }
  if (from.type.kind == type_kind::row) {
    for (const auto& child : from.children) write_value(to, *child, row);
    return;
  }
  to.number(from.offsets[row + 1] - from.offsets[row]);
  for (auto i = from.offsets[row]; i < from.offsets[row + 1]; ++i)
    for (const auto& child : from.children) write_value(to, *child, i);
}

void skip_value(state_reader& from, const data_type& type) {
  if (!from.flag()) return;
  switch (storage_of(type.kind)) {
  case storage::integer:
    (void)from.view(sizeof(std::int64_t));
    if (is_timestamp(type.kind)) (void)from.number();
    return;
  case storage::real: (void)from.view(sizeof(double)); return;
  case storage::decimal: (void)from.view(sizeof(int128)); return;
  case storage::text: (void)from.text(); return;
  case storage::nested: break;
  }
  const auto times = type.kind == type_kind::row ? 1 : from.count();
  for (std::size_t i = 0; i < times; ++i)
    for (const auto& field : *type.fields) skip_value(from, field.type);
}

} // namespace

/// A column that takes one value after the other.
struct saved_rows::growing {
  explicit growing(const data_type& type) : made(make_column(type, 0)) {
    if (storage_of(type.kind) != storage::nested) return;
    for (const auto& field : *type.fields) children.emplace_back(field.type);
  }

  void read(state_reader& from, text_arena& texts) {
    if (!from.flag()) return add_null();
    if (!made.valid.empty()) made.valid.push_back(1);
    ++made.rows;
    switch (storage_of(made.type.kind)) {
    case storage::integer: return read_integer(from);
    case storage::real: return made.reals.push_back(from.plain<double>());
    case storage::decimal: return made.decimals.push_back(from.plain<int128>());
    case storage::text: return made.texts.push_back(texts.store(from.text()));
    case storage::nested: break;
    }
    if (made.type.kind == type_kind::row) {
      for (auto& child : children) child.read(from, texts);
      return;
    }
    const auto elements = from.count();
    for (std::size_t i = 0; i < elements; ++i)
      for (auto& child : children) child.read(from, texts);
    made.offsets.push_back(made.offsets.back() + static_cast<std::uint32_t>(elements));
  }

  column_ptr finish(const std::shared_ptr<text_arena>& texts) {
    if (!made.texts.empty()) made.owners.push_back(texts);
    for (auto& child : children) made.children.push_back(child.finish(texts));
    return std::make_shared<const column>(std::move(made));
  }

  column made;
  std::vector<growing> children{};

private:
  void read_integer(state_reader& from) {
    made.ints.push_back(from.plain<std::int64_t>());
    const auto nanos = is_timestamp(made.type.kind) ? static_cast<std::int32_t>(from.number()) : 0;
    if (nanos == 0 && made.nanos.empty()) return;
    made.nanos.resize(made.rows, 0);
    made.nanos.back() = nanos;
  }

  void add_null() {
    ++made.rows;
    if (made.valid.empty())
      made.valid.assign(made.rows, 1);
    else
      made.valid.push_back(1);
    made.valid.back() = 0;
    switch (storage_of(made.type.kind)) {
    case storage::integer:
      made.ints.push_back(0);
      if (!made.nanos.empty()) made.nanos.push_back(0);
      return;
    case storage::real: return made.reals.push_back(0);
    case storage::decimal: return made.decimals.push_back(0);
    case storage::text: return made.texts.push_back(std::string_view("", 0));
    case storage::nested: break;
    }
    if (made.type.kind != type_kind::row) return made.offsets.push_back(made.offsets.back());
    for (auto& child : children) child.add_null();
  }
};

void write_row(state_writer& to, const kept_row& row, std::size_t columns) {
  to.flag(row.block != nullptr);
  if (!row.block) return;
  for (std::size_t i = 0; i < columns; ++i) write_value(to, row.at(i), row.row);
}

saved_rows::saved_rows(schema_ptr layout) : layout_(std::move(layout)) {}
saved_rows::~saved_rows() = default;

kept_row saved_rows::read(state_reader& from) {
  if (!from.flag()) return {};
  if (!block_) begin_block();
  for (auto& one : columns_) one.read(from, *texts_);
  const kept_row made{block_, block_->rows++};
  if (block_->rows == batch_rows_max) finish();
  return made;
}

void saved_rows::skip(state_reader& from) const {
  if (!from.flag()) return;
  for (const auto& field : layout_->fields) skip_value(from, field.type);
}

std::vector<kept_row> saved_rows::read_all(state_reader& from, bool wanted) {
  std::vector<kept_row> made;
  const auto rows = from.count();
  for (std::size_t i = 0; i < rows; ++i) {
    if (wanted)
      made.push_back(read(from));
    else
      skip(from);
  }
  return made;
}

void saved_rows::begin_block() {
  block_ = std::make_shared<batch>();
  block_->layout = layout_;
  texts_ = std::make_shared<text_arena>();
  columns_.clear();
  for (const auto& field : layout_->fields) columns_.emplace_back(field.type);
}

/// Whoever read a row holds the block already: it gets its columns now.
void saved_rows::finish() {
  if (!block_) return;
  for (auto& one : columns_) block_->columns.push_back(one.finish(texts_));
  columns_.clear();
  block_.reset();
}

} // namespace core::snapshot
