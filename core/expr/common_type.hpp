#pragma once
// The type that holds the values of two others: for CASE, COALESCE, UNION, array constructors and comparisons. Pure;
// any thread.

#include <optional>

#include "core/data/data_type.hpp"

namespace core::expr {

/// Flink's least restrictive type; nothing when the two do not mix (INT and STRING). Nullable when either is.
[[nodiscard]] std::optional<data_type> common_type(const data_type& a, const data_type& b);

/// An integer type as the DECIMAL that holds it (INT: DECIMAL(10, 0)); DECIMAL as it is.
[[nodiscard]] data_type as_decimal(const data_type& type);

/// Whether INSERT and set operations cast by themselves: nothing is lost but digits behind the point.
[[nodiscard]] bool casts_implicitly(const data_type& from, const data_type& to);

} // namespace core::expr
