#pragma once
// A column under construction and what its decoder must know of it. Rows are written by index; a row may be written
// again until the next one begins, so that a bad row leaves no trace. Owned by one decoder.

#include <string_view>
#include <vector>

#include "core/data/batch.hpp"
#include "core/data/time_text.hpp"

namespace io {

/// How a value is read; follows from the type alone.
enum class read_as : std::uint8_t {
  nothing, ///< Checked and passed over.
  boolean,
  int8,
  int16,
  int32,
  int64,
  float32,
  float64,
  decimal,
  string,
  bytes,
  date,
  time,
  stamp,
  variant,
  array,
  map,
  row,
};

class column_filler {
public:
  column_filler(const core::data_type& type, bool wanted);

  /// Makes room for rows 0 to `rows` - 1, dropping what is there.
  void begin(std::size_t rows);
  /// What was filled, `rows` rows; texts live as long as `owners`.
  [[nodiscard]] core::column_ptr finish(std::size_t rows, const std::vector<core::owner_ptr>& owners);

  void put_integer(std::size_t row, std::int64_t value) {
    made_.ints[row] = value;
    mark(row);
  }
  void put_real(std::size_t row, double value) {
    made_.reals[row] = value;
    mark(row);
  }
  void put_text(std::size_t row, std::string_view value) {
    made_.texts[row] = value;
    mark(row);
  }
  void put_decimal(std::size_t row, core::int128 value) {
    made_.decimals[row] = value;
    mark(row);
  }
  void put_stamp(std::size_t row, core::stamp value);
  void put_null(std::size_t row);
  /// An array's or map's entries are the children's rows from `first_entry` up to `end`.
  void put_list(std::size_t row, std::size_t end);
  [[nodiscard]] std::size_t first_entry(std::size_t row) const { return made_.offsets[row]; }
  /// A ROW that is no NULL; its children are written by themselves.
  void put_row(std::size_t row) { mark(row); }
  /// Makes room for one more row in a child of a list.
  void make_room(std::size_t row) {
    if (row >= room_) grow(row);
  }

  [[nodiscard]] const core::data_type& type() const { return type_; }
  [[nodiscard]] read_as how() const { return how_; }
  [[nodiscard]] std::vector<column_filler>& children() { return children_; }
  /// A finished text of a row being built (map keys).
  [[nodiscard]] std::string_view text_at(std::size_t row) const { return made_.texts[row]; }

private:
  void mark(std::size_t row) {
    if (!made_.valid.empty()) made_.valid[row] = 1;
    if (!made_.nanos.empty()) made_.nanos[row] = 0;
  }
  void grow(std::size_t row);
  void resize(std::size_t rows);

  core::data_type type_;
  read_as how_;
  core::column made_{};
  std::size_t room_ = 0;
  std::vector<column_filler> children_{};
};

/// `read_as::nothing` for types that no format holds (intervals, NULL).
[[nodiscard]] read_as reading_of(core::type_kind kind);

} // namespace io
