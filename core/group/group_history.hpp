#pragma once
// The rows a group is made of, in order of arrival, for aggregates that cannot take a row out again: they are worked
// out anew from what is left. Owned by one operator; one thread.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/data/kept_rows.hpp"
#include "core/window/row_packing.hpp"

namespace core::group {

class group_history {
public:
  void add(std::uint32_t group, kept_row row);
  /// Takes out the first row that is equal; false when there is none.
  bool remove(std::uint32_t group, const kept_row& row);
  void forget(std::uint32_t group);
  /// Puts all rows of the group into `cells`, which have been started.
  void replay(std::uint32_t group, agg::accumulators& into, std::byte* cells) const;
  /// Copies the living rows together when blocks hold far more than these. Between batches.
  void pack(const schema& layout);

  [[nodiscard]] const std::vector<kept_row>& rows_of(std::uint32_t group) const;
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::uint64_t bytes(const schema& layout) const noexcept;

private:
  std::unordered_map<std::uint32_t, std::vector<kept_row>> groups_{};
  std::uint64_t rows_ = 0;
  window::row_packing packing_{};
};

} // namespace core::group
