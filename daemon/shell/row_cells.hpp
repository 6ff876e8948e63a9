#pragma once
// The values of a row that the JSON encoder wrote, as texts for a terminal. Pure; any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// One cell a field, in order: texts without their quotes, numbers and nested values as they are written, NULL as
/// nothing. `line` is an object as our own encoder writes it.
[[nodiscard]] std::vector<std::optional<std::string>> row_cells(std::string_view line);

} // namespace weir
