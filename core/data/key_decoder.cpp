#include "core/data/key_codec.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/data/key_width.hpp"

namespace core {

namespace {

/// A column that grows value by value. NULL values of fixed width keep their bytes in the key only when all columns are
/// fixed, so the reader is told the width to skip.
struct growing_column {
  column made{};
  std::vector<growing_column> children{};
  text_arena* texts = nullptr;

  growing_column(const data_type& type, text_arena* arena) : texts(arena) {
    made = make_column(type, 0);
    if (storage_of(type.kind) == storage::nested)
      for (const auto& field : *type.fields) children.emplace_back(field.type, arena);
  }

  void append_null() {
    ++made.rows;
    switch (storage_of(made.type.kind)) {
    case storage::integer: made.ints.push_back(0); break;
    case storage::real: made.reals.push_back(0); break;
    case storage::decimal: made.decimals.push_back(0); break;
    case storage::text: made.texts.emplace_back("", 0); break;
    case storage::nested:
      if (made.type.kind != type_kind::row)
        made.offsets.push_back(made.offsets.back());
      else
        for (auto& child : children) child.append_null();
    }
    if (!made.nanos.empty()) made.nanos.push_back(0);
    if (!made.valid.empty())
      made.valid.push_back(0);
    else
      made.set_null(made.rows - 1);
  }

  column_ptr finish(const owner_ptr& owner) {
    if (storage_of(made.type.kind) == storage::text) made.owners.push_back(owner);
    for (auto& child : children) made.children.push_back(child.finish(owner));
    return std::make_shared<const column>(std::move(made));
  }
};

template <class T>
T take(const char*& at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  at += sizeof(T);
  return value;
}

std::int64_t take_integer(const data_type& type, const char*& at) {
  switch (type.kind) {
  case type_kind::boolean:
  case type_kind::int8: return take<std::int8_t>(at);
  case type_kind::int16: return take<std::int16_t>(at);
  case type_kind::int32:
  case type_kind::date:
  case type_kind::time:
  case type_kind::interval_months: return take<std::int32_t>(at);
  default: return take<std::int64_t>(at);
  }
}

void take_value(growing_column& to, const char*& at, bool fixed);

void take_nested(growing_column& to, const char*& at) {
  if (to.made.type.kind == type_kind::row) {
    for (auto& child : to.children) take_value(child, at, false);
    return;
  }
  const auto count = take<std::uint32_t>(at);
  for (std::uint32_t i = 0; i < count; ++i)
    for (auto& child : to.children) take_value(child, at, false);
  to.made.offsets.push_back(to.made.offsets.back() + count);
}

void take_present(growing_column& to, const char*& at) {
  auto& made = to.made;
  switch (storage_of(made.type.kind)) {
  case storage::integer: {
    made.ints.push_back(take_integer(made.type, at));
    if (!is_timestamp(made.type.kind) || made.type.precision <= 3) break;
    const auto nanos = take<std::int32_t>(at);
    if (nanos != 0 && made.nanos.empty()) made.nanos.assign(made.rows, 0);
    if (nanos != 0 || !made.nanos.empty()) made.nanos.push_back(nanos);
    break;
  }
  case storage::real: made.reals.push_back(take<double>(at)); break;
  case storage::decimal: made.decimals.push_back(take<int128>(at)); break;
  case storage::text: {
    const auto size = take<std::uint32_t>(at);
    made.texts.push_back(to.texts->store({at, size}));
    at += size;
    break;
  }
  case storage::nested: take_nested(to, at); break;
  }
  ++made.rows;
  if (!made.valid.empty()) made.valid.push_back(1);
}

void take_value(growing_column& to, const char*& at, bool fixed) {
  if (*at++ != 0) return take_present(to, at);
  to.append_null();
  if (fixed) at += key_width(to.made.type);
}

column_ptr texts_of(const std::string_view* keys, std::size_t count, const data_type& type) {
  const auto arena = std::make_shared<text_arena>();
  auto made = make_column(type, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (keys[i].data() == nullptr)
      made.set_null(i);
    else
      made.texts[i] = arena->store(keys[i]);
  }
  made.owners.push_back(arena);
  return std::make_shared<const column>(std::move(made));
}

} // namespace

std::vector<column_ptr> decode_keys(const std::string_view* keys, std::size_t count,
                                    const std::vector<data_type>& types) {
  if (types.size() == 1 && storage_of(types[0].kind) == storage::text) return {texts_of(keys, count, types[0])};
  const auto arena = std::make_shared<text_arena>();
  std::vector<growing_column> columns;
  for (const auto& type : types) columns.emplace_back(type, arena.get());
  const bool fixed = std::all_of(types.begin(), types.end(), [](const auto& type) { return key_width(type) > 0; });
  for (std::size_t i = 0; i < count; ++i) {
    const char* at = keys[i].data();
    for (auto& one : columns) take_value(one, at, fixed);
  }
  std::vector<column_ptr> made;
  for (auto& one : columns) made.push_back(one.finish(arena));
  return made;
}

} // namespace core
