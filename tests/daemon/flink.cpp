// SQL files as a Flink cluster takes them.

#include "daemon/flink/flink_text.hpp"
#include "tests/support/catch.hpp"

namespace {

std::string for_flink(const std::string& text) {
  const auto made = weir::flink_text("q.sql", text);
  REQUIRE(made.has_value());
  return *made;
}

const std::string head = "-- q.sql for a Flink cluster. What only weir has, by the lines of that file:\n";

} // namespace

TEST_CASE("a file without anything of weir's own stays as it is, byte for byte") {
  const std::string text =
      "-- ünï\r\nCREATE TABLE t (k STRING) WITH ('connector' = 'filesystem', 'path' = 'p',\t'format'='csv');;\n"
      "SET 'parallelism.default' = '2';\nINSERT INTO t SELECT UPPER(k) FROM t /* end */";
  CHECK(for_flink(text) == text);
}

TEST_CASE("what weir does not run stays for Flink") {
  const std::string text = "CREATE FUNCTION f AS 'x.Y'; SELECT 1;";
  CHECK(for_flink(text) == text);
}

TEST_CASE("options go with their comma, wherever they stand") {
  const auto table = [](const std::string& options) { return "CREATE TABLE t (k STRING) WITH (" + options + ");"; };
  const auto body = [&](const std::string& options) {
    const auto made = for_flink(table(options));
    return made.substr(made.find("WITH (") + 6);
  };
  CHECK(body("'emit' = '1 s', 'connector' = 'print'") == " 'connector' = 'print');");
  CHECK(body("'connector' = 'print', 'emit' = '1 s', 'future-skew' = '1 h'") == "'connector' = 'print'  );");
  CHECK(body("'connector' = 'print', 'emit' = '1 s', 'print-identifier' = 'x', 'format' = 'json'") ==
        "'connector' = 'print',  'print-identifier' = 'x' );");
}

TEST_CASE("connectors that Flink lacks become ones that it has") {
  CHECK(
      for_flink("CREATE TABLE posts (k STRING) WITH ('connector' = 'http', 'host' = '::', 'port' = '80');\n"
                "CREATE TABLE kept (k STRING) WITH ('connector' = 'memory', 'format' = 'json', 'rows-max' = '5');\n") ==
      head +
          R"(--   line 1: connector 'http' of table posts: 'kafka' in its place: write your broker and topic, and send the rows there
--   line 1: option 'host': taken out
--   line 1: option 'port': taken out
--   line 2: connector 'memory' of table kept: 'print' in its place
--   line 2: option 'format': taken out
--   line 2: option 'rows-max': taken out

CREATE TABLE posts (k STRING) WITH ('connector' = 'kafka', 'topic' = 'posts', 'properties.bootstrap.servers' = 'localhost:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json'  );
CREATE TABLE kept (k STRING) WITH ('connector' = 'print'  );
)");
}

TEST_CASE("a path with a pattern is named and left") {
  const std::string text =
      "CREATE TABLE t (k STRING) WITH ('connector' = 'filesystem', 'path' = 'in*.json', 'format' = 'json');";
  CHECK(
      for_flink(text) ==
      head +
          R"(--   line 1: pattern 'in*.json' in 'path': left as it is: give Flink the folder, and the pattern as 'source.path.regex-pattern'

)" + text);
}

