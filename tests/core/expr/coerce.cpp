// What INSERT and set operations cast by themselves.
#include "core/expr/common_type.hpp"
#include "tests/core/expr/evaluated.hpp"

using core::expr::coerce;
using evaluated::table;
using evaluated::texts;
using evaluated::type_of;

namespace {

std::string common(const std::string& a, const std::string& b) {
  const auto type = core::expr::common_type(type_of(a), type_of(b));
  const auto turned = core::expr::common_type(type_of(b), type_of(a));
  CHECK(type.has_value() == turned.has_value());
  return type ? core::to_string(*type) : "none";
}

bool implicit(const std::string& from, const std::string& to) {
  return core::expr::casts_implicitly(type_of(from), type_of(to));
}

} // namespace

TEST_CASE("two types meet in the one that holds both") {
  CHECK(common("TINYINT", "INT") == "INT");
  CHECK(common("INT", "BIGINT") == "BIGINT");
  CHECK(common("INT", "DECIMAL(10, 2)") == "DECIMAL(12, 2)");
  CHECK(common("SMALLINT", "DECIMAL(3, 1)") == "DECIMAL(6, 1)");
  CHECK(common("TINYINT", "DECIMAL(3, 1)") == "DECIMAL(4, 1)");
  CHECK(common("BIGINT", "DECIMAL(10, 2)") == "DECIMAL(21, 2)");
  CHECK(common("DECIMAL(10, 2)", "DECIMAL(6, 3)") == "DECIMAL(11, 3)");
  CHECK(common("DECIMAL(38, 0)", "DECIMAL(38, 20)") == "DECIMAL(38, 0)");
  CHECK(common("INT", "FLOAT") == "FLOAT");
  CHECK(common("FLOAT", "DECIMAL(10, 2)") == "DOUBLE");
  CHECK(common("FLOAT", "DOUBLE") == "DOUBLE");
  CHECK(common("CHAR(3)", "CHAR(3)") == "CHAR(3)");
  CHECK(common("CHAR(1)", "CHAR(3)") == "VARCHAR(3)");
  CHECK(common("VARCHAR(3)", "STRING") == "STRING");
  CHECK(common("BINARY(2)", "VARBINARY(3)") == "VARBINARY(3)");
  CHECK(common("TIMESTAMP(3)", "TIMESTAMP(6)") == "TIMESTAMP(6)");
  CHECK(common("TIMESTAMP(3)", "TIMESTAMP_LTZ(1)") == "TIMESTAMP_LTZ(3)");
  CHECK(common("TIME(0)", "TIME(1)") == "TIME(1)");
  CHECK(common("NULL", "INT NOT NULL") == "INT");
  CHECK(common("INT NOT NULL", "INT NOT NULL") == "INT NOT NULL");
  CHECK(common("ARRAY<INT>", "ARRAY<DOUBLE>") == "ARRAY<DOUBLE>");
  CHECK(common("ROW<a INT, b STRING>", "ROW<a BIGINT, b STRING>") == "ROW<`a` BIGINT, `b` STRING>");
  CHECK(common("INT", "STRING") == "none");
  CHECK(common("DATE", "TIMESTAMP(3)") == "none");
  CHECK(common("BOOLEAN", "INT") == "none");
  CHECK(common("ARRAY<INT>", "ARRAY<STRING>") == "none");
  CHECK(common("ROW<a INT>", "ROW<a INT, b INT>") == "none");
}

TEST_CASE("INSERT widens, and loses digits behind the point at most") {
  CHECK(implicit("INT", "BIGINT"));
  CHECK(implicit("INT", "DOUBLE"));
  CHECK(implicit("BIGINT", "DECIMAL(5, 0)"));
  CHECK(implicit("DECIMAL(10, 2)", "DOUBLE"));
  CHECK(implicit("DECIMAL(10, 2)", "FLOAT"));
  CHECK(implicit("DOUBLE", "DECIMAL(10, 2)"));
  CHECK(implicit("CHAR(3)", "STRING"));
  CHECK(implicit("STRING", "VARCHAR(3)"));
  CHECK(implicit("TIMESTAMP(6)", "TIMESTAMP(3)"));
  CHECK(implicit("TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"));
  CHECK(implicit("TIMESTAMP(3)", "DATE"));
  CHECK(implicit("TIMESTAMP(3)", "TIME"));
  CHECK(implicit("NULL", "INT"));
  CHECK(implicit("ROW<a INT>", "ROW<b BIGINT>"));
  CHECK(implicit("ARRAY<INT>", "ARRAY<BIGINT>"));
  CHECK_FALSE(implicit("BIGINT", "INT"));
  CHECK_FALSE(implicit("DOUBLE", "FLOAT"));
  CHECK_FALSE(implicit("DOUBLE", "INT"));
  CHECK_FALSE(implicit("STRING", "INT"));
  CHECK_FALSE(implicit("INT", "STRING"));
  CHECK_FALSE(implicit("DATE", "TIMESTAMP(3)"));
  CHECK_FALSE(implicit("ARRAY<BIGINT>", "ARRAY<INT>"));
  CHECK_FALSE(implicit("ROW<a INT>", "ROW<a INT, b INT>"));
}

TEST_CASE("coerce wraps the cast, or says what does not fit") {
  const table t({"i", "INT", "s", "STRING", "ts", "TIMESTAMP(3)"},
                {{"7", "'abcd'", "TIMESTAMP '2024-07-01 12:00:00'"}});
  auto wide = coerce(t.bound("i"), type_of("DECIMAL(10, 2)"));
  REQUIRE(wide);
  CHECK(t.ask(**wide) == texts{"7.00"});
  const auto same = t.bound("i");
  CHECK(coerce(same, type_of("INT")).value() == same);
  CHECK(t.ask(**coerce(t.bound("s"), type_of("VARCHAR(2)"))) == texts{"ab"});
  CHECK(core::to_string(coerce(t.bound("s"), type_of("INT")).error()) == "STRING does not fit into INT (CAST it)");
  const auto local = coerce(t.bound("ts"), type_of("TIMESTAMP_LTZ(3)"), "Europe/Berlin");
  REQUIRE(local);
  CHECK(t.ask(**local) == texts{"2024-07-01 10:00:00.000"}); // Shown in the table's zone, UTC.
  CHECK_FALSE(coerce(t.bound("ts"), type_of("TIMESTAMP_LTZ(3)"), "Nowhere/Land"));
}
