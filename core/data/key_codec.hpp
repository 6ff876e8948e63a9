#pragma once
// Keys as bytes: equal bytes if and only if equal typed values (law 8). A single text column is its own key, without a
// copy; other keys are encoded value by value with lengths and NULL marks, so nothing can run together. Hash: XXH3 of
// the bytes.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/data/batch.hpp"

namespace core {

struct encoded_keys {
  std::vector<std::string_view> keys{}; ///< data() == nullptr: the NULL of a single text column.
  std::vector<std::uint64_t> hashes{};
  std::vector<owner_ptr> owners{};
};

/// Keys of every row. -0.0 is the key 0.0; every NaN is one key.
[[nodiscard]] encoded_keys encode_keys(const batch& rows, const std::vector<std::size_t>& columns);

/// The hash that `encode_keys` gives a key; data() == nullptr: the NULL of a single text column.
[[nodiscard]] std::uint64_t key_hash(std::string_view key) noexcept;

/// The shard of a key: the same for every source and every run with that number of shards.
[[nodiscard]] constexpr std::uint32_t shard_of(std::uint64_t hash, std::uint32_t shards) noexcept {
  return static_cast<std::uint32_t>(((hash >> 32U) * shards) >> 32U);
}

/// The key columns of `count` encoded keys back as columns of these types (the texts are copied).
[[nodiscard]] std::vector<column_ptr> decode_keys(const std::string_view* keys, std::size_t count,
                                                  const std::vector<data_type>& types);

} // namespace core
