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

namespace changelog {

using namespace core;
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

/// What each side of an operator is.
struct side_shape {
  schema_ptr layout{};
  std::vector<std::size_t> keys{};
};

struct outcome {
  strings rows{};
  std::vector<event_time_ms> late{};
  friend bool operator==(const outcome&, const outcome&) = default;
};

/// Sends runs of one side as batches, of at most `most` rows.
inline outcome run(window::keyed_operator& to, const std::vector<side_shape>& sides, const std::vector<event>& events,
                   std::size_t most = 1, std::uint64_t seed = 0) {
  std::mt19937_64 random(seed);
  outcome made;
  for (std::size_t at = 0; at < events.size();) {
    const auto limit = seed == 0 ? most : 1 + random() % most;
    auto end = at;
    while (end < events.size() && end - at < limit && events[end].side == events[at].side) ++end;
    const std::vector<event> some(events.begin() + static_cast<std::ptrdiff_t>(at),
                                  events.begin() + static_cast<std::ptrdiff_t>(end));
    window::keyed_batch sent;
    sent.side = events[at].side;
    sent.rows = batch_of(sides[sent.side].layout, some);
    sent.keys = encode_keys(*sent.rows, sides[sent.side].keys);
    std::vector<std::uint32_t> all;
    for (const auto& one : some) {
      all.push_back(static_cast<std::uint32_t>(all.size()));
      sent.event_times.push_back(one.time);
      sent.watermarks_before.push_back(one.watermark);
    }
    window::operator_output out;
    to.add({&sent, all, end_of_time}, out);
    for (auto& line : lines_of(out.rows)) made.rows.push_back(std::move(line));
    for (const auto& late : out.late) made.late.push_back(late.event_time);
    at = end;
  }
  return made;
}

inline strings advance(window::keyed_operator& to, event_time_ms watermark) {
  window::operator_output out;
  to.advance(watermark, out);
  return lines_of(out.rows);
}
inline strings flush(window::keyed_operator& to) {
  window::operator_output out;
  to.flush(out);
  return lines_of(out.rows);
}

} // namespace changelog
