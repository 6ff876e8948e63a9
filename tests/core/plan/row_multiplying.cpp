#include "core/plan/row_multiplying.hpp"

#include "core/time_zone.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

schema_ptr layout_of(std::vector<schema_field> fields) {
  auto made = std::make_shared<schema>();
  made->fields = std::move(fields);
  return made;
}

column_ptr numbers(const data_type& type, std::vector<std::int64_t> values) {
  auto made = make_column(type, values.size());
  made.ints = std::move(values);
  return std::make_shared<const column>(std::move(made));
}

batch_ptr batch_of(const schema_ptr& layout, std::vector<column_ptr> columns) {
  auto made = std::make_shared<batch>();
  made->layout = layout;
  made->rows = columns[0]->rows;
  made->columns = std::move(columns);
  return made;
}

/// Rows as `1 2 NULL | ...`, from integer columns.
std::string text_of(const batch& rows) {
  std::string text;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    text += row > 0 ? " | " : "";
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
      const auto& one = *rows.columns[c];
      text += (c > 0 ? " " : "") + (one.is_null(row) ? "NULL" : std::to_string(one.ints[row]));
    }
  }
  return text;
}

assign_step hop_of(const data_type& time) {
  assign_step step;
  step.window.kind = window::window_kind::hop;
  step.window.size_ms = 20;
  step.window.slide_ms = 10;
  step.time_column = 0;
  step.layout = layout_of(
      {{"rt", time}, {"window_start", timestamp_type(3)}, {"window_end", timestamp_type(3)}, {"window_time", time}});
  return step;
}

} // namespace

TEST_CASE("a row comes once for each of its windows, the one that ends first in front") {
  const auto step = hop_of(timestamp_type(3));
  const auto rows = batch_of(layout_of({{"rt", timestamp_type(3)}}), {numbers(timestamp_type(3), {5, 12})});
  const auto made = multiply(step, *rows, 0);
  CHECK(text_of(*made.rows) == "5 -10 10 9 | 5 0 20 19 | 12 0 20 19 | 12 10 30 29");
  CHECK(made.origin == std::vector<std::uint32_t>{0, 0, 1, 1});
}

TEST_CASE("window_time of an instant is an instant, its bounds are wall clock") {
  auto step = hop_of(timestamp_ltz_type(3));
  step.window = {window::window_kind::tumble, 86'400'000, 0, 0, "Asia/Tokyo"};
  const auto rows = batch_of(layout_of({{"rt", timestamp_ltz_type(3)}}), {numbers(timestamp_ltz_type(3), {0})});
  // 1970-01-01 00:00 UTC is 09:00 in Tokyo; that day ends at 15:00 UTC.
  CHECK(text_of(*multiply(step, *rows, 0).rows) == "0 0 86400000 53999999");
}

