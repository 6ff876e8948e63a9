#pragma once
// Runs a window operator over a list of rows as the engine would: cut into batches, shared out over shards, from one
// input or several. What comes out is a sorted list of texts, so that runs can be compared.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/data/key_codec.hpp"
#include "core/data/number_text.hpp"
#include "core/watermark/watermark_combiner.hpp"
#include "core/window/window_aggregate.hpp"
#include "tests/support/catch.hpp"

namespace stream {

using namespace core;

/// Columns: k STRING, v BIGINT, d DOUBLE, s STRING, f BOOLEAN.
struct row {
  std::optional<std::string> key;
  event_time_ms time = 0;
  std::optional<std::int64_t> v{};
  std::optional<double> d{};
  std::optional<std::string> s{};
  std::optional<bool> f{};
  std::uint32_t input = 0;
};

inline schema_ptr input_layout() {
  return std::make_shared<const schema>(schema{
      {{"k", string_type()}, {"v", int64_type()}, {"d", float64_type()}, {"s", string_type()}, {"f", boolean_type()}}});
}

inline agg::aggregate_call call(agg::function what, int argument, bool distinct = false, int filter = -1) {
  agg::aggregate_call made;
  made.what = what;
  made.argument = argument;
  made.distinct = distinct;
  made.filter = filter;
  if (argument >= 0) made.argument_type = input_layout()->fields[static_cast<std::size_t>(argument)].type;
  made.result_type = *agg::result_type(what, made.argument_type);
  return made;
}

inline window::window_aggregate_plan plan_of(window::window_spec spec, std::vector<agg::aggregate_call> calls,
                                             bool keyed = true) {
  window::window_aggregate_plan plan;
  plan.window = std::move(spec);
  if (keyed) plan.keys = {0};
  plan.calls = std::move(calls);
  plan.input = input_layout();
  schema out;
  if (keyed) out.fields.push_back({"k", string_type()});
  out.fields.push_back({"window_start", timestamp_type(3)});
  out.fields.push_back({"window_end", timestamp_type(3)});
  out.fields.push_back({"window_time", timestamp_ltz_type(3)});
  for (std::size_t i = 0; i < plan.calls.size(); ++i)
    out.fields.push_back({"c" + std::to_string(i), plan.calls[i].result_type});
  plan.output = std::make_shared<const schema>(std::move(out));
  return plan;
}

template <class T, class Put>
void fill(column& to, std::size_t at, const std::optional<T>& value, Put put) {
  if (value)
    put(*value);
  else
    to.set_null(at);
}

inline batch_ptr batch_of(const std::vector<row>& rows) {
  auto made = std::make_shared<batch>();
  made->layout = input_layout();
  made->rows = static_cast<std::uint32_t>(rows.size());
  std::vector<column> columns;
  for (const auto& field : made->layout->fields) columns.push_back(make_column(field.type, rows.size()));
  auto texts = std::make_shared<text_arena>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    fill(columns[0], i, rows[i].key, [&](const auto& v) { columns[0].texts[i] = texts->store(v); });
    fill(columns[1], i, rows[i].v, [&](auto v) { columns[1].ints[i] = v; });
    fill(columns[2], i, rows[i].d, [&](auto v) { columns[2].reals[i] = v; });
    fill(columns[3], i, rows[i].s, [&](const auto& v) { columns[3].texts[i] = texts->store(v); });
    fill(columns[4], i, rows[i].f, [&](auto v) { columns[4].ints[i] = v ? 1 : 0; });
  }
  columns[0].owners.push_back(texts);
  columns[3].owners.push_back(texts);
  for (auto& one : columns) made->columns.push_back(std::make_shared<const column>(std::move(one)));
  return made;
}

inline std::string text_of(const column& from, std::size_t i) {
  if (from.is_null(i)) return "null";
  std::string out;
  switch (storage_of(from.type.kind)) {
  case storage::integer: return std::to_string(from.ints[i]);
  case storage::real: append_double(out, from.reals[i]); return out;
  case storage::decimal: append_decimal(out, from.decimals[i], from.type.scale); return out;
  default: return "'" + std::string(from.texts[i]) + "'";
  }
}

/// One line a row, columns parted by blanks.
inline void lines_of(const batch& from, std::vector<std::string>& to) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    std::string line;
    for (const auto& one : from.columns) line += (line.empty() ? "" : " ") + text_of(*one, i);
    to.push_back(std::move(line));
  }
}

struct settings {
  std::size_t batch_rows = 1;
  std::size_t shards = 1;
  event_time_ms delay = 0;
  std::uint32_t inputs = 1;
  std::uint64_t seed = 0;      ///< Not 0: batches of random sizes up to batch_rows.
  bool end = true;             ///< At the end of the input all windows close.
  std::size_t flush_after = 0; ///< Rows; 0 = no flush.
};

struct outcome {
  std::vector<std::string> rows{}; ///< Sorted.
  std::vector<std::string> late{}; ///< Row numbers and watermarks, sorted.
  std::uint64_t added = 0;
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  bool ordered = true; ///< By window end, in every call.
  friend bool operator==(const outcome& a, const outcome& b) {
    return a.rows == b.rows && a.late == b.late && a.added == b.added;
  }
};

