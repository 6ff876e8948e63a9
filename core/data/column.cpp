#include "core/data/column.hpp"

#include <algorithm>
#include <cstring>

namespace core {

void column::set_null(std::size_t row) {
  if (valid.empty()) valid.assign(rows, 1);
  valid[row] = 0;
}

namespace {
constexpr std::size_t arena_block_bytes = 64 * 1024;
}

char* text_arena::allocate(std::size_t size) {
  bytes_ += size;
  if (size > left_) {
    const auto block = std::max(size, arena_block_bytes);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block));
    next_ = blocks_.back().get();
    left_ = block;
  }
  auto* place = next_;
  next_ += size;
  left_ -= size;
  return place;
}

std::string_view text_arena::store(std::string_view text) {
  if (text.empty()) return std::string_view("", 0);
  auto* place = allocate(text.size());
  std::memcpy(place, text.data(), text.size());
  return {place, text.size()};
}

column make_column(const data_type& type, std::size_t rows) {
  column made;
  made.type = type;
  made.rows = static_cast<std::uint32_t>(rows);
  switch (storage_of(type.kind)) {
  case storage::integer: made.ints.resize(rows); break;
  case storage::real: made.reals.resize(rows); break;
  case storage::decimal: made.decimals.resize(rows); break;
  case storage::text: made.texts.resize(rows, std::string_view("", 0)); break;
  case storage::nested:
    if (type.kind != type_kind::row) made.offsets.resize(rows + 1);
    break;
  }
  return made;
}

column_ptr null_column(const data_type& type, std::size_t rows) {
  auto made = make_column(type, rows);
  made.valid.assign(rows, 0);
  if (storage_of(type.kind) == storage::nested)
    for (const auto& field : *type.fields)
      made.children.push_back(null_column(field.type, type.kind == type_kind::row ? rows : 0));
  return std::make_shared<const column>(std::move(made));
}

void share_owners(column& to, const column& from) {
  for (const auto& owner : from.owners)
    if (std::find(to.owners.begin(), to.owners.end(), owner) == to.owners.end()) to.owners.push_back(owner);
}

namespace {

template <class T>
void pick(std::vector<T>& to, const std::vector<T>& from, const std::uint32_t* picked, std::size_t count) {
  if (from.empty()) return;
  to.resize(count);
  for (std::size_t i = 0; i < count; ++i) to[i] = from[picked[i]];
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void gather_lists(column& made, const column& from, const std::uint32_t* picked, std::size_t count) {
  std::vector<std::uint32_t> inner;
  made.offsets.assign(1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (auto j = from.offsets[picked[i]]; j < from.offsets[picked[i] + 1]; ++j) inner.push_back(j);
    made.offsets.push_back(static_cast<std::uint32_t>(inner.size()));
  }
  for (const auto& child : from.children) made.children.push_back(gather(*child, inner.data(), inner.size()));
}

} // namespace

column_ptr gather(const column& from, const std::uint32_t* picked, std::size_t count) {
  column made;
  made.type = from.type;
  made.rows = static_cast<std::uint32_t>(count);
  pick(made.valid, from.valid, picked, count);
  pick(made.ints, from.ints, picked, count);
  pick(made.reals, from.reals, picked, count);
  pick(made.decimals, from.decimals, picked, count);
  pick(made.texts, from.texts, picked, count);
  pick(made.nanos, from.nanos, picked, count);
  if (!from.offsets.empty()) {
    gather_lists(made, from, picked, count);
  } else {
    for (const auto& child : from.children) made.children.push_back(gather(*child, picked, count));
  }
  made.owners = from.owners;
  return std::make_shared<const column>(std::move(made));
}

namespace {

void append_mask(column& made, const column& part) {
  if (part.valid.empty() && made.valid.empty()) return;
  if (made.valid.empty()) made.valid.assign(made.rows, 1);
  if (part.valid.empty())
    made.valid.resize(made.rows + part.rows, 1);
  else
    append(made.valid, part.valid);
}

void append_nanos(column& made, const column& part) {
  if (part.nanos.empty() && made.nanos.empty()) return;
  made.nanos.resize(made.rows, 0);
  append(made.nanos, part.nanos);
  made.nanos.resize(made.rows + part.rows, 0);
}

} // namespace

column_ptr concat(const std::vector<column_ptr>& parts) {
  WEIR_ENSURE(!parts.empty(), "a concatenation needs a part to take its type from");
  if (parts.size() == 1) return parts[0];
  column made;
  made.type = parts[0]->type;
  std::vector<std::vector<column_ptr>> children(parts[0]->children.size());
  const bool lists = !parts[0]->offsets.empty();
  if (lists) made.offsets.assign(1, 0);
  for (const auto& part : parts) {
    append_mask(made, *part);
    append_nanos(made, *part);
    append(made.ints, part->ints);
    append(made.reals, part->reals);
    append(made.decimals, part->decimals);
    append(made.texts, part->texts);
    if (lists) {
      const auto base = made.offsets.back();
      for (std::size_t i = 1; i < part->offsets.size(); ++i) made.offsets.push_back(base + part->offsets[i]);
    }
    for (std::size_t c = 0; c < children.size(); ++c) children[c].push_back(part->children[c]);
    share_owners(made, *part);
    made.rows += part->rows;
  }
  for (const auto& child : children) made.children.push_back(concat(child));
  return std::make_shared<const column>(std::move(made));
}

} // namespace core
