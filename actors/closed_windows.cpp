#include "actors/closed_windows.hpp"

#include <algorithm>
#include <numeric>

namespace actors {

core::event_time_ms fires_at(std::int64_t end_ms, const core::time_zone& zone) {
  return core::saturating_sub(zone.is_utc() ? end_ms : zone.to_utc_latest(end_ms), 1);
}

std::size_t closing_row(std::span<const core::event_time_ms> before, core::event_time_ms after,
                        core::event_time_ms needed) {
  if (before.empty()) return 0;
  // Behind row i the watermark is before[i + 1]; behind the last it is `after`.
  const auto found = std::ranges::lower_bound(before.subspan(1), needed);
  const auto row = static_cast<std::size_t>(found - before.subspan(1).begin());
  if (row + 1 < before.size()) return row;
  return after >= needed ? before.size() - 1 : before.size();
}

namespace {

template <class T>
int order(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

/// NULL first, then by value; nested columns do not take part.
int compare(const core::column& values, std::uint32_t a, std::uint32_t b) {
  const bool null_a = values.is_null(a);
  const bool null_b = values.is_null(b);
  if (null_a || null_b) return order(!null_a, !null_b);
  switch (core::storage_of(values.type.kind)) {
  case core::storage::integer: return order(values.ints[a], values.ints[b]);
  case core::storage::real: return order(values.reals[a], values.reals[b]);
  case core::storage::decimal: return order(values.decimals[a], values.decimals[b]);
  case core::storage::text: return order(values.texts[a], values.texts[b]);
  case core::storage::nested: return 0;
  }
  return 0;
}

core::batch_ptr stack(const std::vector<core::batch_ptr>& parts) {
  if (parts.size() == 1) return parts[0];
  auto made = std::make_shared<core::batch>();
  made->layout = parts[0]->layout;
  for (const auto& part : parts) made->rows += part->rows;
  for (std::size_t c = 0; c < parts[0]->columns.size(); ++c) {
    std::vector<core::column_ptr> columns;
    for (const auto& part : parts) columns.push_back(part->columns[c]);
    made->columns.push_back(core::concat(columns));
  }
  return made;
}

} // namespace

core::batch_ptr merge_in_order(const std::vector<core::batch_ptr>& parts, std::size_t end_column) {
  if (parts.empty()) return nullptr;
  const auto all = stack(parts);
  std::vector<std::uint32_t> rows(all->rows);
  std::iota(rows.begin(), rows.end(), 0U);
  std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
    if (const auto by_end = compare(*all->columns[end_column], a, b); by_end != 0) return by_end < 0;
    for (const auto& column : all->columns)
      if (const auto by_column = compare(*column, a, b); by_column != 0) return by_column < 0;
    return false;
  });
  return core::gather(*all, rows);
}

} // namespace actors
