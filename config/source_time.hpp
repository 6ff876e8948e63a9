#pragma once
// The event time of a source and its watermark: `time`, `lateness` or `watermark`, `future_skew`. Used while one source
// is read, in the order of its members.

#include "config/mapping_reader.hpp"
#include "config/row_steps.hpp"
#include "config/source_reader.hpp"

namespace config {

class source_time {
public:
  /// `says_timestamps`: the format settles how timestamps are written, so that `unit` must not.
  source_time(mapping_reader& source, source_read& made, bool says_timestamps);

  /// Declares the time's column where `columns` does not, and how it is written.
  void declare_column();
  /// Adds the event time where it is computed: from a number, a text or an expression.
  void add_computed(row_steps& steps);
  /// Finds the event time among the table's columns and sets the watermark.
  void finish();

private:
  void read_long_form(const node_ptr& value);
  void read_unit(mapping_reader& long_form);
  /// A column that is a timestamp as it is has no other name as event time.
  void refuse_name();
  void compute_from(const core::plan::source_column& column);
  void set_watermark(std::size_t time_column);
  void read_future_skew();

  mapping_reader& source_;
  source_read& made_;
  bool says_timestamps_;
  node_ptr column_{}; ///< The column's name as written.
  node_ptr unit_{};
  core::sql::syntax_ptr expression_{}; ///< The time where it is computed.
  std::string name_{};                 ///< The event time's column in the table; empty = none.
};

} // namespace config