/// The engine in small: batches in order of arrival, each cut by input; watermarks of each input before each row.
class engine {
public:
  engine(const window::window_aggregate_plan& plan, const settings& how) : plan_(plan), how_(how), clocks_(how.inputs) {
    for (std::size_t i = 0; i < how.shards; ++i) shards_.push_back(std::move(*window::make_window_aggregate(plan)));
    for (const auto& one : shards_) made_.bytes_before += one->state_bytes();
    newest_.assign(how.inputs, no_watermark);
  }

  outcome run(const std::vector<row>& rows) {
    std::mt19937_64 random(how_.seed);
    for (std::size_t at = 0; at < rows.size();) {
      auto count = how_.seed == 0 ? how_.batch_rows : 1 + random() % how_.batch_rows;
      std::size_t end = at;
      while (end < rows.size() && end - at < count && rows[end].input == rows[at].input) ++end;
      if (how_.flush_after > at && how_.flush_after < end) end = how_.flush_after;
      send(rows, at, end);
      at = end;
      if (at == how_.flush_after) each([&](auto& shard) { shard.flush(out_); });
    }
    if (how_.end) each([&](auto& shard) { shard.advance(end_of_time, out_); });
    for (const auto& one : shards_) {
      made_.added += one->rows_added();
      made_.bytes_after += one->state_bytes();
    }
    std::sort(made_.rows.begin(), made_.rows.end());
    std::sort(made_.late.begin(), made_.late.end());
    return made_;
  }
  [[nodiscard]] window::keyed_operator& shard(std::size_t i) { return *shards_[i]; }

private:
  template <class Work>
  void each(Work work) {
    for (auto& one : shards_) {
      work(*one);
      collect(0);
    }
  }

  void collect(std::size_t first_row) {
    std::int64_t last_end = no_watermark;
    for (const auto& one : out_.rows) {
      CHECK(one->rows <= plan_.output_rows_max);
      CHECK(one->layout == plan_.output);
      const auto& ends = one->columns[plan_.keys.size() + 1]->ints;
      for (const auto end : ends) {
        made_.ordered &= end >= last_end;
        last_end = end;
      }
      lines_of(*one, made_.rows);
    }
    for (const auto& one : out_.late)
      made_.late.push_back(std::to_string(first_row + one.row) + " at " + std::to_string(one.event_time) + " by " +
                           std::to_string(one.watermark));
    out_.rows.clear();
    out_.late.clear();
  }

  void send(const std::vector<row>& all, std::size_t begin, std::size_t end) {
    const std::vector<row> rows(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                all.begin() + static_cast<std::ptrdiff_t>(end));
    const auto input = rows[0].input;
    window::keyed_batch sent;
    sent.rows = batch_of(rows);
    sent.keys = encode_keys(*sent.rows, plan_.keys);
    sent.input = input;
    sent.selections.resize(how_.shards);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      sent.event_times.push_back(rows[i].time);
      sent.watermarks_before.push_back(newest_[input]);
      newest_[input] = std::max(newest_[input], saturating_sub(rows[i].time, how_.delay));
      sent.selections[sent.keys.hashes.empty() ? 0 : sent.keys.hashes[i] % how_.shards].push_back(i);
    }
    sent.watermark_after = newest_[input];
    const auto others = clocks_.others(input);
    (void)clocks_.update(input, sent.watermark_after);
    for (std::size_t s = 0; s < how_.shards; ++s) {
      shards_[s]->add({&sent, sent.selections[s], others}, out_);
      collect(begin);
      shards_[s]->advance(clocks_.combined(), out_);
      collect(begin);
    }
  }

  const window::window_aggregate_plan& plan_;
  settings how_;
  watermark::watermark_combiner clocks_;
  std::vector<event_time_ms> newest_{};
  std::vector<std::unique_ptr<window::keyed_operator>> shards_{};
  window::operator_output out_{};
  outcome made_{};
};

inline outcome run(const window::window_aggregate_plan& plan, const std::vector<row>& rows, const settings& how = {}) {
  return engine(plan, how).run(rows);
}

inline window::window_spec tumble(std::int64_t size, std::string zone = "") {
  return {window::window_kind::tumble, size, 0, 0, std::move(zone)};
}
inline window::window_spec hop(std::int64_t slide, std::int64_t size, std::string zone = "") {
  return {window::window_kind::hop, size, slide, 0, std::move(zone)};
}
inline window::window_spec cumulate(std::int64_t step, std::int64_t size, std::string zone = "") {
  return {window::window_kind::cumulate, size, step, 0, std::move(zone)};
}
inline window::window_spec session(std::int64_t gap, std::string zone = "") {
  return {window::window_kind::session, gap, 0, 0, std::move(zone)};
}

inline std::vector<agg::aggregate_call> count_and_sum() {
  return {call(agg::function::count_star, -1), call(agg::function::sum, 1)};
}

} // namespace stream
