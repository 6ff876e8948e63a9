#include "daemon/shell/statement_buffer.hpp"

#include "core/sql/lexer.hpp"
#include "core/sql/script_parser.hpp"

namespace weir {

buffer_state state_of(std::string_view text) {
  const auto tokens = core::sql::tokenize(text);
  if (!tokens) return buffer_state::open;
  if (tokens->size() == 1) return buffer_state::empty;
  const auto& last = (*tokens)[tokens->size() - 2];
  if (last.kind != core::sql::token_kind::symbol || last.text != ";") return buffer_state::open;
  // The semicolon of an INSERT within a set belongs to the set, which then reaches to the end.
  const auto statements = core::sql::parse_statements(text);
  WEIR_ENSURE(statements.has_value(), "the same text has just been cut");
  if (!statements->empty() && statements->back().end > last.begin) return buffer_state::open;
  return buffer_state::complete;
}

} // namespace weir
