#include "core/data/kept_rows.hpp"

#include <limits>

#include "tests/core/expr/evaluated.hpp"

using namespace core;

namespace {

/// Every kind of storage, with NULLs: the last row is all NULL.
const evaluated::table& all_kinds() {
  static const evaluated::table made(
      {"i", "INT", "d", "DOUBLE", "m", "DECIMAL(10, 2)", "s", "STRING", "t", "TIMESTAMP(9)", "a", "ARRAY<STRING>", "r",
       "ROW<x INT, y STRING>", "p", "MAP<STRING, INT>"},
      {{"1", "1.5", "1.25", "'one'", "TIMESTAMP '2026-01-01 00:00:00.123456789'", "ARRAY['a', 'b']", "ROW(1, 'x')",
        "MAP['k', 1]"},
       {"2", "2.5", "2.25", "'two'", "TIMESTAMP '2026-01-01 00:00:00'", "ARRAY['c']", "ROW(2, 'y')", "MAP['k', 2]"},
       {"NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"}});
  return made;
}

std::string text_of(const column& from, std::size_t row) {
  if (from.is_null(row)) return "NULL";
  std::string made;
  expr::append_value(made, from, static_cast<std::uint32_t>(row), **time_zone::find("UTC"));
  return made;
}

/// The values of a row, parted by bars.
std::string row_text(const std::vector<column_ptr>& columns, std::size_t row) {
  std::string made;
  for (const auto& one : columns) made += (made.empty() ? "" : " | ") + text_of(*one, row);
  return made;
}

constexpr std::string_view first_row = "1 | 1.5 | 1.25 | one | 2026-01-01 00:00:00.123456789 | [a, b] | (1, x) | {k=1}";
constexpr std::string_view second_row = "2 | 2.5 | 2.25 | two | 2026-01-01 00:00:00.000000000 | [c] | (2, y) | {k=2}";
constexpr std::string_view null_row = "NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL";

int compared(const std::string& type, const std::string& a, const std::string& b) {
  const auto kind = evaluated::type_of(type);
  return compare_values(*evaluated::value_of(a, kind), 0, *evaluated::value_of(b, kind), 0);
}

} // namespace

TEST_CASE("kept rows are the picked ones, in their order") {
  const auto kept = keep_rows(all_kinds().rows, {1, 0});
  REQUIRE(kept->rows == 2);
  CHECK(kept->layout == all_kinds().rows.layout);
  CHECK(row_text(kept->columns, 0) == second_row);
  CHECK(row_text(kept->columns, 1) == first_row);
}

TEST_CASE("kept texts are their own, in nested values too") {
  auto buffer = std::make_unique<std::string>("first second");
  auto inner = make_column(string_type(), 1);
  inner.texts[0] = std::string_view(*buffer).substr(6);
  column outer;
  outer.type = evaluated::type_of("ARRAY<STRING>");
  outer.rows = 1;
  outer.offsets = {0, 1};
  outer.children = {std::make_shared<const column>(inner)};
  auto plain = make_column(string_type(), 1);
  plain.texts[0] = std::string_view(*buffer).substr(0, 5);
  batch from;
  from.layout = std::make_shared<const schema>(schema{{{"s", plain.type}, {"a", outer.type}}});
  from.rows = 1;
  from.columns = {std::make_shared<const column>(plain), std::make_shared<const column>(outer)};
  const auto kept = keep_rows(from, {0});
  buffer->assign("overwritten!");
  buffer.reset();
  CHECK(kept->columns[0]->texts[0] == "first");
  CHECK(kept->columns[1]->children[0]->texts[0] == "second");
}

TEST_CASE("rows of several blocks are put below each other, NULL where there is none") {
  const auto one = keep_rows(all_kinds().rows, {0, 2});
  const auto other = keep_rows(all_kinds().rows, {1});
  const std::vector<kept_row> rows{{other, 0}, {one, 1}, {}, {one, 0}, {other, 0}};
  const auto columns = collect_columns(rows, *all_kinds().rows.layout);
  REQUIRE(columns.size() == 8);
  CHECK(row_text(columns, 0) == second_row);
  CHECK(row_text(columns, 1) == null_row);
  CHECK(row_text(columns, 2) == null_row);
  CHECK(row_text(columns, 3) == first_row);
  CHECK(row_text(columns, 4) == second_row);
}

