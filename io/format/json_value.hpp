#pragma once
// One JSON value into one row of a column, as Flink's JSON format converts it. A value of another type is a fault of
// its field, not of the line: it is noted, the field is NULL, and reading goes on. One thread.

#include <string>
#include <vector>

#include "io/format/column_filler.hpp"
#include "io/format/json_scan.hpp"
#include "io/format/text_value.hpp"

namespace io {

struct field_fault {
  std::size_t column = 0; ///< The top-level column it belongs to.
  std::string reason{};   ///< Empty: the value was lost as Flink loses it, which makes no row bad.
};

class json_value_reader {
public:
  json_value_reader(const value_rules& rules, std::size_t depth_max) : cursor(depth_max), rules_(rules) {}

  /// Before the first row that points into `arena`, which must outlive the columns.
  void store_into(core::text_arena* arena) { arena_ = arena; }
  /// False when the text is no JSON: `cursor.error()` says why.
  [[nodiscard]] bool read(column_filler& to, std::size_t row, std::size_t column, std::string_view name);

  json_cursor cursor;
  std::vector<field_fault> faults{}; ///< Of the row being read.

private:
  [[nodiscard]] bool read_value(column_filler& to, std::size_t row);
  [[nodiscard]] bool read_string_value(column_filler& to, std::size_t row);
  [[nodiscard]] bool read_plain(column_filler& to, std::size_t row);
  [[nodiscard]] bool read_compact(column_filler& to, std::size_t row);
  [[nodiscard]] bool read_array(column_filler& to, std::size_t row);
  [[nodiscard]] bool read_map(column_filler& to, std::size_t row);
  [[nodiscard]] bool find_map_entries();
  [[nodiscard]] bool read_row(column_filler& to, std::size_t row);
  [[nodiscard]] bool skip_misfit(column_filler& to, std::size_t row);
  void note(outcome result, column_filler& to, std::size_t row, std::string_view shown);
  /// Behind a value inside brackets: true and `more` at a comma, true and not `more` at the closing bracket.
  [[nodiscard]] bool read_separator(char close, bool& more);

  value_rules rules_;
  core::text_arena* arena_ = nullptr;
  std::size_t column_ = 0;
  std::string_view name_{};
  std::string scratch_{};
  std::vector<std::pair<std::string_view, const char*>> map_entries_{}; ///< Keys and where their values begin.
};

} // namespace io
