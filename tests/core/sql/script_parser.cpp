#include "core/sql/script_parser.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::sql;

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<fs::path> queries() {
  std::vector<fs::path> made;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "tests/cases"))
    if (entry.path().filename() == "query.sql") made.push_back(entry.path());
  std::ranges::sort(made);
  return made;
}

std::vector<statement> parsed(std::string_view text) {
  auto made = parse_script(text);
  if (!made) FAIL(to_string(made.error()[0]));
  return std::move(*made);
}

std::string faults_of(std::string_view text) {
  const auto made = parse_script(text);
  if (made) return "no fault";
  std::string all;
  for (const auto& one : made.error()) all += to_string(one) + "\n";
  return all;
}

template <class Node>
Node only(std::string_view text) {
  const auto made = parsed(text);
  REQUIRE(made.size() == 1);
  REQUIRE(std::holds_alternative<Node>(made[0].node));
  return std::get<Node>(made[0].node);
}

select_syntax select_of(std::string_view text) {
  return std::get<select_syntax>(only<select_statement>(text).query->body);
}

} // namespace

TEST_CASE("every golden query is read, but for those that Flink's parser refuses") {
  for (const auto& path : queries()) {
    const auto fault = path.parent_path() / "expected.error";
    const bool refused = fs::exists(fault) && read_file(fault).starts_with("parse:");
    INFO(path.string());
    const auto text = read_file(path);
    const auto made = parse_script(text);
    if (!made) INFO(to_string(made.error()[0]));
    CHECK(made.has_value() == !refused);
  }
}

TEST_CASE("a table has columns, a watermark, a key and options") {
  const auto table = only<create_table>(R"(
    CREATE TEMPORARY TABLE IF NOT EXISTS db.t (
      id BIGINT NOT NULL COMMENT 'the key',
      `value` DECIMAL(10, 2),
      at_ AS TO_TIMESTAMP_LTZ(id, 3),
      part INT METADATA FROM 'partition' VIRTUAL,
      `offset` BIGINT METADATA,
      WATERMARK FOR at_ AS at_ - INTERVAL '5' SECOND,
      CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED
    ) COMMENT 'rows' PARTITIONED BY (id) WITH ('connector' = 'kafka', 'topic' = 'a;b'))");
  CHECK(table.temporary);
  CHECK(table.if_not_exists);
  CHECK(table.name.back().text == "t");
  REQUIRE(table.columns.size() == 5);
  CHECK(to_string(table.columns[0].type) == "BIGINT NOT NULL");
  CHECK(table.columns[2].what == column_definition::sort::computed);
  CHECK(table.columns[3].metadata_key == "partition");
  CHECK(table.columns[3].is_virtual);
  CHECK(table.columns[4].metadata_key.empty());
  REQUIRE(table.watermark);
  CHECK(table.watermark->column[0].text == "at_");
  CHECK(table.primary_key.size() == 1);
  CHECK(table.partitioned_by.size() == 1);
  REQUIRE(table.options.size() == 2);
  CHECK(table.options[1].key == "topic");
  CHECK(table.options[1].value == "a;b");
}

TEST_CASE("joins stand in order, with their kinds and conditions") {
  const auto select =
      select_of("SELECT * FROM a x LEFT OUTER JOIN b USING (k, l) NATURAL JOIN c, d CROSS JOIN UNNEST(d.list) "
                "WITH ORDINALITY AS u (v, n)");
  const auto& comma = std::get<join_table>(select.from->node);
  CHECK(comma.comma);
  const auto& unnested = std::get<join_table>(comma.right->node);
  CHECK(unnested.kind == join_kind::cross);
  CHECK(std::get<unnest_table>(unnested.right->node).with_ordinality);
  CHECK(unnested.right->alias == "u");
  CHECK(unnested.right->column_aliases.size() == 2);
  const auto& natural = std::get<join_table>(comma.left->node);
  CHECK(natural.natural);
  const auto& left = std::get<join_table>(natural.left->node);
  CHECK(left.kind == join_kind::left);
  CHECK(left.using_columns.size() == 2);
  CHECK(left.left->alias == "x");
}

