#pragma once
// The stateless half of a source: decoded rows become table rows with event times and watermark candidates, and these
// become the routed batches of each edge. Pure; several threads may prepare different batches at once. What depends on
// the order of batches (the running watermark) is left to `seal`, which the source actor calls in order.

#include <span>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/window/keyed_batch.hpp"

namespace core::plan {

/// A row set aside before any stage saw it.
struct aside_row {
  std::string text{};
  std::string reason{};
  std::uint64_t line = 0;
  event_time_ms event_time = no_watermark; ///< no_watermark = unknown.
  event_time_ms watermark = no_watermark;
};

/// The table rows of one decoded batch.
struct table_rows {
  batch_ptr rows{};                                  ///< Layout: table_layout(source).
  std::vector<event_time_ms> watermark_candidates{}; ///< One a row; empty when the table has no watermark.
  std::vector<event_time_ms> event_times{};          ///< One a row; empty when the table has no event time.
  std::vector<std::string_view> texts{};             ///< One a row when the source keeps texts.
  std::vector<std::uint64_t> lines{};
  owner_ptr texts_owner{};
  std::vector<aside_row> bad{};
};

/// What came with a decoded batch when the source keeps texts (empty otherwise).
struct row_texts {
  std::span<const std::string_view> texts{};
  std::span<const std::uint64_t> lines{};
  owner_ptr owner{};
};

/// Computes the table's columns and times. Rows whose computation faults, whose event time is NULL, or that lie too far
/// in the future become `bad` and move no watermark. `now_ms`: wall clock, milliseconds since 1970 UTC.
[[nodiscard]] table_rows make_table_rows(const source_plan& source, const batch_ptr& decoded, const row_texts& texts,
                                         std::int64_t now_ms);

/// Fills in the last column of a table that reads watermarks: that before each row, NULL before the first.
void add_watermarks(table_rows& table, std::span<const event_time_ms> before, const schema_ptr& layout);

/// A batch on its way to one keyed stage, complete but for `watermarks_before` and `watermark_after`.
struct routed_batch {
  std::shared_ptr<window::keyed_batch> rows{};
  std::vector<std::uint32_t> origin{}; ///< Table row of each routed row; empty = the same.
  std::uint64_t filtered = 0;
  std::vector<expr::row_fault> faults{}; ///< By table row.
};

struct route_options {
  std::uint32_t shards = 1;
  std::uint32_t input = 0; ///< Number of this input at the stage.
  std::int64_t now_ms = 0;
};

/// Runs the edge's program, encodes keys and picks a shard for every row.
[[nodiscard]] routed_batch route(const keyed_edge& edge, const table_rows& table, const route_options& options);

/// The watermarks a table's rows are judged by: `before[i]` is that before row i; returns the watermark behind the last
/// row.
[[nodiscard]] event_time_ms run_watermark(event_time_ms current, std::span<const event_time_ms> candidates,
                                          std::vector<event_time_ms>& before);

/// Fills in the watermarks of a routed batch: `before` is by table row.
void seal(routed_batch& routed, std::span<const event_time_ms> before, event_time_ms after);
/// The same by the wall clock: every row counts at `now_ms`, and all before it has passed.
void seal_now(routed_batch& routed, std::int64_t now_ms);

} // namespace core::plan
