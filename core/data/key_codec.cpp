#include "core/data/key_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include <xxhash.h>

#include "core/data/key_width.hpp"

namespace core {

namespace {

constexpr char null_mark = 0;
constexpr char value_mark = 1;

template <class T>
void append_raw(std::string& to, const T& value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  to.append(bytes, sizeof(T));
}

/// The one form of a double: equal doubles have equal bits, and so have all NaN.
double canonical(double value) {
  if (value != value) return std::numeric_limits<double>::quiet_NaN();
  return value + 0.0; // -0.0 + 0.0 is 0.0
}

void put_fixed(char* to, const column& from, std::size_t row, std::size_t width) {
  switch (storage_of(from.type.kind)) {
  case storage::real: {
    const auto value = canonical(from.reals[row]);
    std::memcpy(to, &value, 8);
    return;
  }
  case storage::decimal: std::memcpy(to, &from.decimals[row], 16); return;
  default:
    std::memcpy(to, &from.ints[row], std::min<std::size_t>(width, 8)); // little end first: the low bytes hold the value
    if (width == 12) {
      const std::int32_t nanos = from.nanos.empty() ? 0 : from.nanos[row];
      std::memcpy(to + 8, &nanos, 4);
    }
  }
}

void append_value(std::string& to, const column& from, std::size_t row);

void append_map(std::string& to, const column& from, std::size_t row) {
  std::vector<std::string> entries; // in the order of their bytes: a map has no order of its own
  for (auto i = from.offsets[row]; i < from.offsets[row + 1]; ++i) {
    std::string entry;
    append_value(entry, *from.children[0], i);
    append_value(entry, *from.children[1], i);
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end());
  append_raw(to, static_cast<std::uint32_t>(entries.size()));
  for (const auto& entry : entries) to += entry;
}

void append_nested(std::string& to, const column& from, std::size_t row) {
  if (from.type.kind == type_kind::map) return append_map(to, from, row);
  if (from.type.kind == type_kind::row) {
    for (const auto& child : from.children) append_value(to, *child, row);
    return;
  }
  append_raw(to, from.offsets[row + 1] - from.offsets[row]);
  for (auto i = from.offsets[row]; i < from.offsets[row + 1]; ++i) append_value(to, *from.children[0], i);
}

void append_value(std::string& to, const column& from, std::size_t row) {
  if (from.type.kind == type_kind::null || from.is_null(row)) return to.push_back(null_mark);
  to.push_back(value_mark);
  if (const auto width = key_width(from.type); width > 0) {
    to.resize(to.size() + width);
    return put_fixed(to.data() + to.size() - width, from, row, width);
  }
  if (storage_of(from.type.kind) == storage::nested) return append_nested(to, from, row);
  append_raw(to, static_cast<std::uint32_t>(from.texts[row].size()));
  to += from.texts[row];
}

constexpr std::uint64_t null_hash = 0x9e3779b97f4a7c15ULL; // any value: the bytes tell NULL from a text with this hash

std::uint64_t hash_of(std::string_view key) { return XXH3_64bits(key.data(), key.size()); }

void hash_all(encoded_keys& made) {
  made.hashes.resize(made.keys.size());
  for (std::size_t i = 0; i < made.keys.size(); ++i) made.hashes[i] = hash_of(made.keys[i]);
}

encoded_keys text_keys(const column& texts) {
  encoded_keys made;
  made.owners = texts.owners;
  made.keys.resize(texts.rows);
  for (std::size_t i = 0; i < texts.rows; ++i) {
    const auto text = texts.texts[i];
    made.keys[i] = text.data() == nullptr ? std::string_view("", 0) : text;
  }
  hash_all(made);
  if (!texts.has_nulls()) return made;
  for (std::size_t i = 0; i < texts.rows; ++i) {
    if (!texts.is_null(i)) continue;
    made.keys[i] = {};
    made.hashes[i] = null_hash;
  }
  return made;
}

/// Every value has a fixed width: column by column into records of one length.
encoded_keys fixed_keys(const batch& rows, const std::vector<std::size_t>& columns, std::size_t stride) {
  const auto buffer = std::make_shared<std::string>(rows.rows * stride, '\0');
  std::size_t at = 0;
  for (const auto index : columns) {
    const auto& from = *rows.columns[index];
    const auto width = key_width(from.type);
    auto* to = buffer->data() + at;
    for (std::size_t i = 0; i < rows.rows; ++i, to += stride) {
      if (from.is_null(i)) continue; // mark and value stay zero
      *to = value_mark;
      put_fixed(to + 1, from, i, width);
    }
    at += 1 + width;
  }
  encoded_keys made;
  made.keys.resize(rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) made.keys[i] = {buffer->data() + i * stride, stride};
  hash_all(made);
  made.owners.push_back(buffer);
  return made;
}

encoded_keys mixed_keys(const batch& rows, const std::vector<std::size_t>& columns) {
  const auto buffer = std::make_shared<std::string>();
  std::vector<std::size_t> ends(rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (const auto index : columns) append_value(*buffer, *rows.columns[index], i);
    ends[i] = buffer->size();
  }
  encoded_keys made;
  made.keys.resize(rows.rows);
  for (std::size_t i = 0, from = 0; i < rows.rows; from = ends[i], ++i)
    made.keys[i] = {buffer->data() + from, ends[i] - from};
  hash_all(made);
  made.owners.push_back(buffer);
  return made;
}

} // namespace

std::uint64_t key_hash(std::string_view key) noexcept { return key.data() == nullptr ? null_hash : hash_of(key); }

encoded_keys encode_keys(const batch& rows, const std::vector<std::size_t>& columns) {
  if (columns.empty()) return {};
  if (columns.size() == 1 && storage_of(rows.columns[columns[0]]->type.kind) == storage::text)
    return text_keys(*rows.columns[columns[0]]);
  std::size_t stride = 0;
  for (const auto index : columns) {
    const auto width = key_width(rows.columns[index]->type);
    if (width == 0) return mixed_keys(rows, columns);
    stride += 1 + width;
  }
  return fixed_keys(rows, columns, stride);
}

} // namespace core
