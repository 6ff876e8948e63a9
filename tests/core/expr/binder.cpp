#include "core/expr/binder.hpp"

#include <fmt/format.h>

#include "tests/core/expr/evaluated.hpp"

using namespace core;
using evaluated::table;
using evaluated::texts;
using evaluated::type_of;

namespace {

/// `kee`, `key` in the tables l and r, `only` in l.
expr::scope joined() {
  auto layout = std::make_shared<schema>();
  layout->fields = {
      {"key", string_type()}, {"only", int32_type()}, {"key", string_type()}, {"row", type_of("ROW<l INT>")}};
  return {layout, "UTC", {"l", "l", "r", "r"}};
}

std::string bound(const std::string& text, const expr::scope& names) {
  const auto made = expr::compile(text, names);
  if (!made) return to_string(made.error());
  return fmt::format("{}#{}", (*made)->to_string(), (*made)->column_index());
}

} // namespace

TEST_CASE("columns are found by name, with a hint when not") {
  const table t({"key", "STRING", "value", "INT"}, {{"'a'", "4"}});
  CHECK(bound("value", t.names) == "value#1");
  CHECK(t.refusal("kee = 'a'") == "line 1, column 1: unknown column: kee (did you mean key?)");
  CHECK(t.refusal("x.y") == "line 1, column 1: unknown column: x");
  CHECK(t.ask("value > 3 AND key = 'a'") == texts{"TRUE"});
}

TEST_CASE("a table's name may stand in front, and must where two have the column") {
  CHECK(bound("l.key", joined()) == "key#0");
  CHECK(bound("r.key", joined()) == "key#2");
  CHECK(bound("only", joined()) == "only#1");
  CHECK(bound("r.`row`.l", joined()) == "row.l#-1");
  CHECK(bound("`row`.l", joined()) == "row.l#-1");
  CHECK(bound("key", joined()) ==
        "line 1, column 1: more than one table has the column key (write the table in front of it)");
  CHECK(bound("r.only", joined()) == "line 1, column 3: unknown column: r.only");
  CHECK(bound("l.onl", joined()) == "line 1, column 3: unknown column: l.onl (did you mean only?)");
}

TEST_CASE("without columns there are none") {
  CHECK(bound("a", {}) == "line 1, column 1: unknown column: a");
  CHECK(bound("1 + 2", {}) == "3#-1");
  CHECK(bound("1 +", {}) == "line 1, column 4: expected an expression, found the end");
  CHECK(bound("1", {nullptr, "Nowhere/Land", {}}).find("Nowhere/Land") != std::string::npos);
}

TEST_CASE("literals have the types that Flink gives them") {
  const table t({}, {{}});
  CHECK(t.type("1") == "INT NOT NULL");
  CHECK(t.type("1.") == "INT NOT NULL");
  CHECK(t.type("2147483648") == "BIGINT NOT NULL");
  CHECK(t.type("-2147483648") == "BIGINT NOT NULL");
  CHECK(t.type("9223372036854775808") == "DECIMAL(19, 0) NOT NULL");
  CHECK(t.type("1.50") == "DECIMAL(3, 2) NOT NULL");
  CHECK(t.type(".5") == "DECIMAL(1, 1) NOT NULL");
  CHECK(t.type("0.5") == "DECIMAL(2, 1) NOT NULL");
  CHECK(t.type("1e3") == "DOUBLE NOT NULL");
  CHECK(t.type("'abc'") == "CHAR(3) NOT NULL");
  CHECK(t.type("'é'") == "CHAR(1) NOT NULL");
  CHECK(t.type("''") == "STRING NOT NULL");
  CHECK(t.type("X'616263'") == "BINARY(3) NOT NULL");
  CHECK(t.type("TRUE") == "BOOLEAN NOT NULL");
  CHECK(t.type("NULL") == "NULL");
  CHECK(t.type("DATE '2024-2-9'") == "DATE NOT NULL");
  CHECK(t.type("TIME '12:00:00.5'") == "TIME(1) NOT NULL");
  CHECK(t.type("TIMESTAMP '2024-02-29'") == "TIMESTAMP(0) NOT NULL");
  CHECK(t.type("TIMESTAMP '2024-02-29 12:00:00.123456789'") == "TIMESTAMP(9) NOT NULL");
  CHECK(t.type("INTERVAL '1' DAY") == "INTERVAL DAY TO SECOND NOT NULL");
  CHECK(t.type("INTERVAL '1' YEAR") == "INTERVAL YEAR TO MONTH NOT NULL");
  CHECK(t.bound("DATE '1969-12-31'")->constant()->ints[0] == -1);
  CHECK(t.bound("TIMESTAMP '2024-02-29 12:00:00.123456789'")->constant()->nanos[0] == 456789);
  CHECK(t.refusal("12345678901234567890123456789012345678901") ==
        "line 1, column 1: a number has more than 38 digits: 12345678901234567890123456789012345678901");
  CHECK(t.refusal("DATE '2024-02-30'") == "line 1, column 1: '2024-02-30' is no DATE in the form yyyy-MM-dd");
  CHECK(t.refusal("DATE '2024-02-28 12:00:00'") ==
        "line 1, column 1: '2024-02-28 12:00:00' is no DATE in the form yyyy-MM-dd");
  CHECK(t.refusal("TIME '12:00'") == "line 1, column 1: '12:00' is no TIME in the form HH:mm:ss");
  CHECK(t.refusal("TIMESTAMP '2024-02-29 12:00'") ==
        "line 1, column 1: '2024-02-29 12:00' is no TIMESTAMP in the form yyyy-MM-dd HH:mm:ss");
}