TEST_CASE("statements that only weir can run go into comments, and what reads their views goes along") {
  CHECK(for_flink(R"(SET 'weir.shards' = '4';
SET 'table.local-time-zone' = 'UTC'; RESET 'weir.shards';
CREATE VIEW late AS SELECT reason /* why */ FROM `events$late`;
INSERT INTO a SELECT reason FROM late;
INSERT INTO a SELECT k FROM events WHERE k IN (SELECT reason FROM `events$bad`);
SELECT * FROM a JOIN (SELECT * FROM late) b ON a.k = b.k UNION ALL SELECT * FROM c;
EXPLAIN SELECT * FROM late;
EXPLAIN INSERT INTO a SELECT * FROM late;
DESCRIBE late;
DESCRIBE a;
SHOW TABLES;
DROP VIEW late;
DROP VIEW IF EXISTS late;
)") == head + R"(--   line 1: setting 'weir.shards': its statement is taken out
--   line 2: setting 'weir.shards': its statement is taken out
--   line 3: table events$late: its statement is taken out
--   line 4: view late: its statement is taken out
--   line 5: table events$bad: its statement is taken out
--   line 6: view late: its statement is taken out
--   line 7: view late: its statement is taken out
--   line 8: view late: its statement is taken out
--   line 9: table late: its statement is taken out
--   line 12: view late, which has been taken out: its statement is taken out

/* SET 'weir.shards' = '4'; */
SET 'table.local-time-zone' = 'UTC'; /* RESET 'weir.shards'; */
/* CREATE VIEW late AS SELECT reason /* why * / FROM `events$late`; */
/* INSERT INTO a SELECT reason FROM late; */
/* INSERT INTO a SELECT k FROM events WHERE k IN (SELECT reason FROM `events$bad`); */
/* SELECT * FROM a JOIN (SELECT * FROM late) b ON a.k = b.k UNION ALL SELECT * FROM c; */
/* EXPLAIN SELECT * FROM late; */
/* EXPLAIN INSERT INTO a SELECT * FROM late; */
/* DESCRIBE late; */
DESCRIBE a;
SHOW TABLES;
/* DROP VIEW late; */
DROP VIEW IF EXISTS late;
)");
}

TEST_CASE("an INSERT goes out of its set alone; a set that would be empty goes whole") {
  CHECK(for_flink("EXECUTE STATEMENT SET BEGIN\nINSERT INTO a SELECT k FROM t;\nINSERT INTO a SELECT reason FROM "
                  "`t$bad`;\nEND;\nEXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT reason FROM `t$bad`; END;") ==
        head + R"(--   line 3: table t$bad: its statement is taken out
--   line 5: table t$bad: its statement is taken out

EXECUTE STATEMENT SET BEGIN
INSERT INTO a SELECT k FROM t;
/* INSERT INTO a SELECT reason FROM `t$bad`; */
END;
/* EXPLAIN STATEMENT SET BEGIN INSERT INTO a SELECT reason FROM `t$bad`; END; */)");
}

TEST_CASE("aggregates that Flink lacks become what comes nearest, or take their statement along") {
  CHECK(for_flink("SELECT approx_count_distinct(k), APPROX_PERCENTILE(v, 0.9) FROM t WINDOW w AS (PARTITION BY k ORDER "
                  "BY rt);\nSELECT TOPK(k, 3) FROM t GROUP BY GROUPING SETS ((k), ());\nVALUES (TOPK(1));") ==
        head + R"(--   line 1: function APPROX_COUNT_DISTINCT: COUNT(DISTINCT ...) in its place
--   line 1: function APPROX_PERCENTILE: PERCENTILE(...) in its place
--   line 2: function TOPK: its statement is taken out
--   line 3: function TOPK: its statement is taken out

SELECT COUNT(DISTINCT k), PERCENTILE(v, 0.9) FROM t WINDOW w AS (PARTITION BY k ORDER BY rt);
/* SELECT TOPK(k, 3) FROM t GROUP BY GROUPING SETS ((k), ()); */
/* VALUES (TOPK(1)); */)");
}

TEST_CASE("line ends within names do not end the comment at the top") {
  CHECK(for_flink("CREATE TABLE `a\nb` (k STRING) WITH ('connector' = 'memory');").find("of table a b: 'print'") !=
        std::string::npos);
}

TEST_CASE("what is no SQL is not written, with every place named") {
  const auto made = weir::flink_text("q.sql", "SELEC 1;\nSELECT FROM;\n");
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().size() == 2);
  CHECK(made.error()[1].place.line == 2);
  CHECK_FALSE(weir::flink_text("q.sql", "SELECT 'open").has_value());
}
