#pragma once
// What a row of an updating stream does to the table it describes. Streams that only append have no such column.

#include <cstdint>
#include <string_view>

#include "core/data/batch.hpp"

namespace core {

/// Flink's four, with its short names +I, -U, +U, -D. A value of the column `$kind`.
enum class row_kind : std::int8_t { insert = 0, update_before = 1, update_after = 2, remove = 3 };

/// An updating stream carries its kinds in this column: TINYINT NOT NULL, the last of the layout.
inline constexpr std::string_view row_kind_column = "$kind";
[[nodiscard]] inline data_type row_kind_type() {
  auto type = simple_type(type_kind::int8);
  type.nullable = false;
  return type;
}
/// The number of the column, when the layout ends with it.
[[nodiscard]] inline std::optional<std::size_t> row_kind_of(const schema& layout) {
  if (layout.fields.empty() || layout.fields.back().name != row_kind_column) return std::nullopt;
  return layout.fields.size() - 1;
}
/// Adds the row to the table (+I, +U), else takes it away (-U, -D).
[[nodiscard]] constexpr bool is_adding(row_kind kind) noexcept {
  return kind == row_kind::insert || kind == row_kind::update_after;
}

} // namespace core
