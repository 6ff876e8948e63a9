#include "core/sql/syntax.hpp"
#include "tests/support/catch.hpp"

namespace {

std::string read(const std::string& text) {
  const auto type = core::sql::parse_type(text);
  return type ? core::to_string(*type) : core::to_string(type.error());
}

} // namespace

TEST_CASE("plain types and their other names") {
  CHECK(read("boolean") == "BOOLEAN");
  CHECK(read("INTEGER") == "INT");
  CHECK(read("DOUBLE PRECISION") == "DOUBLE");
  CHECK(read("REAL") == "FLOAT");
  CHECK(read("BYTES") == "BYTES");
  CHECK(read("DATE NOT NULL") == "DATE NOT NULL");
  CHECK(read("INT NULL") == "INT");
}

TEST_CASE("lengths, precisions and their defaults") {
  CHECK(read("DECIMAL") == "DECIMAL(10, 0)");
  CHECK(read("NUMERIC(5)") == "DECIMAL(5, 0)");
  CHECK(read("DEC(38, 38)") == "DECIMAL(38, 38)");
  CHECK(read("CHAR") == "CHAR(1)");
  CHECK(read("CHARACTER VARYING(5)") == "VARCHAR(5)");
  // As Flink's parser has it, whatever its manual says: without a length, nothing is cut.
  CHECK(read("VARCHAR") == "STRING");
  CHECK(read("CHARACTER VARYING") == "STRING");
  CHECK(read("VARBINARY") == read("BYTES"));
  CHECK(read("VARCHAR(2147483647)") == "STRING");
  CHECK(read("BINARY(3)") == "BINARY(3)");
  CHECK(read("VARBINARY(3)") == "VARBINARY(3)");
  CHECK(read("TIME(3)") == "TIME(3)");
  CHECK(read("TIME WITHOUT TIME ZONE") == "TIME(0)");
  CHECK(read("TIMESTAMP") == "TIMESTAMP(6)");
  CHECK(read("TIMESTAMP(3) WITHOUT TIME ZONE") == "TIMESTAMP(3)");
  CHECK(read("TIMESTAMP(3) WITH LOCAL TIME ZONE") == "TIMESTAMP_LTZ(3)");
  CHECK(read("TIMESTAMP_LTZ(9)") == "TIMESTAMP_LTZ(9)");
  CHECK(read("INTERVAL DAY TO SECOND(3)") == "INTERVAL DAY TO SECOND");
  CHECK(read("INTERVAL YEAR(2) TO MONTH") == "INTERVAL YEAR TO MONTH");
}

TEST_CASE("types of types") {
  CHECK(read("ARRAY<INT NOT NULL>") == "ARRAY<INT NOT NULL>");
  CHECK(read("INT ARRAY ARRAY") == "ARRAY<ARRAY<INT>>");
  CHECK(read("MAP<STRING, ARRAY<INT>>") == "MAP<STRING, ARRAY<INT>>");
  CHECK(read("ROW<a INT, `b c` ROW(d STRING 'a comment')>") == "ROW<`a` INT, `b c` ROW<`d` STRING>>");
  CHECK(read("ROW<>") == "ROW<>");
}

TEST_CASE("what is no type is told with its place") {
  CHECK(read("STRNG") == "line 1, column 1: not a type: STRNG (did you mean STRING?)");
  CHECK(read("") == "line 1, column 1: not a type: the end");
  CHECK(read("DECIMAL(39)") == "line 1, column 9: a number from 1 to 38 must stand here: 39");
  CHECK(read("DECIMAL(5, 6)") == "line 1, column 12: a scale must lie between 0 and the precision 5: 6");
  CHECK(read("TIMESTAMP(10)") == "line 1, column 11: a number from 0 to 9 must stand here: 10");
  CHECK(read("CHAR(0)") == "line 1, column 6: a number from 1 to 2147483647 must stand here: 0");
  CHECK(read("VARCHAR(1.5)") == "line 1, column 9: a number from 1 to 2147483647 must stand here: 1.5");
  CHECK(read("TIMESTAMP WITH TIME ZONE") ==
        "line 1, column 1: TIMESTAMP WITH TIME ZONE is not supported (use TIMESTAMP_LTZ)");
  CHECK(read("ARRAY<INT") == "line 1, column 10: expected >, found the end");
  CHECK(read("ROW<value INT>") == "line 1, column 5: value is a reserved word and must be quoted (write `value`)");
  CHECK(read("INT INT") == "line 1, column 5: expected the end, found INT");
  CHECK(read("'x") == "line 1, column 1: a text is not closed: '");
}
