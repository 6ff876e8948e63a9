#include "core/query/query_planner.hpp"

#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;
using namespace planned;

namespace {

sql::syntax_ptr syntax_of(std::string_view text) {
  auto made = sql::parse_expression(text);
  REQUIRE(made);
  return std::make_shared<const sql::expression_syntax>(std::move(*made));
}

} // namespace

TEST_CASE("names that are there twice are told apart as Flink does") {
  std::vector<select_value> items;
  for (const auto* name : {"k", "k", "n", "k", "k0"}) items.push_back({syntax_of("1"), name, -1});
  CHECK(item_names(items) == strings{"k", "k0", "n", "k1", "k00"});
}

TEST_CASE("conditions joined by AND are taken apart and put together again") {
  const auto parts = split_conjuncts(syntax_of("a AND (b OR c) AND d"));
  REQUIRE(parts.size() == 3);
  CHECK(sql::to_string(*parts[1]) == "(b OR c)");
  CHECK(sql::to_string(*join_conjuncts(parts)) == "((a AND (b OR c)) AND d)");
  CHECK(split_conjuncts(nullptr).empty());
  CHECK(join_conjuncts({}) == nullptr);
}

TEST_CASE("rows of constants are one source and an expression for each column") {
  const auto plan = plan_of("SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, s);");
  REQUIRE(plan.sources.size() == 1);
  CHECK(plan.sources[0].connector == "values");
  CHECK(plan.sources[0].options.at("text") == "{\"$row\":0}\n{\"$row\":1}\n");
  CHECK(columns_of(*plan.sinks[0].layout) == "n INT, s CHAR(1)");
  CHECK(shown("VALUES (1, 'a');") == "EXPR$0 INT NOT NULL, EXPR$1 CHAR(1) NOT NULL");
}

TEST_CASE("rows of constants all have as many columns") {
  CHECK(complaint_of("SELECT * FROM (VALUES (1, 'a'), (2)) AS v;") ==
        "validate 1:16 the rows of VALUES have 2 and 1 columns");
  CHECK(complaint_of("SELECT * FROM (VALUES (1), (ARRAY[2])) AS v;").starts_with("validate 1:"));
}

TEST_CASE("a query without FROM is one row") {
  const auto plan = plan_of("SELECT 1 AS n, 'x' AS x;");
  CHECK(columns_of(*plan.sinks[0].layout) == "n INT NOT NULL, x CHAR(1) NOT NULL");
  CHECK(plan.sources[0].options.at("text") == "{\"$row\":0}\n");
}

TEST_CASE("WITH names queries for what stands behind them, with columns of their own") {
  CHECK(shown("WITH x AS (SELECT k AS a FROM bids), y (c) AS (SELECT a FROM x) SELECT c FROM y;") == "c STRING");
  CHECK(complaint_of("WITH x AS (SELECT k FROM x) SELECT k FROM x;") == "validate 1:26 unknown table: x");
  CHECK(complaint_of("WITH x AS (SELECT k FROM y), y AS (SELECT k FROM bids) SELECT k FROM x;") ==
        "validate 1:26 unknown table: y");
  CHECK(complaint_of("WITH x (a, b) AS (SELECT k FROM bids) SELECT * FROM x;") ==
        "validate 1:9 2 names for the 1 columns of x");
}

TEST_CASE("a WITH name hides a table, and only within its query") {
  CHECK(shown("WITH bids AS (SELECT price FROM asks) SELECT * FROM bids;") == "price BIGINT");
  CHECK(shown("SELECT * FROM (WITH bids AS (SELECT price FROM asks) SELECT * FROM bids) a CROSS JOIN bids b;") ==
        "price BIGINT, k STRING, price0 INT, rt TIMESTAMP(3)");
}

TEST_CASE("views may not be built upon one another without end") {
  std::string statements = "CREATE VIEW v0 AS SELECT k FROM bids;";
  for (int i = 1; i < 63; ++i) statements += fmt::format("CREATE VIEW v{} AS SELECT * FROM v{};", i, i - 1);
  CHECK(complaint_of(statements + "SELECT * FROM v62;") == "no complaint");
  statements += "CREATE VIEW v63 AS SELECT * FROM v62; CREATE VIEW v64 AS SELECT * FROM v63;";
  CHECK(complaint_of(statements).find("queries nest deeper than 64") != std::string::npos);
}

TEST_CASE("a stage without keys runs in one shard") {
  const auto alone = plan_of("SELECT COUNT(*) FROM bids;");
  CHECK(alone.stages[0].alone);
  const auto keyed = plan_of("SELECT k, COUNT(*) FROM bids GROUP BY k;");
  CHECK(!keyed.stages[0].alone);
}
