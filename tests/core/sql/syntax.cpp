#include "core/sql/syntax.hpp"

#include "core/sql/expression_parser.hpp"
#include "tests/support/catch.hpp"

using namespace core::sql;

namespace {

expression_syntax read(const std::string& text) {
  auto made = parse_expression(text);
  INFO(text);
  REQUIRE(made);
  return *made;
}

/// A parser that takes `SELECT name` for a query.
class tiny_statements final : public expression_parser {
public:
  using expression_parser::expression_parser;

protected:
  query_ptr query() override {
    tokens().expect("SELECT");
    static_cast<void>(tokens().name());
    return std::shared_ptr<const query_syntax>(std::make_shared<int>(0), nullptr);
  }
};

expression_syntax read_statement(const std::string& text) {
  tiny_statements parser(*tokenize(text), dialect::sql);
  auto made = parser.expression();
  REQUIRE_FALSE(parser.tokens().fault());
  return *made;
}

} // namespace

TEST_CASE("what is written parses to the same tree again") {
  for (const auto* text : {"a + b * -c % 2 || 'x'",
                           "NOT (a AND b OR c) IS NOT TRUE",
                           "a BETWEEN SYMMETRIC 1 AND 2",
                           "a NOT IN (1, NULL, 'it''s')",
                           "a LIKE '%x' ESCAPE '!'",
                           "CASE a WHEN 1 THEN 'x' ELSE NULL END",
                           "TRY_CAST(a AS ROW<`value` INT>)",
                           "COUNT(DISTINCT a) FILTER (WHERE b)",
                           "f(a => 1)",
                           "EXTRACT(YEAR FROM a)",
                           "TRIM(BOTH 'x' FROM a)",
                           "POSITION('b' IN a)",
                           "SUBSTRING(a FROM 2 FOR 3)",
                           "OVERLAY(a PLACING b FROM 1)",
                           "FLOOR(a TO MINUTE)",
                           "TIMESTAMPADD(MINUTE, 5, a)",
                           "JSON_VALUE(a, '$.b' RETURNING INT DEFAULT 1 ON EMPTY)",
                           "JSON_QUERY(a, '$' WITH WRAPPER)",
                           "JSON_EXISTS(a, '$' ERROR ON ERROR)",
                           "JSON_OBJECT('a' VALUE 1, 'b' VALUE x NULL ON NULL)",
                           "JSON_ARRAY(1, 2)",
                           "INTERVAL '1 02:03:04.5' DAY TO SECOND",
                           "INTERVAL -'10' DAY",
                           "INTERVAL '1-2' YEAR TO MONTH",
                           "(a - b) SECOND",
                           "ARRAY[1, 2][1]",
                           "MAP['a', ROW(1, 2)]['a'].`EXPR$0`",
                           "t.`a b`.c",
                           "X'00FF'",
                           "DATE '2024-01-01' < TIMESTAMP '2024-01-01 00:00:00'",
                           "a IS DISTINCT FROM b",
                           "SUM(a) OVER (PARTITION BY b ORDER BY c DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
                           "TUMBLE(TABLE t PARTITION BY a, DESCRIPTOR(b))",
                           "`weird``name` = 1",
                           "1.50 + .5 + 1e3 + 1.",
                           "CURRENT_DATE"}) {
    INFO(text);
    const auto first = read(text);
    const auto again = read(to_string(first));
    CHECK(to_string(again) == to_string(first));
    CHECK(same_expression(first, again));
  }
}

TEST_CASE("expressions are the same whatever their blanks, and differ by any value") {
  CHECK(same_expression(read("a+1"), read("a  +\n1")));
  CHECK(same_expression(read("UPPER(a)"), read("upper(a)")));
  CHECK_FALSE(same_expression(read("a + 1"), read("a + 2")));
  CHECK_FALSE(same_expression(read("a"), read("`A`")));
  CHECK_FALSE(same_expression(read("'1'"), read("1")));
}

TEST_CASE("queries are the same only when they are one") {
  const auto one = read_statement("a = 1 AND b IN (SELECT c)");
  const auto other = read_statement("a = 1 AND b IN (SELECT c)");
  CHECK(same_expression(one, one));
  const auto* query = one.as<binary_syntax>()->right->as<subquery_syntax>();
  REQUIRE(query != nullptr);
  CHECK(query->kind == subquery_kind::in);
  CHECK(to_string(one) == "((a = 1) AND (b IN (SELECT ...)))");
  CHECK(to_string(read_statement("EXISTS (SELECT c)")) == "EXISTS (SELECT ...)");
  CHECK(to_string(read_statement("(SELECT c) + 1")) == "((SELECT ...) + 1)");
  CHECK(to_string(other) == to_string(one));
}

TEST_CASE("every direct child is visited once") {
  const auto count = [](const std::string& text) {
    int children = 0;
    for_each_child(read(text), [&](const syntax_ptr&) { ++children; });
    return children;
  };
  CHECK(count("1") == 0);
  CHECK(count("a") == 0);
  CHECK(count("-a") == 1);
  CHECK(count("a + b") == 2);
  CHECK(count("a BETWEEN 1 AND 2") == 3);
  CHECK(count("a IN (1, 2)") == 3);
  CHECK(count("a LIKE 'x' ESCAPE '!'") == 3);
  CHECK(count("CASE a WHEN 1 THEN 2 ELSE 3 END") == 4);
  CHECK(count("CAST(a AS INT)") == 1);
  CHECK(count("SUM(a) FILTER (WHERE b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)") ==
        6);
  CHECK(count("ARRAY[1, 2]") == 2);
  CHECK(count("MAP[1, 2]") == 2);
  CHECK(count("ROW(1, 2, 3)") == 3);
  CHECK(count("a[1]") == 2);
  CHECK(count("(a).b") == 1);
  int children = 0;
  for_each_child(read_statement("a IN (SELECT b)"), [&](const syntax_ptr&) { ++children; });
  CHECK(children == 1);
  const auto call = read("f(TABLE t PARTITION BY a, b)");
  for_each_child(*call.as<call_syntax>()->arguments[0].value, [&](const syntax_ptr&) { ++children; });
  CHECK(children == 3);
}