TEST_CASE("constants show themselves as SQL") {
  const table t({}, {{}});
  CHECK(t.bound("DATE '2024-2-9'")->to_string() == "DATE '2024-02-09'");
  CHECK(t.bound("TIME '12:00:00'")->to_string() == "TIME '12:00:00'");
  CHECK(t.bound("TIMESTAMP '2024-02-29'")->to_string() == "TIMESTAMP '2024-02-29 00:00:00'");
  CHECK(t.bound("INTERVAL '1' DAY")->to_string() == "INTERVAL '+1 00:00:00.000' DAY TO SECOND");
  CHECK(t.bound("INTERVAL '14' MONTH")->to_string() == "INTERVAL '+1-02' YEAR TO MONTH");
  CHECK(t.bound("NULL")->to_string() == "NULL");
  CHECK(t.bound("ARRAY[1, 2]")->to_string() == "[1, 2]");
}

TEST_CASE("|| joins texts and bytes") {
  const table t({"s", "STRING", "c", "CHAR(2)", "v", "VARCHAR(3)", "b", "BYTES"},
                {{"'a'", "'bc'", "'d'", "X'61'"}, {"NULL", "'bc'", "NULL", "NULL"}});
  CHECK(t.ask("s || 'x' || c") == texts{"axbc", "NULL"});
  CHECK(t.ask("b || X'62'") == texts{"ab", "NULL"});
  CHECK(t.ask("s || NULL") == texts{"NULL", "NULL"});
  CHECK(t.ask("NULL || s") == texts{"NULL", "NULL"});
  CHECK(t.type("c || v") == "VARCHAR(5)");
  CHECK(t.type("c || 'x'") == "CHAR(3)");
  CHECK(t.type("s || c") == "STRING");
  CHECK(t.bound("'a' || 'b'")->to_string() == "'ab'");
  CHECK(t.refusal("s || 1") == "line 1, column 1: || does not join STRING and INT NOT NULL (CAST to STRING first)");
}

TEST_CASE("aggregates and unknown functions cannot be bound") {
  const table t({"a", "INT"}, {});
  CHECK(t.refusal("SUM(a)") == "line 1, column 1: SUM gathers many rows and cannot stand here");
  CHECK(t.refusal("1 + COUNT(*)") == "line 1, column 5: COUNT gathers many rows and cannot stand here");
  CHECK(t.refusal("FOO(DISTINCT a)") == "line 1, column 1: FOO gathers many rows and cannot stand here");
  CHECK(t.refusal("NULLI(a, 1)") == "line 1, column 1: unknown function: NULLI (did you mean NULLIF?)");
  CHECK(t.refusal("XYZZYFROTZ(a)") == "line 1, column 1: unknown function: XYZZYFROTZ");
  CHECK(t.refusal("COALESCE(x => a)") == "line 1, column 15: COALESCE takes no named arguments: X");
  CHECK(t.refusal("COALESCE(b)") == "line 1, column 10: unknown column: b (did you mean a?)");
  CHECK(t.refusal("f(TABLE t)") == "line 1, column 3: a table is no value");
  CHECK(t.refusal("INTERVAL_BETWEEN(a)") == "line 1, column 1: INTERVAL_BETWEEN takes 3 arguments, not 1");
  sql::expression_syntax query{{1, 1, 1}, sql::subquery_syntax{}};
  CHECK(to_string(expr::bind(query, t.names).error()) ==
        "line 1, column 1: a query inside an expression is not supported");
}

TEST_CASE("a mistake deep inside is told at its own place") {
  const table t({"a", "INT", "s", "STRING"}, {});
  for (const auto* text : {"a + nope",
                           "nope + a",
                           "-nope",
                           "NOT nope",
                           "nope IS NULL",
                           "nope IS TRUE",
                           "nope BETWEEN 1 AND 2",
                           "a BETWEEN nope AND 2",
                           "a BETWEEN 1 AND nope",
                           "nope IN (1)",
                           "a IN (nope)",
                           "nope LIKE 'a'",
                           "s LIKE nope",
                           "s LIKE 'a' ESCAPE nope",
                           "a = 1 AND nope",
                           "nope OR a = 1",
                           "(a, nope) = (1, 2)",
                           "(a, s) = (1, nope)",
                           "(a, nope) IN ((1, 2))",
                           "CASE WHEN nope THEN 1 END"}) {
    INFO(text);
    const auto column = std::string(text).find("nope") + 1;
    CHECK(t.refusal(text) == fmt::format("line 1, column {}: unknown column: nope", column));
  }
}

TEST_CASE("the columns that are read are known") {
  const table t({"a", "INT", "b", "INT", "c", "INT", "s", "STRING", "xs", "ARRAY<INT>", "r", "ROW<x INT>"}, {});
  const auto used = [&](const std::string& text) {
    std::vector<std::size_t> out;
    t.bound(text)->collect_columns(out);
    return out;
  };
  using list = std::vector<std::size_t>;
  CHECK(used("a + c") == list{0, 2});
  CHECK(used("CASE WHEN a = 1 THEN b ELSE c END") == list{0, 1, 2});
  CHECK(used("COALESCE(b, a)") == list{1, 0});
  CHECK(used("NOT (a IN (1, 2)) AND s LIKE 'x'") == list{0, 3});
  CHECK(used("xs[a] + r.x") == list{4, 0, 5});
  CHECK(used("CAST(a AS STRING) || s") == list{0, 3});
  CHECK(used("CAST(a AS BIGINT) IS NULL") == list{0});
  CHECK(used("ARRAY[-b]") == list{1});
  CHECK(used("1 + 2").empty());
}
