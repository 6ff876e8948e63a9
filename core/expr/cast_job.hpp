#pragma once
// One cast of one column: what the cast loops share. Lives on the stack of one evaluation.

#include <string>
#include <vector>

#include "core/data/time_text.hpp"
#include "core/expr/cast.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

struct cast_job {
  const column& from;
  column& to; ///< Has its type, its buffer and the NULLs of `from`.
  const row_list* picked = nullptr;
  const time_zone* zone = nullptr;
  std::vector<row_fault> failures{}; ///< Rows that could not be cast; `to` is NULL there.

  void fail_row(std::uint32_t row, std::string reason) {
    to.set_null(row);
    failures.push_back({row, std::move(reason)});
  }
  /// Visits the picked rows that are not NULL.
  template <class Visit>
  void each(Visit visit) {
    for_each_row(to.rows, picked, [&](std::uint32_t row) {
      if (!from.is_null(row)) visit(row);
    });
  }
};

using cast_loop = void (*)(cast_job& job);

/// The loop for a pair of types, or nullptr when they do not cast.
[[nodiscard]] cast_loop find_cast(const data_type& from, const data_type& to);
/// Casts a whole column; the failures are the caller's to judge.
[[nodiscard]] column run_cast(const column& from, const data_type& to, const row_list* picked, const time_zone* zone,
                              std::vector<row_fault>& failures);

// The parts of find_cast, by where the value comes from.
[[nodiscard]] cast_loop cast_from_integer(const data_type& from, const data_type& to);
[[nodiscard]] cast_loop cast_from_real(const data_type& from, const data_type& to);
[[nodiscard]] cast_loop cast_from_decimal(const data_type& from, const data_type& to);
[[nodiscard]] cast_loop cast_from_text(const data_type& from, const data_type& to);
[[nodiscard]] cast_loop cast_from_time(const data_type& from, const data_type& to);
[[nodiscard]] cast_loop cast_from_nested(const data_type& from, const data_type& to);
/// Any value to STRING, CHAR(n), VARCHAR(n).
void cast_to_text(cast_job& job);

/// Drops what lies behind `digits` of the second's fraction.
[[nodiscard]] std::int64_t cut_ms(std::int64_t ms, int digits);
void cut_fraction(stamp& value, int digits);

/// Cuts to the type's width, as Java's narrowing does.
[[nodiscard]] std::int64_t narrow_integer(std::int64_t value, type_kind kind);

} // namespace core::expr
