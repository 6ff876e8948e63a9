#pragma once
// Into rows, arrays and maps, and making them. Immutable; any thread. Errors have no place yet.

#include "core/expr/expression.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

/// The field of a ROW by its index.
[[nodiscard]] expression_ptr make_field(expression_ptr value, std::size_t index);
/// `array[1]`, `map['key']`, `row[2]`.
[[nodiscard]] result<expression_ptr> make_element(expression_ptr value, expression_ptr index, const time_zone* zone);

[[nodiscard]] result<expression_ptr> make_array(std::vector<expression_ptr> items, const time_zone* zone);
/// Key, value, key, value ...; of equal keys the last wins.
[[nodiscard]] result<expression_ptr> make_map(std::vector<expression_ptr> items, const time_zone* zone);
/// Fields named EXPR$0, EXPR$1 ..., as Flink names them.
[[nodiscard]] expression_ptr make_row(std::vector<expression_ptr> items);

/// Casts all to their common type; an error names the first two that do not mix.
[[nodiscard]] result<data_type> unify(std::vector<expression_ptr>& values, const time_zone* zone,
                                      std::string_view what);

} // namespace core::expr
