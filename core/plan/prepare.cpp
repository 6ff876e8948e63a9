#include "core/plan/prepare.hpp"

#include <algorithm>
#include <numeric>

namespace core::plan {

namespace {

/// Milliseconds of a timestamp or BIGINT column; NULL becomes `missing`.
std::vector<event_time_ms> times_of(const column& times, event_time_ms missing) {
  std::vector<event_time_ms> out = times.ints;
  if (times.has_nulls())
    for (std::size_t i = 0; i < out.size(); ++i)
      if (times.valid[i] == 0) out[i] = missing;
  return out;
}

std::string text_of(const row_texts& texts, std::size_t row) {
  if (row >= texts.texts.size()) return {};
  return std::string(texts.texts[row].substr(0, bad_text_bytes_max));
}

aside_row bad_of(const row_texts& texts, std::size_t row, std::string reason) {
  aside_row bad;
  bad.text = text_of(texts, row);
  bad.reason = std::move(reason);
  bad.line = row < texts.lines.size() ? texts.lines[row] : 0;
  return bad;
}

/// The rows of `table` to keep, when some have no usable time; the others become bad.
std::vector<std::uint32_t> usable_rows(const source_plan& source, const std::vector<event_time_ms>& times,
                                       const row_texts& texts, std::span<const std::uint32_t> origin,
                                       std::int64_t now_ms, std::vector<aside_row>& bad) {
  const auto latest = source.future_skew_ms > 0 ? saturating_add(now_ms, source.future_skew_ms) : end_of_time;
  std::vector<std::uint32_t> kept;
  kept.reserve(times.size());
  for (std::uint32_t i = 0; i < times.size(); ++i) {
    if (times[i] != no_watermark && times[i] <= latest) {
      kept.push_back(i);
      continue;
    }
    const auto row = origin.empty() ? i : origin[i];
    bad.push_back(
        bad_of(texts, row, times[i] == no_watermark ? "event time is NULL" : "event time is too far in the future"));
    if (times[i] != no_watermark) bad.back().event_time = times[i];
  }
  return kept;
}

/// Takes out the rows where a NOT NULL column is NULL; `origin` follows.
void drop_forbidden_nulls(table_rows& table, const row_texts& texts, std::vector<std::uint32_t>& origin) {
  const auto& layout = *table.rows->layout;
  for (std::size_t c = 0; c < layout.fields.size(); ++c) {
    const auto& values = *table.rows->columns[c];
    if (layout.fields[c].type.nullable || !values.has_nulls()) continue;
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> kept_origin;
    for (std::uint32_t i = 0; i < table.rows->rows; ++i) {
      const auto row = origin.empty() ? i : origin[i];
      if (values.is_null(i)) {
        table.bad.push_back(bad_of(texts, row, "field " + layout.fields[c].name + " is NULL, but declared NOT NULL"));
        continue;
      }
      kept.push_back(i);
      kept_origin.push_back(row);
    }
    if (kept.size() == table.rows->rows) continue; // A mask without a NULL in it.
    table.rows = gather(*table.rows, kept);
    origin = std::move(kept_origin);
  }
}

bool all_usable(const std::vector<event_time_ms>& times, event_time_ms latest) {
  return std::ranges::all_of(times, [&](event_time_ms time) { return time != no_watermark && time <= latest; });
}

void keep_texts(table_rows& table, const row_texts& texts, std::span<const std::uint32_t> origin) {
  if (texts.texts.empty()) return;
  table.texts_owner = texts.owner;
  table.texts.reserve(table.rows->rows);
  table.lines.reserve(table.rows->rows);
  for (std::uint32_t i = 0; i < table.rows->rows; ++i) {
    const auto row = origin.empty() ? i : origin[i];
    table.texts.push_back(texts.texts[row]);
    table.lines.push_back(texts.lines[row]);
  }
}

/// Watermark candidates, or nothing where the table has no watermark. A fault in the expression moves nothing.
std::vector<event_time_ms> candidates_of(const source_plan& source, const batch& rows, std::int64_t now_ms) {
  if (!source.watermark) return {};
  expr::eval_context context;
  context.now_ms = now_ms;
  return times_of(*source.watermark->evaluate(rows, context), no_watermark);
}

} // namespace

table_rows make_table_rows(const source_plan& source, const batch_ptr& decoded, const row_texts& texts,
                           std::int64_t now_ms) {
  table_rows table;
  auto computed = run(source.computed, decoded, now_ms);
  for (auto& fault : computed.faults) table.bad.push_back(bad_of(texts, fault.row, std::move(fault.reason)));
  table.rows = computed.rows;
  auto origin = std::move(computed.origin);
  drop_forbidden_nulls(table, texts, origin);
  if (source.time_column >= 0) {
    const auto column = static_cast<std::size_t>(source.time_column);
    table.event_times = times_of(*table.rows->columns[column], no_watermark);
    const auto latest = source.future_skew_ms > 0 ? saturating_add(now_ms, source.future_skew_ms) : end_of_time;
    if (!all_usable(table.event_times, latest)) {
      const auto kept = usable_rows(source, table.event_times, texts, origin, now_ms, table.bad);
      table.rows = gather(*table.rows, kept);
      table.event_times = times_of(*table.rows->columns[column], no_watermark);
      std::vector<std::uint32_t> kept_origin;
      for (const auto row : kept) kept_origin.push_back(origin.empty() ? row : origin[row]);
      origin = std::move(kept_origin);
    }
  }
  if (table.rows->rows > 0) keep_texts(table, texts, origin);
  table.watermark_candidates = candidates_of(source, *table.rows, now_ms);
  return table;
}

void add_watermarks(table_rows& table, std::span<const event_time_ms> before, const schema_ptr& layout) {
  auto made = std::make_shared<batch>(*table.rows);
  auto watermarks = make_column(layout->fields.back().type, before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    watermarks.ints[i] = before[i];
    if (before[i] == no_watermark) watermarks.set_null(i);
  }
  made->layout = layout;
  made->columns.push_back(std::make_shared<const column>(std::move(watermarks)));
  table.rows = std::move(made);
}

namespace {

void select_shards(window::keyed_batch& made, std::uint32_t shards) {
  made.selections.resize(shards);
  const auto rows = made.rows->rows;
  if (shards == 1 || made.keys.hashes.empty()) { // Without a key all rows are one group, and one shard has it.
    made.selections[0].resize(rows);
    std::iota(made.selections[0].begin(), made.selections[0].end(), 0U);
    return;
  }
  for (auto& selection : made.selections) selection.reserve(rows / shards + rows / 8 + 8);
  for (std::uint32_t i = 0; i < rows; ++i) made.selections[shard_of(made.keys.hashes[i], shards)].push_back(i);
}

} // namespace

routed_batch route(const keyed_edge& edge, const table_rows& table, const route_options& options) {
  routed_batch routed;
  auto ran = run(edge.input.program, table.rows, options.now_ms);
  routed.origin = std::move(ran.origin);
  routed.filtered = ran.filtered;
  routed.faults = std::move(ran.faults);
  auto made = std::make_shared<window::keyed_batch>();
  made->rows = std::move(ran.rows);
  made->input = options.input;
  made->side = edge.side;
  if (!edge.keys.empty()) made->keys = encode_keys(*made->rows, edge.keys);
  made->event_times = edge.time_column == no_time_column
                          ? std::vector<event_time_ms>(made->rows->rows, no_watermark)
                          : times_of(*made->rows->columns[edge.time_column], no_watermark);
  if (!table.texts.empty()) {
    made->texts_owner = table.texts_owner;
    for (std::uint32_t i = 0; i < made->rows->rows; ++i) {
      const auto row = routed.origin.empty() ? i : routed.origin[i];
      made->texts.push_back(table.texts[row]);
      made->lines.push_back(table.lines[row]);
    }
  }
  select_shards(*made, options.shards);
  routed.rows = std::move(made);
  return routed;
}

event_time_ms run_watermark(event_time_ms current, std::span<const event_time_ms> candidates,
                            std::vector<event_time_ms>& before) {
  before.resize(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    before[i] = current;
    current = std::max(current, candidates[i]);
  }
  return current;
}

void seal(routed_batch& routed, std::span<const event_time_ms> before, event_time_ms after) {
  auto& made = *routed.rows;
  made.watermark_after = after;
  made.watermarks_before.resize(made.rows->rows);
  for (std::size_t i = 0; i < made.watermarks_before.size(); ++i)
    made.watermarks_before[i] = before[routed.origin.empty() ? i : routed.origin[i]];
}

void seal_now(routed_batch& routed, std::int64_t now_ms) {
  auto& made = *routed.rows;
  made.event_times.assign(made.rows->rows, now_ms);
  made.watermarks_before.assign(made.rows->rows, now_ms - 1);
  made.watermark_after = now_ms - 1;
}

} // namespace core::plan
