#pragma once
// CAST and TRY_CAST between all types, as Flink does them. Immutable; any thread.

#include "core/expr/expression.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

struct cast_options {
  bool try_cast = false; ///< What cannot be cast is NULL instead of a fault.
  const time_zone* zone = &time_zone::utc();
};

/// The same expression when it is of that type already. The error has no place yet.
[[nodiscard]] result<expression_ptr> make_cast(expression_ptr value, const data_type& target,
                                               const cast_options& options);

/// For pairs of types that are known to fit and need no zone.
[[nodiscard]] expression_ptr must_cast(expression_ptr value, const data_type& target);

} // namespace core::expr
