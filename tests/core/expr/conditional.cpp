#include "core/expr/conditional.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& rows() {
  static const table made({"id", "INT", "a", "INT", "b", "INT", "s", "STRING", "c", "BOOLEAN"},
                          {{"1", "20", "5", "'x'", "TRUE"},
                           {"2", "5", "5", "'y'", "FALSE"},
                           {"3", "-1", "NULL", "NULL", "NULL"},
                           {"4", "NULL", "7", "'X'", "TRUE"},
                           {"5", "NULL", "NULL", "''", "FALSE"}});
  return made;
}

} // namespace

TEST_CASE("CASE takes the first branch that holds") {
  CHECK(rows().ask("CASE WHEN a > 10 THEN 'big' WHEN a > 0 THEN 'small' END") ==
        texts{"big", "small", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("CASE s WHEN 'x' THEN 'ex' WHEN 'y' THEN 'why' ELSE 'other' END") ==
        texts{"ex", "why", "other", "other", "other"});
  CHECK(rows().ask("CASE WHEN c THEN a ELSE b END") == texts{"20", "5", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("CASE WHEN c THEN s ELSE s || '!' END") == texts{"x", "y!", "NULL", "X", "!"});
  CHECK(rows().ask("CASE WHEN c THEN 1.5E0 ELSE a END") == texts{"1.5", "5.0", "-1.0", "1.5", "NULL"});
}

TEST_CASE("COALESCE, NULLIF, IF, IFNULL") {
  CHECK(rows().ask("COALESCE(a, b, -1)") == texts{"20", "5", "-1", "7", "-1"});
  CHECK(rows().ask("COALESCE(a, NULL, b)") == texts{"20", "5", "-1", "7", "NULL"});
  CHECK(rows().ask("COALESCE(a, b + 0, id)") == texts{"20", "5", "-1", "7", "5"});
  CHECK(rows().ask("COALESCE(id, a)") == texts{"1", "2", "3", "4", "5"});
  CHECK(rows().ask("COALESCE(s, 'none')") == texts{"x", "y", "none", "X", ""});
  CHECK(rows().ask("COALESCE(NULL, 3)") == texts(5, "3"));
  CHECK(rows().ask("NULLIF(a, b)") == texts{"20", "NULL", "-1", "NULL", "NULL"});
  CHECK(rows().ask("NULLIF(a, 20.0)") == texts{"NULL", "5", "-1", "NULL", "NULL"});
  CHECK(rows().ask("IF(a > b, a, b)") == texts{"20", "5", "NULL", "7", "NULL"});
  CHECK(rows().ask("IF(NULL, 1, 2)") == texts(5, "2"));
  CHECK(rows().ask("IFNULL(a, 0)") == texts{"20", "5", "-1", "0", "0"});
}

TEST_CASE("a branch runs only for its rows, so that a guarded division never fails") {
  const table t({"a", "INT", "b", "INT"}, {{"6", "2"}, {"6", "0"}, {"6", "NULL"}, {"NULL", "0"}});
  CHECK(t.ask("CASE WHEN b <> 0 THEN a / b END") == texts{"3", "NULL", "NULL", "NULL"});
  CHECK(t.ask("CASE WHEN b = 0 THEN -1 ELSE a / b END") == texts{"3", "-1", "NULL", "-1"});
  CHECK(t.ask("IF(b = 0, NULL, a / b)") == texts{"3", "NULL", "NULL", "NULL"});
  CHECK(t.ask("COALESCE(a, 1 / b)") == texts{"6", "6", "6", "!division by zero"});
  CHECK(t.ask("COALESCE(NULLIF(b, 0), b / b)") == texts{"2", "!division by zero", "NULL", "!division by zero"});
}

TEST_CASE("a row whose condition failed is done with, and NULL") {
  const table t({"a", "INT", "b", "INT"}, {{"6", "2"}, {"6", "0"}});
  CHECK(t.ask("CASE WHEN a / b > 0 THEN 'yes' ELSE 'no' END") == texts{"yes", "!division by zero"});
  CHECK(t.ask("COALESCE(a / b, -1)") == texts{"3", "!division by zero"});
  CHECK(t.ask("(a / b) IS NULL") == texts{"FALSE", "!division by zero"});
}

TEST_CASE("the branches' types meet as Flink has it") {
  CHECK(rows().type("CASE WHEN c THEN a ELSE 1.5 END") == "DECIMAL(11, 1)");
  CHECK(rows().type("CASE WHEN c THEN 'a' ELSE 'bcd' END") == "VARCHAR(3) NOT NULL");
  CHECK(rows().type("CASE WHEN c THEN NULL ELSE a END") == "INT");
  CHECK(rows().type("CASE a WHEN 7 THEN 'x' WHEN 8.5 THEN 'y' END") == "CHAR(1)");
  CHECK(rows().type("COALESCE(a, 1)") == "INT NOT NULL");
  CHECK(rows().type("COALESCE(a, b)") == "INT");
  CHECK(rows().type("IF(c, a, CAST(b AS BIGINT))") == "BIGINT");
  CHECK(rows().refusal("CASE WHEN c THEN a ELSE 'x' END") ==
        "line 1, column 1: CASE cannot mix INT and CHAR(1) NOT NULL (CAST them to one type)");
  CHECK(rows().refusal("CASE WHEN a THEN 1 END") == "line 1, column 11: WHEN needs BOOLEAN, not INT");
  CHECK(rows().refusal("CASE WHEN c THEN NULL END") == "line 1, column 1: CASE needs a value that is not NULL");
  CHECK(rows().refusal("CASE a WHEN '7' THEN 1 END") ==
        "line 1, column 1: = does not compare INT and CHAR(1) NOT NULL (CAST one side)");
  CHECK(rows().refusal("CASE WHEN c THEN nope END") == "line 1, column 18: unknown column: nope");
  CHECK(rows().refusal("CASE nope WHEN 1 THEN 2 END") == "line 1, column 6: unknown column: nope");
  CHECK(rows().refusal("CASE WHEN c THEN 1 ELSE nope END") == "line 1, column 25: unknown column: nope");
  CHECK(rows().refusal("IF(a, 1, 2)") == "line 1, column 1: IF needs BOOLEAN, not INT");
  CHECK(rows().refusal("IF(c, 1)") == "line 1, column 1: IF takes 3 arguments, not 2");
  CHECK(rows().refusal("IF(c, 1, 'x')") ==
        "line 1, column 1: IF cannot mix INT NOT NULL and CHAR(1) NOT NULL (CAST them to one type)");
  CHECK(rows().refusal("COALESCE(a, s)") ==
        "line 1, column 1: COALESCE cannot mix INT and STRING (CAST them to one type)");
  CHECK(rows().refusal("COALESCE()") == "line 1, column 1: COALESCE takes 1 argument or more, not 0");
  CHECK(rows().refusal("IFNULL(a)") == "line 1, column 1: IFNULL takes 2 arguments, not 1");
  CHECK(rows().refusal("NULLIF(a)") == "line 1, column 1: NULLIF takes 2 arguments, not 1");
  CHECK(rows().refusal("NULLIF(a, s)") == "line 1, column 1: = does not compare INT and STRING (CAST one side)");
  CHECK(rows().refusal("MOD(a)") == "line 1, column 1: MOD takes 2 arguments, not 1");
}

TEST_CASE("branches may be decimals, moments with fine digits, and nested values") {
  CHECK(rows().ask("CASE WHEN c THEN 1.25 ELSE 2 END") == texts{"1.25", "2.00", "2.00", "1.25", "2.00"});
  CHECK(rows().ask(
            "CASE WHEN c THEN TIMESTAMP '2024-01-01 00:00:00.000001' ELSE TIMESTAMP '2024-01-01 00:00:00' END")[0] ==
        "2024-01-01 00:00:00.000001");
  CHECK(rows().ask("CASE WHEN c THEN ARRAY[a, b] WHEN id = 5 THEN ARRAY[1] END") ==
        texts{"[20, 5]", "NULL", "NULL", "[NULL, 7]", "[1]"});
  CHECK(rows().ask("CASE WHEN c THEN ROW(a, s) ELSE ROW(0, 'z') END") ==
        texts{"(20, x)", "(0, z)", "(0, z)", "(NULL, X)", "(0, z)"});
  CHECK(rows().ask("COALESCE(CASE WHEN c THEN MAP[s, a] END, MAP['none', id])") ==
        texts{"{x=20}", "{none=2}", "{none=3}", "{X=NULL}", "{none=5}"});
}

TEST_CASE("conditions of constants are folded") {
  CHECK(rows().bound("CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END")->to_string() == "'b'");
  CHECK(rows().bound("COALESCE(NULL, 'b')")->to_string() == "'b'");
  CHECK(rows().bound("CASE WHEN a > 1 THEN 2 ELSE b END")->to_string() == "CASE WHEN (a > 1) THEN 2 ELSE b END");
  CHECK(rows().bound("COALESCE(a, b, 1)")->to_string() == "COALESCE(a, b, 1)");
}
