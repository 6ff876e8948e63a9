#pragma once
// Rows of small numbers for tests of operators whose output is a changing table: sent in any cut, read back as lines,
// and applied to a table that refuses to take back what is not there.

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/data/key_codec.hpp"
#include "core/data/row_kind.hpp"
#include "core/window/keyed_operator.hpp"
#include "tests/support/catch.hpp"

namespace core::changelog {

using value = std::optional<std::int64_t>;
using row = std::vector<value>;
using strings = std::vector<std::string>;

struct event {
  row values{};
  row_kind kind = row_kind::insert;
  std::uint32_t side = 0;
  event_time_ms time = 0;
  event_time_ms watermark = no_watermark; ///< Of its own source, before it.
};

/// BIGINT columns; those whose names begin with `s` are STRING, with `t` TIMESTAMP(3).
inline schema_ptr layout_of(const strings& names, bool kinds = false) {
  schema made;
  for (const auto& name : names)
    made.fields.push_back({name, name[0] == 's' ? string_type() : name[0] == 't' ? timestamp_type(3) : int64_type()});
  if (kinds) made.fields.push_back({std::string(row_kind_column), row_kind_type()});
  return std::make_shared<const schema>(std::move(made));
}

inline batch_ptr batch_of(const schema_ptr& layout, const std::vector<event>& events) {
  auto made = std::make_shared<batch>();
  made->layout = layout;
  made->rows = static_cast<std::uint32_t>(events.size());
  const auto texts = std::make_shared<text_arena>();
  const auto kind_at = row_kind_of(*layout);
  for (std::size_t i = 0; i < layout->fields.size(); ++i) {
    auto one = make_column(layout->fields[i].type, events.size());
    const bool text = storage_of(one.type.kind) == storage::text;
    for (std::size_t r = 0; r < events.size(); ++r) {
      if (kind_at == i)
        one.ints[r] = static_cast<std::int64_t>(events[r].kind);
      else if (!events[r].values[i])
        one.set_null(r);
      else if (text)
        one.texts[r] = texts->store(std::to_string(*events[r].values[i]));
      else
        one.ints[r] = *events[r].values[i];
    }
    if (text) one.owners.push_back(texts);
    made->columns.push_back(std::make_shared<const column>(std::move(one)));
  }
  return made;
}

inline std::string text_of(const column& from, std::size_t at) {
  if (from.is_null(at)) return "null";
  if (storage_of(from.type.kind) == storage::text) return std::string(from.texts[at]);
  return std::to_string(from.ints[at]);
}

/// `+I 1 2`; without a kind column `1 2`.
inline strings lines_of(const std::vector<batch_ptr>& batches) {
  static const strings kinds{"+I", "-U", "+U", "-D"};
  strings made;
  for (const auto& one : batches) {
    REQUIRE(one->columns.size() == one->layout->fields.size());
    const auto kind_at = row_kind_of(*one->layout);
    for (std::size_t r = 0; r < one->rows; ++r) {
      std::string line;
      if (kind_at) line = kinds[static_cast<std::size_t>(one->columns[*kind_at]->ints[r])];
      for (std::size_t i = 0; i < one->columns.size(); ++i)
        if (kind_at != i) line += (line.empty() ? "" : " ") + text_of(*one->columns[i], r);
      made.push_back(std::move(line));
    }
  }
  return made;
}

/// The table that changes describe.
inline std::multiset<std::string> table_of(const strings& changes) {
  std::multiset<std::string> made;
  for (const auto& line : changes) {
    const auto values = line.substr(std::min<std::size_t>(3, line.size()));
    if (line[0] == '+') {
      made.insert(values);
      continue;
    }
    const auto at = made.find(values);
    INFO("taken back, but not there: " << line);
    REQUIRE(at != made.end());
    made.erase(at);
  }
  return made;
}

} // namespace core::changelog
