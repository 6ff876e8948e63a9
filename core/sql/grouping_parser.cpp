// GROUP BY: keys, ROLLUP, CUBE, GROUPING SETS.
#include "core/sql/query_parser.hpp"

namespace core::sql {

std::vector<grouping_element> query_parser::grouping_elements() {
  std::vector<grouping_element> made;
  do made.push_back(grouping());
  while (tokens().accept(","));
  return made;
}

grouping_element query_parser::grouping() {
  grouping_element made;
  made.place = tokens().peek().place;
  const auto parts = [&](grouping_kind kind) {
    made.kind = kind;
    tokens().expect("(");
    do made.parts.push_back(kind == grouping_kind::sets ? grouping() : bracketed_keys());
    while (tokens().accept(","));
    tokens().expect(")");
    return made;
  };
  if (tokens().at("ROLLUP") && tokens().at("(", 1)) {
    tokens().take();
    return parts(grouping_kind::rollup);
  }
  if (tokens().at("CUBE") && tokens().at("(", 1)) {
    tokens().take();
    return parts(grouping_kind::cube);
  }
  if (tokens().accept_all({"GROUPING", "SETS"})) return parts(grouping_kind::sets);
  return bracketed_keys();
}

/// `a`, `(a, b)` or `()`.
grouping_element query_parser::bracketed_keys() {
  grouping_element made;
  made.place = tokens().peek().place;
  if (tokens().accept_all({"(", ")"})) return made;
  auto key = expression();
  if (const auto* row = key->as<row_syntax>())
    made.expressions = row->items;
  else
    made.expressions.push_back(std::move(key));
  return made;
}

} // namespace core::sql
