#include "core/query/over_calls.hpp"

#include "core/sql/script_parser.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using namespace core::query;

namespace {

sql::select_syntax select_of(const std::string& text) {
  const auto parsed = sql::parse_script(text);
  INFO(text);
  REQUIRE(parsed);
  return std::get<sql::select_syntax>(std::get<sql::select_statement>(parsed->at(0).node).query->body);
}

/// Whether the two clauses describe one window.
bool same(const std::string& a, const std::string& b) {
  const auto both = select_of("SELECT SUM(x) OVER (" + a + "), SUM(x) OVER (" + b + ") FROM t");
  const auto& over = [&](std::size_t i) -> const sql::over_syntax& {
    return *both.items[i].expression->as<sql::call_syntax>()->over;
  };
  return same_window(over(0), over(1));
}

} // namespace

TEST_CASE("calls with OVER are found wherever they stand in an expression") {
  const auto select = select_of("SELECT 1 + SUM(x) OVER (ORDER BY t) * LAG(y) OVER (ORDER BY t), UPPER(k) FROM t");
  CHECK(has_over(*select.items[0].expression));
  CHECK(!has_over(*select.items[1].expression));
  std::vector<sql::syntax_ptr> found;
  for (const auto& item : select.items) collect_over(item.expression, found);
  REQUIRE(found.size() == 2);
  CHECK(found[0]->as<sql::call_syntax>()->name == "SUM");
  CHECK(found[1]->as<sql::call_syntax>()->name == "LAG");
}

TEST_CASE("a window by name is the one that WINDOW defines") {
  const auto select =
      select_of("SELECT SUM(x) OVER w, SUM(x) OVER v, SUM(x) OVER (ORDER BY t) FROM t WINDOW w AS (ORDER BY u)");
  const auto over = [&](std::size_t i) {
    return over_of(*select.items[i].expression->as<sql::call_syntax>(), select, {3, 4});
  };
  CHECK(sql::to_string(*over(0)->order_by[0].value) == "u");
  CHECK(sql::to_string(*over(2)->order_by[0].value) == "t");
  const auto unknown = over(1);
  REQUIRE(!unknown);
  CHECK(to_string(unknown.error()) == "line 3, column 4: unknown window: v (did you mean w?)");
}

TEST_CASE("two clauses are one window when they partition, order and frame alike") {
  CHECK(same("PARTITION BY a ORDER BY t", "PARTITION BY a ORDER BY t"));
  CHECK(same("ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
             "ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW"));
  CHECK(!same("PARTITION BY a ORDER BY t", "PARTITION BY b ORDER BY t"));
  CHECK(!same("PARTITION BY a ORDER BY t", "PARTITION BY a, b ORDER BY t"));
  CHECK(!same("ORDER BY t", "ORDER BY u"));
  CHECK(!same("ORDER BY t", "ORDER BY t DESC"));
  CHECK(!same("ORDER BY t", "ORDER BY t, u"));
  CHECK(!same("ORDER BY t", "ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW"));
  CHECK(!same("ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
              "ORDER BY t ROWS BETWEEN 3 PRECEDING AND CURRENT ROW"));
  CHECK(!same("ORDER BY t ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
              "ORDER BY t RANGE BETWEEN 2 PRECEDING AND CURRENT ROW"));
}
