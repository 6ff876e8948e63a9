#pragma once
// Recursive descent for one statement. Owned by one parse; one thread.

#include "core/sql/query_parser.hpp"
#include "core/sql/statement_syntax.hpp"

namespace core::sql {

class statement_parser : public query_parser {
public:
  /// `tokens` are one statement's, without the semicolon behind it, and the end token.
  explicit statement_parser(std::vector<token> tokens) : query_parser(std::move(tokens)) {}

  [[nodiscard]] result<statement> parse();

private:
  using node = decltype(statement::node);

  // statement_parser.cpp
  node any();
  node create();
  node drop();
  node set();
  node reset();
  node show();
  node explain();
  insert_into insert();
  statement_set set_of_statements();
  create_view view(bool temporary);
  std::string words_until_end();
  // table_definition_parser.cpp
  create_table table(bool temporary);
  void table_element(create_table& to);
  void column(create_table& to);
  void constraint(create_table& to);
  void watermark(create_table& to);
  void not_enforced();
  void comment();
  bool accept_if_not_exists() { return tokens().accept_all({"IF", "NOT", "EXISTS"}); }
  std::vector<option_definition> options();
};

} // namespace core::sql
