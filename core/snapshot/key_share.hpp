#pragma once
// Keys in a saved state, and which of them belong to a shard: those whose rows will be sent to it. So a state can be
// taken up by another number of shards. Plain values.

#include <cstdint>
#include <string_view>

#include "core/data/key_codec.hpp"
#include "core/snapshot/archive.hpp"

namespace core::snapshot {

struct key_share {
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  bool keyed = true; ///< A stage without a key has one group, which the first shard holds.

  /// As the stage's batches have it: 0 without a key.
  [[nodiscard]] std::uint64_t hash(std::string_view key) const noexcept { return keyed ? key_hash(key) : 0; }
  [[nodiscard]] bool holds(std::uint64_t hash) const noexcept { return shard_of(hash, shards) == shard; }
};

/// An encoded key; data() == nullptr is the NULL of a single text column.
inline void write_key(state_writer& to, std::string_view key) {
  to.number(key.data() == nullptr ? 0 : key.size() + 1);
  to.raw(key.data(), key.size());
}
[[nodiscard]] std::string_view read_key(state_reader& from);

} // namespace core::snapshot
