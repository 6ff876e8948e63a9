#pragma once
// The ids of the last so many events, as 128-bit hashes: a ring in the order they came, and an open table that finds a
// place in the ring. When the ring is full, the oldest id is forgotten for each new one. Two ids that differ are taken
// for one with a chance of 10^-24 for ten million. Owned by one thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace io {

struct id_hash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  [[nodiscard]] bool operator==(const id_hash&) const = default;
};

[[nodiscard]] id_hash hash_id(std::string_view id);

class seen_ids {
public:
  /// At least 1 and at most 2^31 ids. Memory is taken as they come.
  explicit seen_ids(std::size_t capacity);

  /// False when it is known already; it then stays as old as it was.
  bool add(id_hash id);

  [[nodiscard]] bool contains(id_hash id) const;
  [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  /// Of memory that was written to.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Oldest first: the second part follows the first.
  [[nodiscard]] std::pair<std::span<const id_hash>, std::span<const id_hash>> in_order() const noexcept;

private:
  using place = std::uint32_t; ///< In the ring, from 1 on; 0 is a free slot.

  [[nodiscard]] std::size_t slot_of(id_hash id) const;
  void forget(id_hash id);
  void grow();

  std::size_t capacity_;
  std::vector<id_hash> ring_{};
  std::size_t oldest_ = 0; ///< Once the ring is full.
  std::vector<place> slots_;
};

} // namespace io
