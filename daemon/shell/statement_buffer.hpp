#pragma once
// Lines of a shell until they are statements. Pure; any thread.

#include <cstdint>
#include <string_view>

namespace weir {

enum class buffer_state : std::uint8_t {
  empty,    ///< Blanks and comments.
  open,     ///< Something is missing: a semicolon, a quote, the END of a statement set.
  complete, ///< Statements, the last with its semicolon.
};

[[nodiscard]] buffer_state state_of(std::string_view text);

} // namespace weir