TEST_CASE("a table function takes tables, descriptors and named arguments") {
  const auto select =
      select_of("SELECT * FROM TABLE(SESSION(DATA => TABLE t PARTITION BY k, TIMECOL => DESCRIPTOR(rt), "
                "GAP => INTERVAL '5' SECOND)) AS s");
  const auto& called = std::get<function_table>(select.from->node);
  CHECK(called.name == "SESSION");
  REQUIRE(called.arguments.size() == 3);
  CHECK(called.arguments[1].name == "TIMECOL");
  CHECK(called.arguments[0].value->as<table_syntax>()->partition_by.size() == 1);
  CHECK(select.from->alias == "s");
  const auto bracketed =
      select_of("SELECT * FROM TABLE(SESSION(TABLE t PARTITION BY (k, l), DESCRIPTOR(rt), INTERVAL '5' SECOND))");
  CHECK(std::get<function_table>(bracketed.from->node).arguments[0].value->as<table_syntax>()->partition_by.size() ==
        2);
}

TEST_CASE("INTERSECT binds stronger than UNION, which goes from left to right") {
  const auto query = only<select_statement>("SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3 UNION SELECT 4").query;
  const auto& last = std::get<set_syntax>(query->body);
  CHECK(last.op == set_operator::union_distinct);
  const auto& first = std::get<set_syntax>(last.left->body);
  CHECK(first.op == set_operator::union_all);
  CHECK(std::get<set_syntax>(first.right->body).op == set_operator::intersect);
}

TEST_CASE("grouping sets, rollup and cube keep their brackets") {
  const auto select =
      select_of("SELECT a FROM t GROUP BY a, (b, c), (), ROLLUP (d, (e, f)), GROUPING SETS ((a), CUBE (b, c), ())");
  REQUIRE(select.group_by.size() == 5);
  CHECK(select.group_by[1].expressions.size() == 2);
  CHECK(select.group_by[2].expressions.empty());
  CHECK(select.group_by[3].kind == grouping_kind::rollup);
  CHECK(select.group_by[3].parts[1].expressions.size() == 2);
  CHECK(select.group_by[4].parts[1].kind == grouping_kind::cube);
}

TEST_CASE("WITH, ORDER BY, LIMIT, OFFSET and FETCH belong to the query") {
  const auto query =
      only<select_statement>("WITH a (x) AS (SELECT 1), b AS (SELECT x FROM a) SELECT * FROM b ORDER BY x DESC "
                             "NULLS LAST, 2 LIMIT 5 OFFSET 2 ROWS")
          .query;
  CHECK(query->with.size() == 2);
  CHECK(query->order_by.size() == 2);
  CHECK(query->order_by[0].nulls_first == false);
  CHECK(query->limit);
  CHECK(query->offset);
  CHECK(only<select_statement>("SELECT 1 FETCH FIRST 3 ROWS ONLY").query->limit);
}

TEST_CASE("a statement set holds its inserts, in both forms") {
  const auto text = "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN x THEN 1 END FROM t; INSERT INTO b (c) "
                    "VALUES (1), ROW (2); END; SET 'a' = 'b'";
  const auto made = parsed(text);
  REQUIRE(made.size() == 2);
  CHECK(std::get<statement_set>(made[0].node).inserts.size() == 2);
  CHECK(std::get<statement_set>(parsed("BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;")[0].node).inserts.size() ==
        1);
}

TEST_CASE("a statement knows its text, without comments in front and the semicolon behind") {
  const std::string text = "-- first\nSELECT 1; /* two */ DROP VIEW IF EXISTS v ;";
  const auto made = parsed(text);
  REQUIRE(made.size() == 2);
  CHECK(text.substr(made[0].begin, made[0].end - made[0].begin) == "SELECT 1");
  CHECK(text.substr(made[1].begin, made[1].end - made[1].begin) == "DROP VIEW IF EXISTS v");
}

TEST_CASE("settings may be written with and without quotes") {
  const auto plain = only<set_option>("SET table.local-time-zone = Europe/Berlin");
  CHECK(plain.option->key == "table.local-time-zone");
  CHECK(plain.option->value == "Europe/Berlin");
  CHECK(only<set_option>("SET 'a.b' = 'c d'").option->value == "c d");
  CHECK_FALSE(only<set_option>("SET").option);
  CHECK(only<set_option>("RESET 'a.b'").reset);
  CHECK(only<set_option>("RESET").reset);
}

