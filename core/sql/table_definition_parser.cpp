// CREATE TABLE: columns, watermark, primary key, options.
#include "core/sql/statement_parser.hpp"

namespace core::sql {

create_table statement_parser::table(bool temporary) {
  create_table made;
  made.temporary = temporary;
  made.if_not_exists = accept_if_not_exists();
  made.name = compound_name();
  if (tokens().accept("(")) {
    do table_element(made);
    while (!tokens().fault() && tokens().accept(","));
    tokens().expect(")");
  }
  comment();
  if (tokens().accept("DISTRIBUTED")) {
    // Which bucket a row lies in is the store's business.
    while (!tokens().at_end() && !tokens().at("PARTITIONED") && !tokens().at("WITH") && !tokens().at("LIKE"))
      tokens().take();
  }
  if (tokens().accept_all({"PARTITIONED", "BY"})) made.partitioned_by = column_names();
  if (tokens().accept("WITH")) made.options = options();
  if (tokens().accept("LIKE")) {
    made.like = compound_name();
    if (tokens().accept("("))
      while (!tokens().at_end() && !tokens().accept(")")) tokens().take();
  }
  if (tokens().accept("AS")) made.as_query = query();
  return made;
}

std::vector<option_definition> statement_parser::options() {
  std::vector<option_definition> made;
  for (auto& [key, value] : text_pairs()) {
    for (const auto& other : made)
      if (other.key == key.text) tokens().fail_at(key.place, "option given twice: " + key.text, {});
    made.push_back({std::move(key.text), std::move(value.text), key.place, value.place});
  }
  return made;
}

void statement_parser::table_element(create_table& to) {
  if (tokens().at("WATERMARK") && !tokens().at("(", 1)) return watermark(to);
  if (tokens().at("CONSTRAINT") || (tokens().at("PRIMARY") && tokens().at("KEY", 1)) ||
      (tokens().at("UNIQUE") && tokens().at("(", 1)))
    return constraint(to);
  column(to);
}

void statement_parser::watermark(create_table& to) {
  watermark_definition made;
  made.place = tokens().take().place;
  tokens().expect("FOR");
  made.column = compound_name();
  tokens().expect("AS");
  made.expression = expression();
  if (to.watermark) tokens().fail_at(made.place, "a table has one watermark", "take out the second WATERMARK FOR");
  to.watermark = std::move(made);
}

void statement_parser::constraint(create_table& to) {
  if (tokens().accept("CONSTRAINT")) (void)tokens().name();
  if (tokens().at("UNIQUE"))
    fail_unsupported(tokens().peek().place, "UNIQUE", "declare PRIMARY KEY (...) NOT ENFORCED");
  tokens().expect("PRIMARY");
  tokens().expect("KEY");
  to.primary_key = column_names();
  if (to.primary_key.empty()) tokens().fail_expected("(");
  not_enforced();
}

void statement_parser::not_enforced() {
  if (tokens().accept_all({"NOT", "ENFORCED"})) return;
  const auto place = tokens().peek().place;
  if (tokens().accept("ENFORCED"))
    tokens().fail_at(place, "a primary key cannot be enforced over a stream", "write NOT ENFORCED");
  tokens().fail_expected("NOT ENFORCED");
}

void statement_parser::comment() {
  if (!tokens().accept("COMMENT")) return;
  if (tokens().peek().kind != token_kind::text) tokens().fail_expected("a text in single quotes");
  tokens().take();
}

void statement_parser::column(create_table& to) {
  column_definition made;
  made.place = tokens().peek().place;
  made.name = tokens().name();
  if (tokens().accept("AS")) {
    made.what = column_definition::sort::computed;
    made.expression = expression();
    comment();
    to.columns.push_back(std::move(made));
    return;
  }
  made.type = type();
  if (tokens().accept("METADATA")) {
    made.what = column_definition::sort::metadata;
    if (tokens().accept("FROM")) {
      if (tokens().peek().kind != token_kind::text) tokens().fail_expected("a text in single quotes");
      made.metadata_key = tokens().take().text;
    }
    made.is_virtual = tokens().accept("VIRTUAL");
  }
  if (tokens().accept_all({"PRIMARY", "KEY"})) {
    to.primary_key.push_back(made.name);
    not_enforced();
  }
  comment();
  to.columns.push_back(std::move(made));
}

} // namespace core::sql
