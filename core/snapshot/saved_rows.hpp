#pragma once
// Kept rows in a saved state: written one by one, read back into blocks of their own, so that what another shard takes
// costs nothing. One thread at a time.

#include <memory>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/snapshot/archive.hpp"

namespace core::snapshot {

/// The row's first `columns` values; a row without a block is written as such.
void write_row(state_writer& to, const kept_row& row, std::size_t columns);

/// How many, and each of them.
template <class Rows>
void write_rows(state_writer& to, const Rows& rows, std::size_t columns) {
  to.number(rows.size());
  for (const auto& row : rows) write_row(to, row, columns);
}

class saved_rows {
public:
  explicit saved_rows(schema_ptr layout);
  ~saved_rows();
  saved_rows(const saved_rows&) = delete;
  saved_rows& operator=(const saved_rows&) = delete;

  /// The next row, as `write_row` wrote it with all columns of the layout. Its values are there after `finish`.
  [[nodiscard]] kept_row read(state_reader& from);
  /// Reads over a row.
  void skip(state_reader& from) const;
  /// What `write_rows` wrote; nothing of it when the rows are not `wanted`.
  [[nodiscard]] std::vector<kept_row> read_all(state_reader& from, bool wanted);
  void finish();

private:
  struct growing;
  void begin_block();

  schema_ptr layout_;
  std::shared_ptr<batch> block_{};
  std::vector<growing> columns_;
  std::shared_ptr<text_arena> texts_{};
};

} // namespace core::snapshot
