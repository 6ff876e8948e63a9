#pragma once
// Texts to typed values, as Flink's JSON and CSV formats convert them: numbers and booleans without surrounding blanks,
// times strictly.

#include <string_view>

#include "core/plan/plan.hpp"
#include "io/format/column_filler.hpp"

namespace io {

struct value_rules {
  core::plan::time_format timestamps = core::plan::time_format::sql;
  bool lenient_timestamps = false;
};

enum class outcome : std::uint8_t {
  taken,
  lost, ///< NULL, as Flink makes of a DECIMAL with too many digits; counted, never a bad row.
  bad,  ///< The text is none of this type; nothing was written.
};

/// Blanks as Java's String.trim() sees them.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Writes row `row` of a column that is no list, map, row or variant.
[[nodiscard]] outcome put_from_text(column_filler& to, std::size_t row, std::string_view text, const value_rules& rules,
                                    core::text_arena& arena);
/// The same for a number of JSON; `integral` when it has neither point nor exponent.
[[nodiscard]] outcome put_from_number(column_filler& to, std::size_t row, std::string_view token, bool integral,
                                      const value_rules& rules);

/// `field v cannot be read as BIGINT: "abc"`; long values are cut.
[[nodiscard]] std::string misfit_text(std::string_view field, const core::data_type& wanted, std::string_view value);

} // namespace io
