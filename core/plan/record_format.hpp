#pragma once
// How records look outside: the formats of sources and sinks and what each column is read from. Plain values.

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/data_type.hpp"

namespace core::plan {

/// How a physical column is read from the outside.
enum class time_format : std::uint8_t { sql, iso8601, epoch_seconds, epoch_millis, epoch_micros, epoch_nanos };

struct source_column {
  std::string name{};
  data_type type{};
  std::string path{};     ///< Name in the record when it differs (exact, case-sensitive).
  std::string metadata{}; ///< Not a field of the record but what the connector knows of it (`offset`); empty: a field.
  bool wanted = true;     ///< False: declared but read by nobody, so the decoder may skip it.
  bool in_key = false;    ///< A field of the record's key instead of its value.
  bool required = false;  ///< A missing field makes the row bad (`fail-on-missing-field`).
};

enum class record_format : std::uint8_t { json, csv, raw };

struct format_options {
  record_format format = record_format::json;
  bool ignore_parse_errors = false; ///< Flink's: a bad field is NULL, a bad line is set aside and counted as bad.
  time_format timestamps = time_format::sql;
  bool lenient_timestamps =
      false; ///< Read stamps in any of: SQL, ISO 8601 (with any offset), and numbers in the declared epoch unit.
  char csv_delimiter = ',';
  char csv_quote = '"';
  bool csv_header = false; ///< The first line names the columns.
  bool csv_allow_comments = false;
  std::string csv_null_literal{}; ///< Text that means NULL; empty text is NULL for non-strings.
  bool has_csv_null_literal = false;
  std::size_t line_bytes_max = 16UL << 20; ///< Longer lines are bad.
  std::size_t depth_max = 64;              ///< Deeper nesting is bad.
  // Writing
  bool decimal_as_plain_number = false; ///< json.encode.decimal-as-plain-number
  bool ignore_null_fields = false;      ///< json.encode.ignore-null-fields
};

/// Which columns of a sink are the key of its records.
struct record_key {
  format_options format{};
  std::vector<std::size_t> columns{}; ///< Of the layout.
  std::string prefix{};               ///< Of the columns' names, which the key's fields are without.
  bool value_has_key = true;          ///< The value has them as well.
};

} // namespace core::plan
