#pragma once
// Kept rows hold on to the blocks they came in. Where rows go one by one and not block by block, the owner copies the
// living ones together now and then, so that memory stays near to what lives. Owned by one operator; one thread.

#include <cstdint>
#include <vector>

#include "core/data/kept_rows.hpp"

namespace core::window {

class row_packing {
public:
  void keep(std::uint64_t rows) noexcept { held_ += rows; }
  /// Whether blocks may hold far more than the living rows.
  [[nodiscard]] bool is_due(std::uint64_t living) const noexcept { return held_ > 3 * living + slack_rows; }
  /// Moves the living rows, all of `layout`, to blocks of their own.
  void pack(const std::vector<kept_row*>& living, const schema& layout);
  /// About how much memory the blocks take.
  [[nodiscard]] std::uint64_t bytes(const schema& layout) const noexcept {
    return held_ * layout.fields.size() * value_bytes;
  }

private:
  static constexpr std::uint64_t slack_rows = 2 * batch_rows_max;
  static constexpr std::uint64_t value_bytes = 16; // a value with its share of texts, roughly

  std::uint64_t held_ = 0; ///< Rows in blocks, as if none had gone since the last packing.
};

} // namespace core::window