TEST_CASE("deferred windows pass each row once and carry its time") {
  auto step = hop_of(timestamp_type(3));
  step.deferred = true;
  const auto rows = batch_of(layout_of({{"rt", timestamp_type(3)}}), {numbers(timestamp_type(3), {5, 12})});
  const auto made = multiply(step, *rows, 0);
  CHECK(text_of(*made.rows) == "5 5 5 5 | 12 12 12 12");
  CHECK(made.origin == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a row without a time is in no window") {
  const auto step = hop_of(timestamp_type(3));
  auto times = *numbers(timestamp_type(3), {5, 12});
  times.set_null(0);
  const auto rows = batch_of(layout_of({{"rt", timestamp_type(3)}}), {std::make_shared<const column>(times)});
  CHECK(text_of(*multiply(step, *rows, 0).rows) == "12 0 20 19 | 12 10 30 29");
}

TEST_CASE("grouping sets repeat each row with copies of the keys that the set holds") {
  expand_step step;
  step.keys = {0, 1};
  step.sets = {{true, true}, {true, false}, {false, false}};
  step.layout = layout_of(
      {{"a", int64_type()}, {"b", int64_type()}, {"a", int64_type()}, {"b", int64_type()}, {"set", int64_type()}});
  const auto rows = batch_of(layout_of({{"a", int64_type()}, {"b", int64_type()}}),
                             {numbers(int64_type(), {1, 3}), numbers(int64_type(), {2, 4})});
  CHECK(text_of(*multiply(step, *rows, 0).rows) ==
        "1 2 1 2 0 | 1 2 1 NULL 1 | 1 2 NULL NULL 2 | 3 4 3 4 0 | 3 4 3 NULL 1 | 3 4 NULL NULL 2");
}

namespace {

/// Rows 0: [7, 8], 1: [], 2: NULL, 3: [9].
batch_ptr arrays() {
  auto values = make_column(array_type(int64_type()), 4);
  values.offsets = {0, 2, 2, 2, 3};
  values.children = {numbers(int64_type(), {7, 8, 9})};
  values.set_null(2);
  return batch_of(layout_of({{"id", int64_type()}, {"list", values.type}}),
                  {numbers(int64_type(), {0, 1, 2, 3}), std::make_shared<const column>(values)});
}

/// The rows without their array.
std::string without_list(const batch& rows) {
  batch made = rows;
  made.columns.erase(made.columns.begin() + 1);
  return text_of(made);
}

unnest_step unnest_of(const batch& rows) {
  unnest_step step;
  step.value = expr::column_reference(1, rows.layout->fields[1]);
  step.layout = layout_of({rows.layout->fields[0], rows.layout->fields[1], {"element", int64_type()}});
  return step;
}

} // namespace

TEST_CASE("UNNEST puts out a row per element and leaves out empty and missing arrays") {
  const auto rows = arrays();
  const auto made = multiply(unnest_of(*rows), *rows, 0);
  CHECK(without_list(*made.rows) == "0 7 | 0 8 | 3 9");
  CHECK(made.origin == std::vector<std::uint32_t>{0, 0, 3});
}

TEST_CASE("a LEFT JOIN with UNNEST keeps rows without elements, and numbers those that are there") {
  const auto rows = arrays();
  auto step = unnest_of(*rows);
  step.keep_empty = true;
  step.with_ordinality = true;
  auto layout = *step.layout;
  layout.fields.push_back({"ORDINALITY", int32_type()});
  step.layout = std::make_shared<const schema>(layout);
  CHECK(without_list(*multiply(step, *rows, 0).rows) == "0 7 1 | 0 8 2 | 1 NULL NULL | 2 NULL NULL | 3 9 1");
}

TEST_CASE("UNNEST of nothing but empty arrays has columns all the same") {
  auto values = make_column(array_type(int64_type()), 1);
  values.offsets = {0, 0};
  values.children = {numbers(int64_type(), {})};
  const auto rows = batch_of(layout_of({{"id", int64_type()}, {"list", values.type}}),
                             {numbers(int64_type(), {4}), std::make_shared<const column>(values)});
  auto step = unnest_of(*rows);
  CHECK(multiply(step, *rows, 0).rows->columns.size() == 3);
  step.keep_empty = true;
  CHECK(without_list(*multiply(step, *rows, 0).rows) == "4 NULL");
}

TEST_CASE("UNNEST of rows spreads their fields, leaves out NULLs, and a map becomes key and value") {
  const auto element = row_type({{"a", int64_type()}, {"b", int64_type()}});
  auto rows_column = make_column(element, 2);
  rows_column.children = {numbers(int64_type(), {1, 2}), numbers(int64_type(), {3, 4})};
  rows_column.set_null(1);
  auto values = make_column(array_type(element), 1);
  values.offsets = {0, 2};
  values.children = {std::make_shared<const column>(rows_column)};
  auto rows = batch_of(layout_of({{"id", int64_type()}, {"list", values.type}}),
                       {numbers(int64_type(), {5}), std::make_shared<const column>(values)});
  unnest_step step;
  step.value = expr::column_reference(1, rows->layout->fields[1]);
  step.layout = layout_of({rows->layout->fields[0], rows->layout->fields[1], {"a", int64_type()}, {"b", int64_type()}});
  CHECK(without_list(*multiply(step, *rows, 0).rows) == "5 1 3");

  auto map = make_column(map_type(int64_type(), int64_type()), 1);
  map.offsets = {0, 1};
  map.children = {numbers(int64_type(), {8}), numbers(int64_type(), {9})};
  rows = batch_of(layout_of({{"id", int64_type()}, {"list", map.type}}),
                  {numbers(int64_type(), {5}), std::make_shared<const column>(map)});
  step.value = expr::column_reference(1, rows->layout->fields[1]);
  CHECK(without_list(*multiply(step, *rows, 0).rows) == "5 8 9");
}

TEST_CASE("a step that multiplies rows follows filters and projections of its program") {
  const auto rows = arrays();
  row_program program;
  program.input = rows->layout;
  const auto condition = expr::compile("id > 0", {rows->layout});
  REQUIRE(condition);
  program.steps.emplace_back(filter_step{*condition});
  program.steps.emplace_back(unnest_of(*rows));
  program.output = std::get<unnest_step>(program.steps[1]).layout;
  const auto made = run(program, rows, 0);
  CHECK(without_list(*made.rows) == "3 9");
  CHECK(made.origin == std::vector<std::uint32_t>{3});
  CHECK(made.filtered == 1);
  CHECK(multiplies(program));
  program.steps.pop_back();
  CHECK_FALSE(multiplies(program));
}
