#include "core/expr/nested.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& rows() {
  static const table made({"xs", "ARRAY<INT>", "m", "MAP<STRING, INT>", "r",
                           "ROW<a INT, pos ROW<lat DOUBLE, lon DOUBLE>>", "i", "INT", "k", "STRING"},
                          {{"ARRAY[1, 2, 3]", "MAP['a', 1, 'b', 2]", "ROW(5, ROW(1.5, 2.5))", "2", "'b'"},
                           {"ARRAY[NULL]", "MAP['z', NULL]", "ROW(NULL, NULL)", "1", "'z'"},
                           {"NULL", "NULL", "NULL", "1", "'a'"},
                           {"ARRAY[9]", "MAP['a', 7]", "ROW(1, ROW(NULL, 1))", "NULL", "NULL"}});
  return made;
}

} // namespace

TEST_CASE("fields are reached through rows, and NULL through a NULL row") {
  CHECK(rows().ask("r.a") == texts{"5", "NULL", "NULL", "1"});
  CHECK(rows().ask("r.pos.lat") == texts{"1.5", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("(r).pos.lon") == texts{"2.5", "NULL", "NULL", "1.0"});
  CHECK(rows().ask("r.pos") == texts{"(1.5, 2.5)", "NULL", "NULL", "(NULL, 1.0)"});
  CHECK(rows().ask("r[1]") == rows().ask("r.a"));
  CHECK(rows().ask("r['a']") == rows().ask("r.a"));
  CHECK(rows().bound("r.pos.lat")->to_string() == "r.pos.lat");
  CHECK(rows().bound("ROW(1, 2).EXPR$0")->to_string() == "1");
}

TEST_CASE("arrays count from 1; behind the end is NULL, before the start a fault") {
  CHECK(rows().ask("xs[1]") == texts{"1", "NULL", "NULL", "9"});
  CHECK(rows().ask("xs[i]") == texts{"2", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("xs[4]") == texts(4, "NULL"));
  CHECK(rows().ask("xs[i - 1]") == texts{"1", "!an array's index starts at 1, it was 0", "NULL", "NULL"});
  CHECK(rows().ask("xs[-1]")[0] == "!an array's index starts at 1, it was -1");
  CHECK(rows().ask("xs[9223372036854775807]")[0] == "NULL");
  CHECK(rows().ask("ARRAY[i, 7][2]") == texts(4, "7"));
  CHECK(rows().bound("xs[i]")->to_string() == "xs[i]");
  const table none({"xs", "ARRAY<INT>"}, {{"NULL"}});
  CHECK(none.ask("xs[1]") == texts{"NULL"});
}

TEST_CASE("maps answer by key") {
  CHECK(rows().ask("m['a']") == texts{"1", "NULL", "NULL", "7"});
  CHECK(rows().ask("m[k]") == texts{"2", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("MAP[i, k][2]") == texts{"b", "NULL", "NULL", "NULL"});
  CHECK(rows().ask("MAP[CAST(1 AS BIGINT), 'x'][1]") == texts(4, "x"));
}

TEST_CASE("arrays, maps and rows are made from values") {
  CHECK(rows().ask("ARRAY[i, 7]") == texts{"[2, 7]", "[1, 7]", "[1, 7]", "[NULL, 7]"});
  CHECK(rows().ask("ARRAY[k, 'q']")[0] == "[b, q]");
  CHECK(rows().ask("ARRAY[xs, ARRAY[0]]") == texts{"[[1, 2, 3], [0]]", "[[NULL], [0]]", "[NULL, [0]]", "[[9], [0]]"});
  CHECK(rows().ask("MAP['a', i, 'b', 2.5]") ==
        texts{"{a=2.0, b=2.5}", "{a=1.0, b=2.5}", "{a=1.0, b=2.5}", "{a=NULL, b=2.5}"});
  CHECK(rows().ask("MAP[k, 1, 'b', 2]") == texts{"{b=2}", "{z=1, b=2}", "{a=1, b=2}", "{NULL=1, b=2}"});
  CHECK(rows().ask("ROW(i, k)") == texts{"(2, b)", "(1, z)", "(1, a)", "(NULL, NULL)"});
  CHECK(rows().type("ARRAY[1, 2.5]") == "ARRAY<DECIMAL(11, 1) NOT NULL> NOT NULL");
  CHECK(rows().type("ARRAY['a', 'bcd']") == "ARRAY<VARCHAR(3) NOT NULL> NOT NULL");
  CHECK(rows().type("MAP['a', 1, 'bc', 2.5]") == "MAP<VARCHAR(2) NOT NULL, DECIMAL(11, 1) NOT NULL> NOT NULL");
  CHECK(rows().type("ROW(1, k)") == "ROW<`EXPR$0` INT NOT NULL, `EXPR$1` STRING> NOT NULL");
  CHECK(rows().bound("ARRAY[i, 7]")->to_string() == "ARRAY[i, 7]");
  CHECK(rows().bound("MAP['a', i]")->to_string() == "MAP['a', i]");
  CHECK(rows().bound("ROW(i, 7)")->to_string() == "ROW(i, 7)");
}

TEST_CASE("what cannot be reached or mixed is refused") {
  CHECK(rows().refusal("r.lat") == "line 1, column 3: r has no field lat");
  CHECK(rows().refusal("r.pos.latt") == "line 1, column 7: r.pos has no field latt (did you mean lat?)");
  CHECK(rows().refusal("i.a") == "line 1, column 3: i has no field a: it is INT");
  CHECK(rows().refusal("r[3]") == "line 1, column 1: a row's element is a constant from 1 to 2 or a field's name");
  CHECK(rows().refusal("r[i]") == "line 1, column 1: a row's element is a constant from 1 to 2 or a field's name");
  CHECK(rows().refusal("r['zz']") == "line 1, column 1: a row's element is a constant from 1 to 2 or a field's name");
  CHECK(rows().refusal("xs['1']") == "line 1, column 1: ARRAY<INT> has no element by CHAR(1) NOT NULL");
  CHECK(rows().refusal("m[1]") == "line 1, column 1: MAP<STRING, INT> has no element by INT NOT NULL");
  CHECK(rows().refusal("k[1]") == "line 1, column 1: STRING has no element by INT NOT NULL");
  CHECK(rows().refusal("ARRAY[i, k]") == "line 1, column 1: ARRAY cannot mix INT and STRING (CAST them to one type)");
  CHECK(rows().refusal("MAP[i, 1, k, 2]") ==
        "line 1, column 1: the keys of a MAP cannot mix INT and STRING (CAST them to one type)");
  CHECK(rows().refusal("MAP[1, i, 2, k]") ==
        "line 1, column 1: the values of a MAP cannot mix INT and STRING (CAST them to one type)");
  for (const auto* text :
       {"ARRAY[nope]", "MAP[nope, 1]", "ROW(nope)", "nope[1]", "xs[nope]", "(nope).a", "CAST(nope AS INT)"}) {
    CHECK(rows().refusal(text).ends_with("unknown column: nope"));
  }
}
