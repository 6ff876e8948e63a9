#include "core/data/kept_rows.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "core/error.hpp"

namespace core {

namespace {

/// The column with its texts copied into one arena, children included.
column_ptr own_texts(const column_ptr& from) {
  if (from->texts.empty() && from->children.empty()) return from;
  auto made = *from;
  made.owners.clear();
  if (!made.texts.empty()) {
    auto arena = std::make_shared<text_arena>();
    for (std::size_t i = 0; i < made.texts.size(); ++i)
      if (!made.is_null(i)) made.texts[i] = arena->store(made.texts[i]);
    made.owners.push_back(std::move(arena));
  }
  for (auto& child : made.children) child = own_texts(child);
  return std::make_shared<const column>(std::move(made));
}

std::uint64_t bytes_of(const column& one) {
  std::uint64_t bytes = sizeof(column) + one.valid.size() + one.ints.size() * 8 + one.reals.size() * 8 +
                        one.decimals.size() * 16 + one.nanos.size() * 4 + one.offsets.size() * 4;
  for (const auto& text : one.texts) bytes += sizeof(text) + text.size();
  for (const auto& child : one.children) bytes += bytes_of(*child);
  return bytes;
}

/// Rows of one block next to each other are gathered together, the pieces then put below each other. For nested values.
column_ptr collect_pieces(const std::vector<kept_row>& rows, std::size_t index, const data_type& type) {
  std::vector<column_ptr> pieces;
  for (std::size_t at = 0; at < rows.size();) {
    const auto* block = rows[at].block.get();
    std::vector<std::uint32_t> picked;
    for (; at < rows.size() && rows[at].block.get() == block; ++at) picked.push_back(rows[at].row);
    if (block == nullptr) {
      pieces.push_back(null_column(type, picked.size()));
      continue;
    }
    auto piece = *gather(*block->columns[index], picked.data(), picked.size());
    piece.type = type;
    pieces.push_back(std::make_shared<const column>(std::move(piece)));
  }
  return pieces.empty() ? null_column(type, 0) : concat(pieces);
}

void copy_value(column& to, std::size_t at, const column& from, std::size_t row) {
  switch (storage_of(to.type.kind)) {
  case storage::integer: to.ints[at] = from.ints[row]; break;
  case storage::real: to.reals[at] = from.reals[row]; break;
  case storage::decimal: to.decimals[at] = from.decimals[row]; break;
  default: to.texts[at] = from.texts[row];
  }
  if (from.nanos.empty()) return;
  if (to.nanos.empty()) to.nanos.resize(to.rows, 0);
  to.nanos[at] = from.nanos[row];
}

template <class Value>
int order(const Value& a, const Value& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

int order_reals(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return order(static_cast<int>(std::isnan(a)), static_cast<int>(std::isnan(b)));
  return order(a, b);
}

int nanos_of(const column& one, std::size_t row) { return one.nanos.empty() ? 0 : one.nanos[row]; }

/// Elements of arrays and maps, field by field of rows.
bool same_nested(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  if (a.type.kind == type_kind::row)
    return std::ranges::all_of(std::views::iota(std::size_t{0}, a.children.size()), [&](std::size_t i) {
      return same_values(*a.children[i], row_a, *b.children[i], row_b);
    });
  const auto first_a = a.offsets[row_a];
  const auto first_b = b.offsets[row_b];
  const auto size = a.offsets[row_a + 1] - first_a;
  if (size != b.offsets[row_b + 1] - first_b) return false;
  for (std::uint32_t i = 0; i < size; ++i)
    for (std::size_t child = 0; child < a.children.size(); ++child)
      if (!same_values(*a.children[child], first_a + i, *b.children[child], first_b + i)) return false;
  return true;
}

} // namespace

batch_ptr keep_rows(const batch& from, const std::vector<std::uint32_t>& picked) {
  auto made = std::make_shared<batch>();
  made->layout = from.layout;
  made->rows = static_cast<std::uint32_t>(picked.size());
  for (const auto& one : from.columns) made->columns.push_back(own_texts(gather(*one, picked.data(), picked.size())));
  return made;
}

column_ptr collect_column(const std::vector<kept_row>& rows, std::size_t index, const data_type& type) {
  if (storage_of(type.kind) == storage::nested) return collect_pieces(rows, index, type);
  auto made = make_column(type, rows.size());
  const batch* shared = nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].is_null(index)) {
      made.set_null(i);
      continue;
    }
    const auto& from = rows[i].at(index);
    copy_value(made, i, from, rows[i].row);
    if (rows[i].block.get() == shared || from.owners.empty()) continue;
    shared = rows[i].block.get();
    share_owners(made, from);
  }
  return std::make_shared<const column>(std::move(made));
}

std::vector<column_ptr> collect_columns(const std::vector<kept_row>& rows, const schema& layout) {
  std::vector<column_ptr> made;
  for (std::size_t i = 0; i < layout.fields.size(); ++i) made.push_back(collect_column(rows, i, layout.fields[i].type));
  return made;
}

std::uint64_t bytes_of(const batch& block) {
  std::uint64_t bytes = sizeof(batch);
  for (const auto& one : block.columns) bytes += bytes_of(*one);
  return bytes;
}

int compare_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  switch (storage_of(a.type.kind)) {
  case storage::integer: {
    const auto first = order(a.ints[row_a], b.ints[row_b]);
    return first != 0 ? first : order(nanos_of(a, row_a), nanos_of(b, row_b));
  }
  case storage::real: return order_reals(a.reals[row_a], b.reals[row_b]);
  case storage::decimal: return order(a.decimals[row_a], b.decimals[row_b]);
  case storage::text: return order(a.texts[row_a], b.texts[row_b]);
  default: return 0; // Arrays, maps and rows have no order.
  }
}

bool same_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  if (a.is_null(row_a) || b.is_null(row_b)) return a.is_null(row_a) && b.is_null(row_b);
  if (storage_of(a.type.kind) == storage::nested) return same_nested(a, row_a, b, row_b);
  return compare_values(a, row_a, b, row_b) == 0;
}

bool same_rows(const kept_row& a, const kept_row& b, std::size_t columns) {
  for (std::size_t i = 0; i < columns; ++i)
    if (!same_values(a.at(i), a.row, b.at(i), b.row)) return false;
  return true;
}

} // namespace core
