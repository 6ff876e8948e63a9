#pragma once
// The rows of one side and key of a join without bounds: equal rows once, with how often they came and how many rows of
// the other side they meet. In order of arrival. Owned by one join; one thread.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/snapshot/saved_rows.hpp"

namespace core::join {

struct bagged_row {
  kept_row row{};
  std::uint64_t hash = 0;
  std::uint64_t count = 0; ///< 0 = no more there.
  std::uint64_t partners = 0;
  std::int64_t written_ms = 0;
};

class row_bag {
public:
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

  /// Adds to the equal row or behind all; `one.count` and more are the caller's to set.
  void add(const bagged_row& one, std::size_t columns);
  /// The number of the equal row, or `nothing`.
  [[nodiscard]] std::size_t find(const kept_row& row, std::uint64_t hash, std::size_t columns) const;
  /// Takes out one of the rows of that number, which is there.
  void remove(std::size_t at);
  /// Takes out what was written no later.
  void expire(std::int64_t written_ms);

  void save(snapshot::state_writer& to, std::size_t columns) const;
  /// Into an empty bag, which stays so where the rows are not `wanted`.
  void load(snapshot::state_reader& from, snapshot::saved_rows& rows, bool wanted);

  /// Numbers hold until the next `remove` or `expire`. Rows with `count` 0 are none.
  [[nodiscard]] std::vector<bagged_row>& rows() noexcept { return rows_; }
  [[nodiscard]] std::size_t distinct() const noexcept { return rows_.size() - dead_; }

private:
  void append(const bagged_row& one);
  void tidy_up();
  void build_index();

  std::vector<bagged_row> rows_{};
  std::unordered_multimap<std::uint64_t, std::size_t> index_{}; ///< Hash -> number; empty while rows are few.
  std::size_t dead_ = 0;
};

} // namespace core::join
