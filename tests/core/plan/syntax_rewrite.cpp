#include "core/plan/syntax_rewrite.hpp"

#include "tests/support/catch.hpp"

using namespace core;

namespace {

/// Every column `x` becomes `y`, anywhere in the tree.
sql::syntax_ptr renamed(const sql::syntax_ptr& from) {
  if (const auto* column = from->as<sql::column_syntax>(); column != nullptr && column->parts[0].text == "x")
    return plan::column_named("y", from->place);
  return plan::map_children(*from, renamed);
}

std::string rewritten(std::string_view text) {
  auto parsed = sql::parse_expression(text);
  REQUIRE(parsed);
  return sql::to_string(*renamed(std::make_shared<const sql::expression_syntax>(std::move(*parsed))));
}

std::string plain(std::string_view text) {
  auto parsed = sql::parse_expression(text);
  REQUIRE(parsed);
  return sql::to_string(*parsed);
}

} // namespace

TEST_CASE("a rewrite reaches every child of every kind of expression") {
  const std::string forms[] = {"1",
                               "{}",
                               "-{}",
                               "{} IS NULL",
                               "{} + 2 * {}",
                               "{} BETWEEN {} AND {}",
                               "{} IN (1, {})",
                               "{} LIKE {} ESCAPE {}",
                               "CASE {} WHEN {} THEN {} ELSE {} END",
                               "CASE WHEN {} > 1 THEN {} END",
                               "CAST({} AS INT)",
                               "COUNT(DISTINCT {}) FILTER (WHERE {} > 1)",
                               "UPPER({})",
                               "ARRAY[{}, 1]",
                               "MAP['a', {}]",
                               "ROW({}, 1)",
                               "UPPER({})[{}]",
                               "(UPPER({})).f"};
  const auto filled = [](std::string form, const std::string& name) {
    for (auto at = form.find("{}"); at != std::string::npos; at = form.find("{}")) form.replace(at, 2, name);
    return form;
  };
  for (const auto& form : forms) CHECK(rewritten(filled(form, "x")) == plain(filled(form, "y")));
}

TEST_CASE("a rewrite leaves the tree it came from as it was") {
  const auto from = std::make_shared<const sql::expression_syntax>(*sql::parse_expression("x + 1"));
  CHECK(sql::to_string(*renamed(from)) == plain("y + 1"));
  CHECK(sql::to_string(*from) == plain("x + 1"));
}
