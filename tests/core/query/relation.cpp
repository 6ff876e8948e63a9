#include "core/query/relation.hpp"

#include "core/data/row_kind.hpp"
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

relation_column column(std::string name, data_type type = int64_type()) {
  relation_column made;
  made.name = std::move(name);
  made.type = std::move(type);
  return made;
}

/// a BIGINT, b STRING out of one source.
relation rows(bool updating = false) {
  relation made;
  made.columns = {column("a"), column("b", string_type())};
  made.updating = updating;
  made.unique_key = updating ? std::vector<std::size_t>{1} : std::vector<std::size_t>{};
  plan::edge from;
  from.program.input = layout_of(made);
  from.program.output = from.program.input;
  made.inputs.push_back(from);
  return made;
}

expr::expression_ptr bound(const relation& over, const std::string& text) {
  auto made = expr::compile(text, scope_of(over, "UTC"));
  INFO(text);
  REQUIRE(made);
  return *made;
}

std::string names_of(const relation& from) {
  std::string made;
  for (const auto& one : from.columns) made += (made.empty() ? "" : " ") + one.name;
  return made;
}

} // namespace

TEST_CASE("the layout of a changing table ends with the kind of its rows") {
  CHECK(planned::columns_of(*layout_of(rows())) == "a BIGINT, b STRING");
  CHECK(planned::columns_of(*layout_of(rows(true))) == "a BIGINT, b STRING, $kind TINYINT NOT NULL");
}

TEST_CASE("names may have their table in front, and only theirs") {
  auto made = rows(true);
  set_table(made, "t");
  const auto names = scope_of(made, "Europe/Berlin");
  CHECK(names.time_zone == "Europe/Berlin");
  CHECK(names.tables == std::vector<std::string>{"t", "t", ""});
  CHECK(expr::compile("t.a", names).has_value());
  CHECK(!expr::compile("u.a", names).has_value());
}

TEST_CASE("the column of a window's role is found where there is one") {
  auto made = rows();
  CHECK(!column_of(made, window_role::end));
  made.columns[1].window = window_role::end;
  CHECK(column_of(made, window_role::end) == 1);
}

TEST_CASE("a filter changes no column") {
  auto made = rows();
  add_filter(made, bound(made, "a > 3"));
  REQUIRE(made.inputs[0].program.steps.size() == 1);
  CHECK(planned::step_words(made.inputs[0].program.steps[0]) == "where (a > 3)");
  CHECK(planned::columns_of(*made.inputs[0].program.output) == "a BIGINT, b STRING");
}

TEST_CASE("a projection keeps what is known of plain columns and forgets it of computed ones") {
  auto made = rows();
  made.columns[0].time = time_role::event;
  made.columns[0].hidden = true;
  set_table(made, "t");
  project(made, {bound(made, "a"), bound(made, "a + 1")}, {"x", "y"});
  CHECK(names_of(made) == "x y");
  CHECK(made.columns[0].time == time_role::event);
  CHECK(!made.columns[0].hidden);
  CHECK(made.columns[0].table.empty());
  CHECK(made.columns[1].time == time_role::none);
  CHECK(planned::columns_of(*made.inputs[0].program.output) == "x BIGINT, y BIGINT");
}

TEST_CASE("a projection keeps the key of a changing table while all of it is there") {
  auto made = rows(true);
  project(made, {bound(made, "a"), bound(made, "b")}, {"a", "k"});
  CHECK(made.unique_key == std::vector<std::size_t>{1});
  CHECK(planned::columns_of(*made.inputs[0].program.output) == "a BIGINT, k STRING, $kind TINYINT NOT NULL");
  project(made, {bound(made, "a")}, {"a"});
  CHECK(made.unique_key.empty());
}

TEST_CASE("shown, a changing table is rows with the kind in front") {
  auto made = rows(true);
  show_kinds(made);
  CHECK(!made.updating);
  CHECK(names_of(made) == "op a b");
  CHECK(planned::columns_of(*made.inputs[0].program.output) == "op CHAR(2) NOT NULL, a BIGINT, b STRING");
}

TEST_CASE("hidden columns come behind the others and before the kind") {
  auto made = rows(true);
  CHECK(add_hidden(made, {}, "$x") == 2);
  CHECK(made.inputs[0].program.steps.empty());
  CHECK(add_hidden(made, {bound(made, "a + 1"), bound(made, "b")}, "$x") == 2);
  CHECK(names_of(made) == "a b $x1 $x2");
  CHECK(made.columns[2].hidden);
  CHECK(planned::columns_of(*made.inputs[0].program.output) ==
        "a BIGINT, b STRING, $x1 BIGINT, $x2 STRING, $kind TINYINT NOT NULL");
}

TEST_CASE("a step goes behind every edge of a union") {
  auto made = rows();
  made.inputs.push_back(made.inputs[0]);
  add_filter(made, bound(made, "a > 3"));
  CHECK(made.inputs[0].program.steps.size() == 1);
  CHECK(made.inputs[1].program.steps.size() == 1);
}
