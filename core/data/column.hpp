#pragma once
// A column of values of one type. Filled by one thread, then shared as `column_ptr` and never changed.
// Texts are views: into `owners` (read buffers, arenas), so that decoding and SUBSTRING copy nothing.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/data_type.hpp"

namespace core {

__extension__ using int128 = __int128;

struct column;
using column_ptr = std::shared_ptr<const column>;
using owner_ptr = std::shared_ptr<const void>;

/// Which buffer is in use follows from `storage_of(type.kind)`; the others stay empty. Every value buffer in use holds
/// `rows` entries, also for NULL rows (whatever value).
struct column {
  data_type type{};
  std::uint32_t rows = 0;
  std::vector<std::uint8_t> valid{};     ///< 1 = value, 0 = NULL, one byte a row; empty = no row is NULL.
  std::vector<std::int64_t> ints{};      ///< boolean (0/1), integers, date, time, timestamps, intervals.
  std::vector<double> reals{};           ///< float32, float64.
  std::vector<int128> decimals{};        ///< Unscaled: 12.30 as DECIMAL(10, 2) is 1230.
  std::vector<std::string_view> texts{}; ///< string, bytes, variant.
  /// Timestamps with digits behind the millisecond: nanoseconds 0-999999 of it; empty = all zero.
  std::vector<std::int32_t> nanos{};
  std::vector<std::uint32_t> offsets{}; ///< array, map: rows + 1 positions into the children.
  std::vector<column_ptr> children{};   ///< array: element; map: key, value; row: its fields (each `rows` long).
  std::vector<owner_ptr> owners{};      ///< What the texts point into.

  [[nodiscard]] bool is_null(std::size_t row) const noexcept { return !valid.empty() && valid[row] == 0; }
  [[nodiscard]] bool has_nulls() const noexcept { return !valid.empty(); }
  /// Marks a row NULL; makes the mask when it is the first.
  void set_null(std::size_t row);
};

/// Appends texts that belong to a column being built; blocks do not move, so views stay good.
class text_arena {
public:
  /// Copies `text` in and returns the lasting view.
  [[nodiscard]] std::string_view store(std::string_view text);
  /// Room for `size` bytes to be written by the caller.
  [[nodiscard]] char* allocate(std::size_t size);
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
  std::deque<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

/// An empty column of `type` with its value buffer resized to `rows` (zeros, empty views, no NULLs).
[[nodiscard]] column make_column(const data_type& type, std::size_t rows);
/// `rows` NULLs of `type`.
[[nodiscard]] column_ptr null_column(const data_type& type, std::size_t rows);
/// The rows `picked` of `from`, in that order (shares the owners).
[[nodiscard]] column_ptr gather(const column& from, const std::uint32_t* picked, std::size_t count);
/// One below the other; all of one type.
[[nodiscard]] column_ptr concat(const std::vector<column_ptr>& parts);
/// Adds the owners of `from` to `to` so that views taken over stay good.
void share_owners(column& to, const column& from);

} // namespace core
