#include "core/expr/logic.hpp"

#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const table& truths() {
  static const table made({"a", "BOOLEAN", "b", "BOOLEAN"}, {{"TRUE", "TRUE"},
                                                             {"TRUE", "FALSE"},
                                                             {"TRUE", "NULL"},
                                                             {"FALSE", "TRUE"},
                                                             {"FALSE", "FALSE"},
                                                             {"FALSE", "NULL"},
                                                             {"NULL", "TRUE"},
                                                             {"NULL", "FALSE"},
                                                             {"NULL", "NULL"}});
  return made;
}

} // namespace

TEST_CASE("AND, OR and NOT know three values") {
  CHECK(truths().ask("a AND b") == texts{"TRUE", "FALSE", "NULL", "FALSE", "FALSE", "FALSE", "NULL", "FALSE", "NULL"});
  CHECK(truths().ask("a OR b") == texts{"TRUE", "TRUE", "TRUE", "TRUE", "FALSE", "NULL", "TRUE", "NULL", "NULL"});
  CHECK(truths().ask("NOT a") == texts{"FALSE", "FALSE", "FALSE", "TRUE", "TRUE", "TRUE", "NULL", "NULL", "NULL"});
}

TEST_CASE("the IS tests are never NULL") {
  const auto f = std::string("FALSE");
  const auto t = std::string("TRUE");
  CHECK(truths().ask("a IS TRUE") == texts{t, t, t, f, f, f, f, f, f});
  CHECK(truths().ask("a IS NOT TRUE") == texts{f, f, f, t, t, t, t, t, t});
  CHECK(truths().ask("a IS FALSE") == texts{f, f, f, t, t, t, f, f, f});
  CHECK(truths().ask("a IS NOT FALSE") == texts{t, t, t, f, f, f, t, t, t});
  CHECK(truths().ask("a IS UNKNOWN") == texts{f, f, f, f, f, f, t, t, t});
  CHECK(truths().ask("a IS NOT UNKNOWN") == texts{t, t, t, t, t, t, f, f, f});
  CHECK(truths().ask("a IS NULL") == truths().ask("a IS UNKNOWN"));
  CHECK(truths().ask("a IS NOT NULL") == truths().ask("a IS NOT UNKNOWN"));
  CHECK(truths().type("a IS NULL") == "BOOLEAN NOT NULL");
}

TEST_CASE("De Morgan's laws hold with NULLs") {
  CHECK(truths().ask("NOT (a AND b)") == truths().ask("NOT a OR NOT b"));
  CHECK(truths().ask("NOT (a OR b)") == truths().ask("NOT a AND NOT b"));
}

TEST_CASE("a constant side is decided at once") {
  CHECK(truths().bound("FALSE AND a")->to_string() == "FALSE");
  CHECK(truths().bound("TRUE AND a")->to_string() == "a");
  CHECK(truths().bound("TRUE OR a")->to_string() == "TRUE");
  CHECK(truths().bound("FALSE OR a")->to_string() == "a");
  CHECK(truths().bound("NULL AND TRUE")->to_string() == "NULL");
  CHECK(truths().bound("NOT TRUE")->to_string() == "FALSE");
  CHECK(truths().bound("NULL IS NULL")->to_string() == "TRUE");
  CHECK(truths().ask("NULL AND a")[3] == "FALSE");
  CHECK(truths().bound("a AND NOT b OR a IS TRUE")->to_string() == "((a AND (NOT b)) OR (a IS TRUE))");
}

TEST_CASE("the right side runs only where the left does not decide") {
  const table t({"x", "INT", "y", "INT"}, {{"6", "2"}, {"6", "0"}, {"NULL", "0"}, {"6", "NULL"}});
  CHECK(t.ask("y <> 0 AND x / y > 2") == texts{"TRUE", "FALSE", "FALSE", "NULL"});
  CHECK(t.ask("y = 0 OR x / y > 2") == texts{"TRUE", "TRUE", "TRUE", "NULL"});
  CHECK(t.ask("x / y > 2 AND y <> 0") == texts{"TRUE", "!division by zero", "FALSE", "NULL"});
  CHECK(t.ask("x / y > 2 AND x / y > 1")[1] == "!division by zero");
}

TEST_CASE("logic needs BOOLEAN and says where not") {
  const table t({"s", "STRING", "id", "INT"}, {});
  CHECK(t.refusal("s AND id") == "line 1, column 1: AND needs BOOLEAN, not STRING");
  CHECK(t.refusal("id IS NULL OR id") == "line 1, column 15: OR needs BOOLEAN, not INT");
  CHECK(t.refusal("NOT id") == "line 1, column 5: NOT needs BOOLEAN, not INT");
  CHECK(t.refusal("id IS TRUE") == "line 1, column 1: an IS test needs BOOLEAN, not INT");
  CHECK(t.ask("id > 1 AND s = 'a'") == texts{});
}
