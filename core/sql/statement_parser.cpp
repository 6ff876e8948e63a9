// Statements by their first words.
#include "core/sql/statement_parser.hpp"

#include <array>

#include <fmt/format.h>

namespace core::sql {

namespace {

struct refused_statement {
  std::string_view words;
  std::string_view hint;
};
constexpr std::array<refused_statement, 18> refused{{
    {"CREATE FUNCTION", "only the built-in functions are there"},
    {"CREATE CATALOG", "tables are declared in the file that uses them"},
    {"CREATE DATABASE", "tables are declared in the file that uses them"},
    {"CREATE MATERIALIZED", "write INSERT INTO a table"},
    {"CREATE MODEL", "run this statement on Flink"},
    {"ALTER", "change the CREATE statement"},
    {"USE", "names may carry a catalog and a database, which are not looked at"},
    {"LOAD", "modules are not there"},
    {"UNLOAD", "modules are not there"},
    {"ADD", "code in jars cannot be run"},
    {"REMOVE", "code in jars cannot be run"},
    {"DELETE", "write INSERT INTO a sink that takes updates"},
    {"UPDATE", "write INSERT INTO a sink that takes updates"},
    {"MERGE", "write INSERT INTO a sink that takes updates"},
    {"TRUNCATE", "empty the table where it lies"},
    {"ANALYZE", "a stream has no statistics to gather"},
    {"CALL", "procedures are not there"},
    {"COMPILE", "write the INSERT itself"},
}};

/// Words between CREATE and what is created.
constexpr std::array<std::string_view, 4> create_modifiers{"OR", "REPLACE", "TEMPORARY", "SYSTEM"};

} // namespace

result<statement> statement_parser::parse() {
  statement made;
  made.place = tokens().peek().place;
  made.begin = tokens().peek().begin;
  made.node = any();
  if (!tokens().fault() && !tokens().at_end()) tokens().fail_expected("the end of the statement");
  if (tokens().fault()) return std::unexpected(*tokens().fault());
  return made;
}

statement_parser::node statement_parser::any() {
  if (tokens().accept("CREATE")) return create();
  if (tokens().at("INSERT")) return insert();
  if (tokens().at("SELECT") || tokens().at("WITH") || tokens().at("VALUES") || tokens().at("("))
    return select_statement{query()};
  if (tokens().at("EXECUTE") || tokens().at("BEGIN")) {
    if (tokens().at("EXECUTE") && (tokens().at("INSERT", 1) || tokens().at("SELECT", 1) || tokens().at("WITH", 1))) {
      tokens().take();
      return any();
    }
    return set_of_statements();
  }
  if (tokens().accept("SET")) return set();
  if (tokens().accept("RESET")) return reset();
  if (tokens().accept("DROP")) return drop();
  if (tokens().accept("EXPLAIN")) return explain();
  if (tokens().accept("SHOW")) return show();
  if (tokens().accept("DESCRIBE") || tokens().accept("DESC")) return describe_statement{compound_name()};
  for (const auto& one : refused)
    if (tokens().at(one.words)) fail_unsupported(tokens().peek().place, std::string(one.words), std::string(one.hint));
  tokens().fail_expected("a statement (CREATE TABLE, CREATE VIEW, INSERT INTO, SELECT, SET ...)");
  return set_option{};
}

statement_parser::node statement_parser::create() {
  const auto place = tokens().peek().place;
  bool temporary = false;
  for (bool more = true; more;) {
    more = false;
    for (const auto word : create_modifiers)
      if (tokens().at(word)) {
        temporary = temporary || word == "TEMPORARY";
        tokens().take();
        more = true;
      }
  }
  if (tokens().accept("TABLE")) return table(temporary);
  if (tokens().accept("VIEW")) return view(temporary);
  const auto words = fmt::format("CREATE {}", tokens().peek().upper);
  for (const auto& one : refused)
    if (one.words == words) fail_unsupported(place, words, std::string(one.hint));
  tokens().fail_expected("TABLE or VIEW");
  return set_option{};
}

create_view statement_parser::view(bool temporary) {
  create_view made;
  made.temporary = temporary;
  made.if_not_exists = accept_if_not_exists();
  made.name = compound_name();
  made.columns = column_names();
  comment();
  tokens().expect("AS");
  made.query = query();
  return made;
}

insert_into statement_parser::insert() {
  insert_into made;
  made.place = tokens().take().place;
  made.overwrite = tokens().accept("OVERWRITE");
  if (!made.overwrite) tokens().expect("INTO");
  tokens().accept("TABLE");
  made.target = compound_name();
  if (tokens().at("/*+"))
    while (!tokens().at_end() && !tokens().accept("*/")) tokens().take();
  if (tokens().at("PARTITION"))
    fail_unsupported(tokens().peek().place, "INSERT ... PARTITION", "put the value into the query's columns");
  if (tokens().at("(") && !tokens().at("SELECT", 1) && !tokens().at("WITH", 1) && !tokens().at("(", 1))
    made.columns = column_names();
  made.query = query();
  return made;
}

/// EXECUTE STATEMENT SET BEGIN INSERT ...; INSERT ...; END, or BEGIN STATEMENT SET; INSERT ...; END.
statement_set statement_parser::set_of_statements() {
  statement_set made;
  const bool older = tokens().accept_all({"BEGIN", "STATEMENT", "SET"});
  if (older) {
    tokens().expect(";");
  } else {
    if (!tokens().at("STATEMENT")) tokens().expect("EXECUTE"); // EXPLAIN STATEMENT SET BEGIN ...
    tokens().expect("STATEMENT");
    tokens().expect("SET");
    tokens().expect("BEGIN");
  }
  while (!tokens().at("END") && !tokens().at_end()) {
    if (!tokens().at("INSERT")) tokens().fail_expected("INSERT or END");
    if (tokens().fault()) return made;
    made.inserts.push_back(insert());
    if (!tokens().at("END")) tokens().expect(";");
  }
  tokens().expect("END");
  if (made.inserts.empty() && !tokens().fault()) tokens().fail_expected("INSERT");
  return made;
}

/// `'key' = 'value'`; quotes may be left out, as in Flink's shell.
statement_parser::node statement_parser::set() {
  set_option made;
  if (tokens().at_end()) return made;
  option_definition option;
  option.key_place = tokens().peek().place;
  while (!tokens().at("=") && !tokens().at_end()) option.key += tokens().take().text;
  tokens().expect("=");
  option.value_place = tokens().peek().place;
  if (tokens().at_end()) tokens().fail_expected("a value");
  while (!tokens().at_end()) option.value += tokens().take().text;
  made.option = std::move(option);
  return made;
}

statement_parser::node statement_parser::reset() {
  set_option made;
  made.reset = true;
  if (tokens().at_end()) return made;
  option_definition option;
  option.key_place = tokens().peek().place;
  while (!tokens().at_end()) option.key += tokens().take().text;
  made.option = std::move(option);
  return made;
}

statement_parser::node statement_parser::drop() {
  drop_object made;
  made.temporary = tokens().accept("TEMPORARY");
  made.view = tokens().accept("VIEW");
  if (!made.view && !tokens().at("TABLE"))
    fail_unsupported(tokens().peek().place, fmt::format("DROP {}", tokens().peek().upper),
                     "DROP TABLE and DROP VIEW are there");
  if (!made.view) tokens().expect("TABLE");
  made.if_exists = tokens().accept_all({"IF", "EXISTS"});
  made.name = compound_name();
  return made;
}

statement_parser::node statement_parser::explain() {
  explain_statement made;
  if (tokens().accept("PLAN")) {
    tokens().expect("FOR");
  } else {
    while (tokens().at("ESTIMATED_COST") || tokens().at("CHANGELOG_MODE") || tokens().at("JSON_EXECUTION_PLAN") ||
           tokens().at("PLAN_ADVICE") || tokens().at(","))
      tokens().take();
  }
  if (tokens().at("INSERT"))
    made.what = insert();
  else if (tokens().at("EXECUTE") || tokens().at("BEGIN") || tokens().at("STATEMENT"))
    made.what = set_of_statements();
  else
    made.what = query();
  return made;
}

statement_parser::node statement_parser::show() {
  show_statement made;
  made.what = tokens().take().upper;
  if (made.what == "CREATE") {
    made.what += " " + tokens().take().upper;
    made.name = compound_name();
  } else {
    made.what += words_until_end();
  }
  return made;
}

std::string statement_parser::words_until_end() {
  std::string words;
  while (!tokens().at_end()) words += " " + tokens().take().text;
  return words;
}

} // namespace core::sql
