#include "daemon/cases/row_comparison.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("rows are compared as a set, numbers by value") {
  CHECK_FALSE(weir::difference({R"({"a":1})", R"({"a":2})"}, {R"({"a":2})", R"({"a":1.0})"}).has_value());
  CHECK(weir::same_row(R"({"a":-0.0})", R"({"a":0.0})"));
  CHECK(weir::same_row(R"({"a":1,"b":[1,{"c":2}]})", R"({"b":[1,{"c":2}],"a":1})"));
}

TEST_CASE("doubles may differ by one unit in the last place, not by two") {
  CHECK(weir::same_row(R"({"a":1.0})", R"({"a":1.0000000000000002})"));
  CHECK_FALSE(weir::same_row(R"({"a":1.0})", R"({"a":1.0000000000000004})"));
}

TEST_CASE("big integers are compared digit by digit") {
  CHECK_FALSE(weir::same_row(R"({"a":9007199254740993})", R"({"a":9007199254740992})"));
}

TEST_CASE("text is no number, NULL is no missing field, and lines that are no JSON are compared as they are") {
  CHECK_FALSE(weir::same_row(R"({"a":"1"})", R"({"a":1})"));
  CHECK_FALSE(weir::same_row(R"({"a":null})", R"({})"));
  CHECK_FALSE(weir::same_row(R"({"a":[1]})", R"({"a":[1,2]})"));
  CHECK_FALSE(weir::same_row(R"({"a":1,"b":2})", R"({"a":1,"c":2})"));
  CHECK(weir::same_row("a,b", "a,b"));
  CHECK_FALSE(weir::same_row("a,b", "a,c"));
}

TEST_CASE("what is missing and what is too much is shown") {
  CHECK(weir::difference({R"({"a":1})"}, {R"({"a":2})"}).value() ==
        "  1 of 1 rows missing, 1 too many\n    missing  {\"a\":1}\n    too many {\"a\":2}\n");
  CHECK(weir::difference({R"({"a":1})", R"({"a":1})"}, {R"({"a":1})"}).value().starts_with("  1 of 2 rows missing"));
}

TEST_CASE("a long difference is cut and says so") {
  std::vector<std::string> rows;
  for (int i = 0; i < 30; ++i) rows.push_back("{\"a\":" + std::to_string(i) + "}");
  CHECK_THAT(weir::difference(rows, {}).value(), ContainsSubstring("and 10 more"));
}

TEST_CASE("changes are applied, and what is left are rows") {
  const auto left = weir::apply_changes({R"({"op":"+I","k":"a","n":1})", R"({"op":"-U","k":"a","n":1})",
                                         R"({"op":"+U","k":"a","n":2})", R"({"op":"+I","k":"b","n":1})",
                                         R"({"op":"+I","k":"b","n":1})", R"({"op":"-D","k":"b","n":1})"});
  CHECK(left == std::vector<std::string>{R"({"k":"a","n":2})", R"({"k":"b","n":1})"});
  CHECK(weir::apply_changes({}).value().empty());
}

TEST_CASE("changes that cannot be applied are told") {
  CHECK_THAT(weir::apply_changes({R"({"op":"-D","a":1})"}).error(),
             ContainsSubstring("takes back a row that is not there"));
  CHECK_THAT(weir::apply_changes({R"({"op":"+I","a":1})", R"({"op":"-D","a":1})", R"({"op":"-U","a":1})"}).error(),
             ContainsSubstring("takes back"));
  CHECK_THAT(weir::apply_changes({R"({"a":1})"}).error(), ContainsSubstring("not a row of changes"));
  CHECK_THAT(weir::apply_changes({"a,b"}).error(), ContainsSubstring("not a row of changes"));
}
