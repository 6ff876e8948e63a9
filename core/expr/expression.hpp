#pragma once
// Bound expressions: names and types are settled before a row is read, then each expression runs column-wise over a
// batch. An expression is immutable once bound and may be evaluated by many threads at once.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"

namespace core::sql {
struct expression_syntax; // core/sql/syntax.hpp
}

namespace core::expr {

/// What a name in an expression may mean, and the session it is read in.
struct scope {
  schema_ptr columns{};
  std::string time_zone = "UTC"; ///< table.local-time-zone: an IANA name.
  /// For each column the table that may stand in front of it (`t.a`); empty = names stand alone.
  std::vector<std::string> tables{};
};

/// A row whose evaluation failed (a CAST, an integer division by zero). It leaves the stream with this reason.
struct row_fault {
  std::uint32_t row = 0;
  std::string reason{};
};

/// What one evaluation over a batch needs besides the batch. Owned by the caller, one per thread.
struct eval_context {
  /// Only these rows are evaluated (ascending); nullptr = all. Values of other rows in the result are unspecified.
  const std::vector<std::uint32_t>* rows = nullptr;
  /// Faulty rows, ascending and at most once each. The result is NULL there.
  std::vector<row_fault> faults{};
  /// Milliseconds since 1970 for CURRENT_TIMESTAMP and its kin; the runner sets it (virtual in tests).
  std::int64_t now_ms = 0;
};

class expression {
public:
  virtual ~expression() = default;
  [[nodiscard]] virtual const data_type& type() const noexcept = 0;
  /// A column of `input.rows` rows, aligned with the batch.
  [[nodiscard]] virtual column_ptr evaluate(const batch& input, eval_context& context) const = 0;
  /// Appends the indices of the batch's columns that this expression reads (for reading no more than is needed).
  virtual void collect_columns(std::vector<std::size_t>& used) const = 0;
  /// A rendering for EXPLAIN: `(value > 3)`.
  [[nodiscard]] virtual std::string to_string() const = 0;
  /// The index when this is nothing but a column, else -1.
  [[nodiscard]] virtual int column_index() const noexcept { return -1; }
  /// One row, when the value is the same for all rows; else null.
  [[nodiscard]] virtual column_ptr constant() const { return nullptr; }
};
using expression_ptr = std::shared_ptr<const expression>;

/// Binds a parsed expression: unknown names, wrong types and wrong argument counts are errors with their place.
[[nodiscard]] result<expression_ptr> bind(const sql::expression_syntax& syntax, const scope& names);

/// Parses (in the dialect of pipeline files) and binds in one go.
[[nodiscard]] result<expression_ptr> compile(std::string_view text, const scope& names);

/// Column number `index` of the batch.
[[nodiscard]] expression_ptr column_reference(std::size_t index, const schema_field& field);

/// Wraps `input` in the implicit cast that INSERT and set operations do (lossless or as Flink allows), or fails.
[[nodiscard]] result<expression_ptr> coerce(expression_ptr input, const data_type& target);
/// The same in a session's time zone, which TIMESTAMP to TIMESTAMP_LTZ needs; the one above takes UTC.
[[nodiscard]] result<expression_ptr> coerce(expression_ptr input, const data_type& target, std::string_view time_zone);

} // namespace core::expr
