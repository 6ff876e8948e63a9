#pragma once
// A checkpoint: all that a run holds between two rows, and how far its inputs had been read. Plain values; the bytes of
// one are the same on every machine.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/time.hpp"

namespace core::snapshot {

/// Where one partition of a log stood.
struct read_position {
  std::string topic{};
  std::int32_t partition = 0;
  std::int64_t offset = 0; ///< The first record that is not in the state.
  event_time_ms watermark = no_watermark;
};

struct checkpoint {
  std::uint64_t plan = 0; ///< Of which query: another one can do nothing with the state.
  std::vector<read_position> positions{};
  std::vector<event_time_ms> fired{};             ///< By stage: how far its watermark had come.
  std::vector<std::vector<std::string>> stages{}; ///< By stage and shard: what the operator saved.
};

/// With a version and a checksum.
[[nodiscard]] std::string to_bytes(const checkpoint& from);
/// Fails with what is wrong: other bytes, a later version, bytes that have changed.
[[nodiscard]] result<checkpoint> read_checkpoint(std::string_view bytes);

} // namespace core::snapshot
