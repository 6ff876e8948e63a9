#pragma once
// Flink's SQL types and how each is held in a column. A data_type is a small value; nested types share their parts.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace core {

enum class type_kind : std::uint8_t {
  null, ///< The type of a bare NULL; held like `integer` storage.
  boolean,
  int8,            ///< TINYINT
  int16,           ///< SMALLINT
  int32,           ///< INT
  int64,           ///< BIGINT
  float32,         ///< FLOAT: stored as double, rounded to float
  float64,         ///< DOUBLE
  decimal,         ///< DECIMAL(precision, scale)
  string,          ///< CHAR, VARCHAR, STRING: UTF-8
  bytes,           ///< BINARY, VARBINARY, BYTES
  date,            ///< days since 1970-01-01
  time,            ///< milliseconds of the day
  timestamp,       ///< TIMESTAMP(p): wall clock, milliseconds since 1970-01-01 00:00 of no zone
  timestamp_ltz,   ///< TIMESTAMP_LTZ(p): milliseconds since 1970-01-01 00:00 UTC
  interval_ms,     ///< INTERVAL DAY TO SECOND
  interval_months, ///< INTERVAL YEAR TO MONTH
  variant,         ///< Any JSON value as canonical JSON text; 1 and "1" differ (key of `weir serve`)
  array,
  map,
  row,
};

/// Which of a column's buffers holds the values.
enum class storage : std::uint8_t { integer, real, decimal, text, nested };

struct row_field;

struct data_type {
  type_kind kind = type_kind::null;
  bool nullable = true;
  std::uint8_t precision = 0; ///< DECIMAL: digits (1-38). TIMESTAMP, TIME: fraction digits (0-9).
  std::uint8_t scale = 0;     ///< DECIMAL: digits behind the point.
  std::int32_t length = 0;    ///< CHAR/VARCHAR(n), BINARY(n): n; 0 = no limit (STRING, BYTES).
  bool fixed_length = false;  ///< CHAR(n), BINARY(n).
  /// array: one field; map: key, value; row: the fields. Shared, never changed.
  std::shared_ptr<const std::vector<row_field>> fields{};

  /// Equal in everything but `nullable`.
  [[nodiscard]] bool same_as(const data_type& other) const;
};

struct row_field {
  std::string name;
  data_type type;
};

[[nodiscard]] constexpr storage storage_of(type_kind kind) noexcept {
  switch (kind) {
  case type_kind::float32:
  case type_kind::float64: return storage::real;
  case type_kind::decimal: return storage::decimal;
  case type_kind::string:
  case type_kind::bytes:
  case type_kind::variant: return storage::text;
  case type_kind::array:
  case type_kind::map:
  case type_kind::row: return storage::nested;
  default: return storage::integer;
  }
}

[[nodiscard]] constexpr bool is_integer(type_kind kind) noexcept {
  return kind >= type_kind::int8 && kind <= type_kind::int64;
}
[[nodiscard]] constexpr bool is_number(type_kind kind) noexcept {
  return kind >= type_kind::int8 && kind <= type_kind::decimal;
}
[[nodiscard]] constexpr bool is_timestamp(type_kind kind) noexcept {
  return kind == type_kind::timestamp || kind == type_kind::timestamp_ltz;
}

[[nodiscard]] data_type boolean_type();
[[nodiscard]] data_type int32_type();
[[nodiscard]] data_type int64_type();
[[nodiscard]] data_type float64_type();
[[nodiscard]] data_type string_type();
[[nodiscard]] data_type decimal_type(int precision, int scale);
[[nodiscard]] data_type timestamp_type(int precision);
[[nodiscard]] data_type timestamp_ltz_type(int precision);
[[nodiscard]] data_type simple_type(type_kind kind);
[[nodiscard]] data_type array_type(data_type element);
[[nodiscard]] data_type map_type(data_type key, data_type value);
[[nodiscard]] data_type row_type(std::vector<row_field> fields);

/// As Flink prints it: `DECIMAL(10, 2)`, `TIMESTAMP_LTZ(3)`, `ROW<`a` INT>`; ` NOT NULL` behind when not nullable.
[[nodiscard]] std::string to_string(const data_type& type);

} // namespace core
