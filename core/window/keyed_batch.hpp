#pragma once
// What a source sends to the shards: rows, and for each row its key, its event time and the watermark of its own
// source before it. One keyed_batch is shared by all shards; each reads its own selection.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/data/batch.hpp"
#include "core/data/key_codec.hpp"
#include "core/time.hpp"

namespace core::window {

struct keyed_batch {
  batch_ptr rows{};
  encoded_keys keys{}; ///< Empty vectors when the stage has no key (one global group).
  std::vector<event_time_ms> event_times{};
  std::vector<event_time_ms> watermarks_before{}; ///< Ascending.
  event_time_ms watermark_after = no_watermark;   ///< Of the source, behind the last row (filtered rows count).
  /// Rows of each shard, ascending: `selections[shard]`.
  std::vector<std::vector<std::uint32_t>> selections{};
  /// When someone reads late rows: the text and line of each row as they came; else empty.
  std::vector<std::string_view> texts{};
  std::vector<std::uint64_t> lines{};
  owner_ptr texts_owner{};
  std::uint32_t input = 0;    ///< Which input of the stage this is.
  std::uint32_t side = 0;     ///< Of a join: 0 = left, 1 = right; else 0.
  std::uint64_t sequence = 0; ///< Counts batches of this input.
  /// An earlier run has told what became of these rows: they count in what was open then, and nowhere else.
  bool replayed = false;
};
using keyed_batch_ptr = std::shared_ptr<const keyed_batch>;

/// Which rows of which batch, for one shard.
struct keyed_rows {
  const keyed_batch* from = nullptr;
  std::span<const std::uint32_t> picked{};
  /// The least watermark of the stage's other inputs: row r is judged by min(watermarks_before[r], others_watermark).
  event_time_ms others_watermark = end_of_time;
};

} // namespace core::window