TEST_CASE("collected columns have the type that is asked for, and outlive their blocks") {
  auto block = keep_rows(all_kinds().rows, {0});
  auto sure = string_type();
  sure.nullable = false;
  const auto texts = collect_column({{block, 0}}, 3, sure);
  block.reset();
  CHECK(!texts->type.nullable);
  CHECK(texts->texts[0] == "one");
  CHECK(collect_column({}, 5, evaluated::type_of("ARRAY<STRING>"))->rows == 0);
  CHECK(collect_column({}, 0, int32_type())->rows == 0);
}

TEST_CASE("a row without a block is NULL everywhere") {
  const kept_row none;
  CHECK(none.is_null(3));
  const kept_row one{keep_rows(all_kinds().rows, {0, 2}), 1};
  CHECK(one.is_null(0));
  CHECK(!kept_row{one.block, 0}.is_null(0));
  CHECK(kept_row{one.block, 0}.at(0).ints[0] == 1);
}

TEST_CASE("values are ordered as Flink orders them") {
  CHECK(compared("INT", "1", "2") < 0);
  CHECK(compared("INT", "2", "2") == 0);
  CHECK(compared("DOUBLE", "1e0", "-1e0") > 0);
  CHECK(compared("DECIMAL(10, 2)", "1.20", "1.19") > 0);
  CHECK(compared("STRING", "'a'", "'ab'") < 0);
  CHECK(compared("STRING", "'Z'", "'a'") < 0);
  CHECK(compared("BOOLEAN", "FALSE", "TRUE") < 0);
  CHECK(compared("TIMESTAMP(9)", "TIMESTAMP '2026-01-01 00:00:00.000000001'", "TIMESTAMP '2026-01-01 00:00:00'") > 0);
  CHECK(compared("TIMESTAMP(9)", "TIMESTAMP '2025-01-01 00:00:00.9'", "TIMESTAMP '2026-01-01 00:00:00'") < 0);
}

TEST_CASE("NaN comes after every number and equals itself") {
  auto reals = make_column(simple_type(type_kind::float64), 2);
  reals.reals = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  CHECK(compare_values(reals, 0, reals, 1) > 0);
  CHECK(compare_values(reals, 1, reals, 0) < 0);
  CHECK(compare_values(reals, 0, reals, 0) == 0);
}

TEST_CASE("rows are the same when all their values are, NULLs and nested ones as well") {
  const auto block = keep_rows(all_kinds().rows, {0, 1, 2});
  const auto again = keep_rows(all_kinds().rows, {2, 1, 0});
  for (std::uint32_t row = 0; row < 3; ++row)
    for (std::uint32_t other = 0; other < 3; ++other) {
      INFO(row << " " << other);
      CHECK(same_rows({block, row}, {again, other}, 8) == (row + other == 2));
    }
  CHECK(same_rows({block, 0}, {block, 1}, 0));
}

TEST_CASE("arrays and maps of other lengths or elements differ") {
  const evaluated::table rows({"a", "ARRAY<INT>", "m", "MAP<STRING, INT>"}, {{"ARRAY[1, 2]", "MAP['a', 1]"},
                                                                             {"ARRAY[1]", "MAP['a', 1]"},
                                                                             {"ARRAY[1, 3]", "MAP['a', 1]"},
                                                                             {"ARRAY[1, 2]", "MAP['b', 1]"},
                                                                             {"ARRAY[1, 2]", "MAP['a', 2]"},
                                                                             {"ARRAY[1, 2]", "MAP['a', 1]"}});
  const auto block = keep_rows(rows.rows, {0, 1, 2, 3, 4, 5});
  for (std::uint32_t row = 1; row < 5; ++row) CHECK(!same_rows({block, 0}, {block, row}, 2));
  CHECK(same_rows({block, 0}, {block, 5}, 2));
}

TEST_CASE("a block's bytes grow with its texts") {
  const evaluated::table small({"s", "STRING"}, {{"'x'"}});
  const evaluated::table large({"s", "STRING"}, {{"'" + std::string(1000, 'x') + "'"}});
  const auto difference = bytes_of(*keep_rows(large.rows, {0})) - bytes_of(*keep_rows(small.rows, {0}));
  CHECK(difference == 999);
  CHECK(bytes_of(*keep_rows(all_kinds().rows, {0, 1})) > bytes_of(*keep_rows(all_kinds().rows, {0})));
}
