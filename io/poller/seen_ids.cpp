#include "io/poller/seen_ids.hpp"

#include <algorithm>
#include <utility>

#include <xxhash.h>

#include "core/error.hpp"

namespace io {

namespace {

constexpr std::size_t slots_min = 64;

} // namespace

id_hash hash_id(std::string_view id) {
  const auto made = XXH3_128bits(id.data(), id.size());
  return {made.low64, made.high64};
}

seen_ids::seen_ids(std::size_t capacity) : capacity_(capacity), slots_(slots_min, 0) {
  WEIR_ENSURE(capacity >= 1 && capacity <= (std::size_t{1} << 31U), "places are numbers of 32 bits");
  // Doubling by and by would hold up to three times the ring for a moment; unwritten pages cost nothing.
  ring_.reserve(capacity);
}

bool seen_ids::add(id_hash id) {
  if (contains(id)) return false;
  place where = 0;
  if (ring_.size() < capacity_) {
    if ((ring_.size() + 1) * 4 > slots_.size() * 3) grow();
    ring_.push_back(id);
    where = static_cast<place>(ring_.size());
  } else {
    forget(ring_[oldest_]);
    ring_[oldest_] = id;
    where = static_cast<place>(oldest_ + 1);
    oldest_ = (oldest_ + 1) % capacity_;
  }
  slots_[slot_of(id)] = where;
  return true;
}

bool seen_ids::contains(id_hash id) const { return slots_[slot_of(id)] != 0; }

/// Its own slot, or the free one where it belongs.
std::size_t seen_ids::slot_of(id_hash id) const {
  const auto mask = slots_.size() - 1;
  auto at = id.low & mask;
  while (slots_[at] != 0 && ring_[slots_[at] - 1] != id) at = (at + 1) & mask;
  return at;
}

/// Moves those behind it up, so that no search ends at the hole.
void seen_ids::forget(id_hash id) {
  const auto mask = slots_.size() - 1;
  auto hole = slot_of(id);
  for (auto at = (hole + 1) & mask; slots_[at] != 0; at = (at + 1) & mask) {
    const auto home = ring_[slots_[at] - 1].low & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue; // It belongs behind the hole.
    slots_[hole] = slots_[at];
    hole = at;
  }
  slots_[hole] = 0;
}

void seen_ids::grow() {
  const auto slots = slots_.size() * 2;
  slots_ = {}; // Gone before the new ones come.
  slots_.assign(slots, 0);
  for (std::size_t i = 0; i < ring_.size(); ++i) slots_[slot_of(ring_[i])] = static_cast<place>(i + 1);
}

std::size_t seen_ids::bytes() const noexcept {
  return sizeof *this + ring_.size() * sizeof(id_hash) + slots_.capacity() * sizeof(place);
}

std::pair<std::span<const id_hash>, std::span<const id_hash>> seen_ids::in_order() const noexcept {
  const std::span<const id_hash> all(ring_);
  return {all.subspan(oldest_), all.first(oldest_)};
}

} // namespace io
