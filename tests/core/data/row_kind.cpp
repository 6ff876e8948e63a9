#include "core/data/row_kind.hpp"

#include "tests/support/catch.hpp"

using namespace core;

TEST_CASE("+I and +U add a row to the table, -U and -D take it away") {
  CHECK(is_adding(row_kind::insert));
  CHECK(is_adding(row_kind::update_after));
  CHECK(!is_adding(row_kind::update_before));
  CHECK(!is_adding(row_kind::remove));
}

TEST_CASE("kinds are numbered as Flink numbers them") {
  CHECK(static_cast<int>(row_kind::insert) == 0);
  CHECK(static_cast<int>(row_kind::update_before) == 1);
  CHECK(static_cast<int>(row_kind::update_after) == 2);
  CHECK(static_cast<int>(row_kind::remove) == 3);
}

TEST_CASE("a layout has kinds when its last column is the kind") {
  schema layout;
  CHECK(!row_kind_of(layout));
  layout.fields = {{"$kind", row_kind_type()}, {"k", string_type()}};
  CHECK(!row_kind_of(layout));
  layout.fields.push_back({"$kind", row_kind_type()});
  CHECK(row_kind_of(layout) == 2);
}

TEST_CASE("the kind is a TINYINT that is never NULL") { CHECK(to_string(row_kind_type()) == "TINYINT NOT NULL"); }
