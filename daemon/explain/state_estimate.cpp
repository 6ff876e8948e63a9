#include "daemon/explain/state_estimate.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "config/quantity.hpp"
#include "core/agg/accumulators.hpp"
#include "core/agg/cell.hpp"
#include "core/window/stored_row.hpp"

namespace weir {

namespace {

using core::schema_ptr;
using columns = std::vector<std::size_t>;

constexpr std::uint64_t index_bytes = 16; ///< Two slots of the table that finds keys.
constexpr std::uint64_t kept_bytes = 24;  ///< What points to a kept row.
constexpr std::uint64_t span_bytes = 48;  ///< Bounds of a session and its place in the order of ends.

std::uint64_t value_bytes(const core::data_type& type) {
  const std::uint64_t mask = type.nullable ? 1 : 0;
  switch (core::storage_of(type.kind)) {
  case core::storage::decimal: return 16 + mask;
  case core::storage::text: return sizeof(std::string_view) + estimated_text_bytes + mask;
  case core::storage::nested: {
    std::uint64_t made = mask + 4;
    if (type.fields)
      for (const auto& field : *type.fields) made += value_bytes(field.type);
    return made;
  }
  default: return 8 + mask;
  }
}

std::uint64_t row_bytes(const schema_ptr& layout) {
  std::uint64_t made = kept_bytes;
  if (layout)
    for (const auto& field : layout->fields) made += value_bytes(field.type);
  return made;
}

/// The head holds short keys; a longer one lies in a block of its own.
std::uint64_t key_bytes(const schema_ptr& layout, const columns& keys) {
  std::uint64_t size = 0;
  for (const auto key : keys) {
    const auto& type = layout->fields.at(key).type;
    const bool is_text = core::storage_of(type.kind) == core::storage::text;
    size += is_text ? estimated_text_bytes + (keys.size() > 1 ? 4 : 0) : 9;
  }
  const auto outside = size > core::window::inline_key_max ? (size + 15) / 16 * 16 : 0;
  return core::window::row_head_bytes + index_bytes + outside;
}

struct cells_size {
  std::uint64_t bytes = 0;
  bool grows = false;
};

cells_size cells_of(const std::vector<core::agg::aggregate_call>& calls, const schema_ptr& input) {
  const auto made = core::agg::accumulators::make(calls, *input);
  if (!made) return {};
  return {made->bytes(), made->has_side()};
}

state_estimate group_state(const columns& keys, const std::vector<core::agg::aggregate_call>& calls,
                           const schema_ptr& input, std::string per) {
  const auto cells = cells_of(calls, input);
  return {key_bytes(input, keys) + cells.bytes, std::move(per),
          fmt::format("the key and its place in the table, {} bytes of aggregates{}", cells.bytes,
                      cells.grows ? "; on top: texts and the values of DISTINCT, about 24 bytes each" : "")};
}

state_estimate rows_state(const schema_ptr& layout, std::uint64_t rows, std::string per, std::string_view which) {
  return {
      row_bytes(layout) * rows, std::move(per),
      fmt::format("{} of {} bytes{}", which, row_bytes(layout), rows == 1 ? "" : fmt::format(", {} of them", rows))};
}

state_estimate of(const core::window::window_aggregate_plan& plan) {
  using core::window::window_kind;
  const auto& window = plan.window;
  if (window.kind == window_kind::session) {
    auto made = group_state(plan.keys, plan.calls, plan.input, "key and open session");
    made.bytes += span_bytes;
    made.counts += ", the session's bounds";
    return made;
  }
  if (window.kind == window_kind::tumble) return group_state(plan.keys, plan.calls, plan.input, "key and open window");
  const auto slice = std::max<std::int64_t>(std::gcd(window.size_ms, window.slide_ms), 1);
  auto made = group_state(plan.keys, plan.calls, plan.input, "key and slice");
  made.counts +=
      fmt::format("; a slice is {}, a window has {} of them", config::duration_text(slice), window.size_ms / slice);
  return made;
}

state_estimate of(const core::window::attached_aggregate_plan& plan) {
  return group_state(plan.keys, plan.calls, plan.input, "key and open window");
}

state_estimate of(const core::window::session_rows_plan& plan) {
  return rows_state(plan.input, 1, "row of an open session", "the row");
}

state_estimate of(const core::rank::window_rank_plan& plan) {
  auto made = rows_state(plan.input, plan.to, "key and open window", plan.to == 1 ? "a row" : "rows");
  made.bytes += key_bytes(plan.input, plan.keys);
  made.counts += ", the key and its place in the table";
  return made;
}

state_estimate of(const core::rank::updating_rank_plan& plan) {
  const bool takes_back = core::row_kind_of(*plan.input).has_value();
  if (takes_back) return rows_state(plan.input, 1, "row kept", "every row that may come back into the rank,");
  auto made = rows_state(plan.input, plan.to, "key", plan.to == 1 ? "a row" : "rows");
  made.bytes += key_bytes(plan.input, plan.keys);
  made.counts += ", the key and its place in the table";
  return made;
}

state_estimate of(const core::over::over_plan& plan) {
  auto made = rows_state(plan.input, 1, "row kept", "rows that wait for the watermark or are in a frame,");
  made.counts += fmt::format("; on top, per key: {} bytes", key_bytes(plan.input, plan.keys));
  return made;
}

state_estimate of(const core::over::time_sort_plan& plan) {
  return rows_state(plan.layout, 1, "row kept", "rows that wait for the watermark,");
}

state_estimate join_state(const core::join::join_plan& join, std::string_view until) {
  const auto left = row_bytes(join.sides[0].layout);
  const auto right = row_bytes(join.sides[1].layout);
  return {std::max(left, right), "row kept",
          fmt::format("left rows of {} bytes, right rows of {} bytes, {}", left, right, until)};
}

state_estimate of(const core::join::window_join_plan& plan) { return join_state(plan.join, "until their window ends"); }

state_estimate of(const core::join::interval_join_plan& plan) {
  const auto reach = config::duration_text(std::max<std::int64_t>(plan.upper_ms - plan.lower_ms, 0));
  return join_state(plan.join, fmt::format("for {} of event time", reach));
}

state_estimate of(const core::join::regular_join_plan& plan) {
  return join_state(
      plan.join, plan.state_ttl_ms == 0 ? "for ever" : fmt::format("for {}", config::duration_text(plan.state_ttl_ms)));
}

state_estimate of(const core::group::group_aggregate_plan& plan) {
  return group_state(plan.keys, plan.calls, plan.input, "key");
}

} // namespace

state_estimate estimate_state(const core::plan::stage_operation& operation) {
  return std::visit([](const auto& plan) { return of(plan); }, operation);
}

} // namespace weir
