#include "daemon/status_summary.hpp"

#include <fmt/format.h>

namespace weir {

status_sums summarize(const actors::engine_status& status) {
  status_sums sums;
  for (const auto& source : status.sources) {
    sums.rows_read += source.rows_read;
    sums.filtered += source.filtered;
    sums.bad += source.bad;
    sums.told_before += source.told_before;
    sums.blank += source.blank;
    sums.field_errors += source.field_errors;
  }
  for (const auto& shard : status.shards) {
    sums.rows_in_windows += shard.rows_in_windows;
    sums.late += shard.late;
    sums.told_before += shard.told_before;
    sums.bad_results += shard.bad;
    sums.open_windows += shard.open_windows;
    sums.dropped_windows += shard.dropped_windows;
    sums.rows_out += shard.rows_out;
    sums.state_bytes += shard.state_bytes;
  }
  return sums;
}

std::string sentence(const actors::engine_status& status) {
  const auto sums = summarize(status);
  std::string text = fmt::format("read {} rows", sums.rows_read);
  if (!status.shards.empty())
    text += fmt::format(": {} in windows, {} filtered, {} late, {} bad; {} windows put out", sums.rows_in_windows,
                        sums.filtered, sums.late, sums.bad, sums.rows_out);
  else
    text += fmt::format(": {} filtered, {} bad", sums.filtered, sums.bad);
  if (sums.dropped_windows > 0) text += fmt::format(", {} open windows dropped", sums.dropped_windows);
  if (sums.bad_results > 0) text += fmt::format(", {} of them bad", sums.bad_results);
  if (sums.told_before > 0) text += fmt::format(", {} told of before the restart", sums.told_before);
  if (sums.blank > 0) text += fmt::format(", {} blank lines", sums.blank);
  if (sums.field_errors > 0) text += fmt::format(", {} unreadable fields set to NULL", sums.field_errors);
  for (const auto& sink : status.sinks) text += fmt::format("; {} rows to {}", sink.rows, sink.name);
  return text;
}

} // namespace weir
