// Where the statements of a file run unchanged.

#include "daemon/flink/compat_report.hpp"
#include "tests/support/catch.hpp"

namespace {

std::string report(const std::string& text) {
  const auto lines = weir::compat_report(text);
  REQUIRE(lines.has_value());
  std::string made;
  for (const auto& line : *lines) made += to_string(line) + "\n";
  return made;
}

} // namespace

TEST_CASE("each statement says where it runs, and why not elsewhere") {
  CHECK(report(R"(SET 'weir.shards' = '4'; RESET;
CREATE TABLE t (k STRING, v INT) WITH ('connector' = 'filesystem', 'path' = 'in', 'format' = 'json', 'emit' = '1 s');
CREATE TABLE printed (k STRING) WITH ('connector' = 'print');
CREATE VIEW w AS SELECT k FROM t;
INSERT INTO printed SELECT k FROM w;
INSERT INTO printed SELECT reason FROM `t$bad`;
INSERT INTO printed SELECT kk FROM t;
CREATE FUNCTION f AS 'x.Y';
EXECUTE STATEMENT SET BEGIN INSERT INTO printed SELECT k FROM t; INSERT INTO printed SELECT k FROM w; END;
SELEC 1;
SHOW TABLES; DESCRIBE t; EXPLAIN SELECT k FROM t; DROP VIEW w; SELECT k FROM t;
)") == R"(1: SET 'weir.shards': weir only: setting 'weir.shards' (line 1)
1: RESET: runs unchanged on both
2: CREATE TABLE t: weir only: option 'emit' (line 2)
3: CREATE TABLE printed: runs unchanged on both
4: CREATE VIEW w: runs unchanged on both
5: INSERT INTO printed: runs unchanged on both
6: INSERT INTO printed: weir only: table t$bad (line 6)
7: INSERT INTO printed: runs on neither: line 7, column 28: unknown column: kk (did you mean k?)
8: CREATE FUNCTION f ...: Flink only: line 8, column 8: CREATE FUNCTION (only the built-in functions are there)
9: EXECUTE STATEMENT SET of 2: runs unchanged on both
10: SELEC 1 ...: runs on neither: line 10, column 1: expected a statement (CREATE TABLE, CREATE VIEW, INSERT INTO, SELECT, SET ...), found SELEC
11: SHOW TABLES: runs unchanged on both
11: DESCRIBE t: runs unchanged on both
11: EXPLAIN: runs unchanged on both
11: DROP VIEW w: runs unchanged on both
11: SELECT: runs unchanged on both
)");
}

TEST_CASE("a statement that needs what weir refuses is Flink's as well") {
  CHECK(report(R"(CREATE TABLE printed (k STRING) WITH ('connector' = 'print');
CREATE TABLE jdbc (k STRING) WITH ('connector' = 'print');
CREATE TABLE odd AS SELECT k FROM jdbc;
CREATE TABLE like_odd (k STRING) WITH ('connector' = 'print') LIKE odd;
CREATE VIEW w AS SELECT k FROM odd;
INSERT INTO printed SELECT k FROM w;
INSERT INTO odd SELECT k FROM w;
EXPLAIN INSERT INTO odd SELECT k FROM w;
EXPLAIN STATEMENT SET BEGIN INSERT INTO odd SELECT k FROM w; END;
EXPLAIN SELECT k FROM w;
SELECT k FROM w;
EXECUTE STATEMENT SET BEGIN INSERT INTO odd SELECT k FROM w; END;
DESCRIBE odd;
SHOW CREATE TABLE odd;
DROP TABLE odd;
)") == R"(1: CREATE TABLE printed: runs unchanged on both
2: CREATE TABLE jdbc: runs unchanged on both
3: CREATE TABLE odd: not on weir, perhaps on Flink: line 3, column 1: CREATE TABLE ... AS SELECT (declare the table, then INSERT INTO it)
4: CREATE TABLE like_odd: Flink only: needs odd (line 3)
5: CREATE VIEW w: Flink only: needs odd (line 3)
6: INSERT INTO printed: Flink only: needs w (line 5)
7: INSERT INTO odd: Flink only: needs odd (line 3)
8: EXPLAIN: Flink only: needs odd (line 3)
9: EXPLAIN: Flink only: needs odd (line 3)
10: EXPLAIN: Flink only: needs w (line 5)
11: SELECT: Flink only: needs w (line 5)
12: EXECUTE STATEMENT SET of 1: Flink only: needs odd (line 3)
13: DESCRIBE odd: Flink only: needs odd (line 3)
14: SHOW CREATE TABLE: Flink only: needs odd (line 3)
15: DROP TABLE odd: Flink only: needs odd (line 3)
)");
}

TEST_CASE("a text that cannot be cut into words has no report") {
  const auto made = weir::compat_report("SELECT 'open");
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().place.line == 1);
}