TEST_CASE("statements that only ask are read") {
  CHECK(only<show_statement>("SHOW TABLES").what == "TABLES");
  CHECK(only<show_statement>("SHOW CREATE TABLE t").name[0].text == "t");
  CHECK(only<describe_statement>("DESC t").name[0].text == "t");
  CHECK(std::holds_alternative<query_ptr>(only<explain_statement>("EXPLAIN PLAN FOR SELECT 1").what));
  CHECK(std::holds_alternative<insert_into>(
      only<explain_statement>("EXPLAIN CHANGELOG_MODE INSERT INTO a SELECT 1").what));
  CHECK(std::holds_alternative<statement_set>(
      only<explain_statement>("EXPLAIN EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END").what));
  CHECK(std::holds_alternative<statement_set>(
      only<explain_statement>("EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT 1; END").what));
}

TEST_CASE("sub-queries stand in conditions") {
  const auto select =
      select_of("SELECT 1 FROM a WHERE x IN (SELECT y FROM b) AND NOT EXISTS (SELECT 1 FROM c) AND z > (SELECT 1)");
  const auto* both = select.where->as<binary_syntax>();
  REQUIRE(both != nullptr);
  CHECK(both->right->as<binary_syntax>()->right->as<subquery_syntax>()->kind == subquery_kind::scalar);
}

TEST_CASE("complaints have their place, one for each statement") {
  CHECK(faults_of("SELECT FROM t; INSERT a SELECT 1; SELECT 1") ==
        "line 1, column 8: expected an expression, found FROM\nline 1, column 23: expected INTO, found a\n");
  CHECK(faults_of("SELECT a AS value FROM t") ==
        "line 1, column 13: value is a reserved word and must be quoted (write `value`)\n");
  CHECK(faults_of("FROB x") ==
        "line 1, column 1: expected a statement (CREATE TABLE, CREATE VIEW, INSERT INTO, SELECT, SET "
        "...), found FROB\n");
  CHECK(faults_of("CREATE TABLE t (a INT, PRIMARY KEY (a) ENFORCED)") ==
        "line 1, column 40: a primary key cannot be enforced over a stream (write NOT ENFORCED)\n");
  CHECK(faults_of("CREATE TABLE t (a INT) WITH ('x' = '1', 'x' = '2')") ==
        "line 1, column 41: option given twice: x\n");
  CHECK(faults_of("EXECUTE STATEMENT SET BEGIN END") == "line 1, column 32: expected INSERT, found the end\n");
}

TEST_CASE("what is understood and not run is refused by name") {
  CHECK(faults_of("SELECT * FROM t MATCH_RECOGNIZE (x)") ==
        "line 1, column 17: MATCH_RECOGNIZE (run this query on Flink)\n");
  CHECK(faults_of("CREATE FUNCTION f AS 'x'") ==
        "line 1, column 8: CREATE FUNCTION (only the built-in functions are there)\n");
  const auto made = parse_script("USE CATALOG c");
  REQUIRE_FALSE(made);
  CHECK(made.error()[0].code == errc::unsupported);
}

TEST_CASE("deep nesting is refused, not followed") {
  std::string text = "SELECT * FROM ";
  for (int i = 0; i < 100'000; ++i) text += "(SELECT * FROM ";
  CHECK(faults_of(text).find("queries nest deeper than 100") != std::string::npos);
  text = "SELECT * FROM ";
  for (int i = 0; i < 100'000; ++i) text += "(";
  CHECK(faults_of(text) != "no fault");
  text = "SELECT * FROM a";
  for (int i = 0; i < 10'000; ++i) text += " JOIN b ON TRUE";
  CHECK(faults_of(text).find("more than 100 joins") != std::string::npos);
}

TEST_CASE("cut and mixed scripts are read or refused, with places inside the text") {
  std::mt19937 random(7);
  std::vector<std::string> texts;
  for (const auto& path : queries()) texts.push_back(read_file(path));
  for (int round = 0; round < 1500; ++round) {
    auto text = texts[random() % texts.size()];
    for (int change = 0; change < 4; ++change) {
      const auto at = random() % (text.size() + 1);
      switch (random() % 3) {
      case 0: text.erase(at, random() % 20); break;
      case 1: {
        const auto& other = texts[random() % texts.size()];
        text.insert(at, other.substr(random() % other.size(), random() % 20));
        break;
      }
      default: text = text.substr(0, at);
      }
      if (text.empty()) text = ";";
    }
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
    const auto made = parse_script(text);
    if (!made)
      for (const auto& one : made.error()) CHECK((one.place.line <= lines && !one.message.empty()));
  }
}
