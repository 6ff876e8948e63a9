#include "core/plan/prepare.hpp"

#include <algorithm>

#include "core/plan/aside.hpp"
#include "tests/support/catch.hpp"

using core::end_of_time;
using core::no_watermark;
using namespace core::plan;

namespace {

core::data_type not_null(core::data_type type) {
  type.nullable = false;
  return type;
}

/// Table {k STRING NOT NULL, t TIMESTAMP_LTZ(3)} with the watermark t itself.
source_plan two_columns() {
  source_plan source;
  source.name = "events";
  source.columns = {{.name = "k", .type = not_null(core::string_type())},
                    {.name = "t", .type = core::timestamp_ltz_type(3)}};
  source.time_column = 1;
  const auto layout = table_layout(source);
  source.watermark = core::expr::column_reference(1, layout->fields[1]);
  return source;
}

core::batch_ptr rows_of(const source_plan& source, const std::vector<const char*>& keys,
                        const std::vector<std::int64_t>& times, std::int64_t null_time = -1) {
  auto k = core::make_column(source.columns[0].type, keys.size());
  auto t = core::make_column(source.columns[1].type, keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == nullptr)
      k.set_null(i);
    else
      k.texts[i] = keys[i];
    t.ints[i] = times[i];
    if (times[i] == null_time) t.set_null(i);
  }
  auto made = std::make_shared<core::batch>();
  made->layout = table_layout(source);
  made->rows = static_cast<std::uint32_t>(keys.size());
  made->columns = {std::make_shared<const core::column>(std::move(k)),
                   std::make_shared<const core::column>(std::move(t))};
  return made;
}

keyed_edge by_key(const source_plan& source) {
  keyed_edge edge;
  edge.input.program.input = table_layout(source);
  edge.input.program.output = edge.input.program.input;
  edge.keys = {0};
  edge.time_column = 1;
  return edge;
}

} // namespace

TEST_CASE("good rows pass untouched, with their times and watermark candidates") {
  const auto source = two_columns();
  const auto table = make_table_rows(source, rows_of(source, {"a", "b"}, {5, 7}), {}, 0);
  CHECK(table.rows->rows == 2);
  CHECK(table.event_times == std::vector<core::event_time_ms>{5, 7});
  CHECK(table.watermark_candidates == std::vector<core::event_time_ms>{5, 7});
  CHECK(table.bad.empty());
}

TEST_CASE("a row without an event time is bad with its text and line, and its neighbours stay") {
  const auto source = two_columns();
  const std::vector<std::string_view> texts{"one", "two", "three"};
  const std::vector<std::uint64_t> lines{11, 12, 13};
  const auto table = make_table_rows(source, rows_of(source, {"a", "b", "c"}, {5, -1, 7}), {texts, lines, {}}, 0);
  REQUIRE(table.bad.size() == 1);
  CHECK(table.bad[0].reason == "event time is NULL");
  CHECK(table.bad[0].text == "two");
  CHECK(table.bad[0].line == 12);
  CHECK(table.rows->columns[0]->texts == std::vector<std::string_view>{"a", "c"});
  CHECK(table.lines == std::vector<std::uint64_t>{11, 13});
}

TEST_CASE("a NULL in a NOT NULL column makes the row bad, and later checks keep the right lines") {
  const auto source = two_columns();
  const std::vector<std::string_view> texts{"one", "two", "three"};
  const std::vector<std::uint64_t> lines{1, 2, 3};
  const auto table = make_table_rows(source, rows_of(source, {nullptr, "b", "c"}, {5, -1, 7}), {texts, lines, {}}, 0);
  REQUIRE(table.bad.size() == 2);
  CHECK(table.bad[0].reason == "field k is NULL, but declared NOT NULL");
  CHECK(table.bad[0].line == 1);
  CHECK(table.bad[1].line == 2);
  CHECK(table.texts == std::vector<std::string_view>{"three"});
}

TEST_CASE("a mask without a NULL in it costs no row") {
  const auto source = two_columns();
  auto rows = rows_of(source, {nullptr}, {5});
  auto k = *rows->columns[0];
  k.valid = {1};
  auto changed = std::make_shared<core::batch>(*rows);
  changed->columns[0] = std::make_shared<const core::column>(std::move(k));
  CHECK(make_table_rows(source, changed, {}, 0).rows->rows == 1);
}

TEST_CASE("a row too far in the future is bad and moves no watermark") {
  auto source = two_columns();
  source.future_skew_ms = 1000;
  const auto table = make_table_rows(source, rows_of(source, {"a", "b", "c"}, {100, 5000, 1100}), {}, 100);
  REQUIRE(table.bad.size() == 1);
  CHECK(table.bad[0].reason == "event time is too far in the future");
  CHECK(table.bad[0].event_time == 5000);
  CHECK(table.watermark_candidates == std::vector<core::event_time_ms>{100, 1100});
}

TEST_CASE("without a watermark or an event time there are none") {
  auto source = two_columns();
  source.time_column = -1;
  source.watermark = nullptr;
  const auto table = make_table_rows(source, rows_of(source, {"a"}, {-1}), {}, 0);
  CHECK(table.rows->rows == 1);
  CHECK(table.event_times.empty());
  CHECK(table.watermark_candidates.empty());
}

TEST_CASE("a row whose computed column fails is bad, with the reason") {
  auto source = two_columns();
  const auto layout = table_layout(source);
  auto divided = core::expr::compile("1 / CHAR_LENGTH(k)", {layout, "UTC"});
  REQUIRE(divided.has_value());
  auto output = std::make_shared<core::schema>(*layout);
  output->fields.push_back({"d", (*divided)->type()});
  source.computed.input = layout;
  source.computed.output = output;
  source.computed.steps = {project_step{{core::expr::column_reference(0, layout->fields[0]),
                                         core::expr::column_reference(1, layout->fields[1]), *divided},
                                        output}};
  const auto table = make_table_rows(source, rows_of(source, {"ab", "", "x"}, {1, 2, 3}), {}, 0);
  REQUIRE(table.bad.size() == 1);
  CHECK(table.bad[0].reason == "division by zero");
  CHECK(table.rows->columns[0]->texts == std::vector<std::string_view>{"ab", "x"});
}

TEST_CASE("equal keys meet in one shard, and every row is in exactly one") {
  const auto source = two_columns();
  const auto table = make_table_rows(source, rows_of(source, {"a", "b", "a", "c", "b"}, {1, 2, 3, 4, 5}), {}, 0);
  const auto routed = route(by_key(source), table, {.shards = 7, .input = 3, .now_ms = 0});
  CHECK(routed.rows->input == 3);
  std::vector<int> shard_of_row(5, -1);
  for (int shard = 0; shard < 7; ++shard)
    for (const auto row : routed.rows->selections[static_cast<std::size_t>(shard)]) {
      CHECK(shard_of_row[row] == -1);
      shard_of_row[row] = shard;
    }
  CHECK(shard_of_row[0] == shard_of_row[2]);
  CHECK(shard_of_row[1] == shard_of_row[4]);
  CHECK(std::ranges::find(shard_of_row, -1) == shard_of_row.end());
}

TEST_CASE("without a key all rows go to the first shard") {
  const auto source = two_columns();
  auto edge = by_key(source);
  edge.keys.clear();
  const auto table = make_table_rows(source, rows_of(source, {"a", "b"}, {1, 2}), {}, 0);
  const auto routed = route(edge, table, {.shards = 3, .input = 0, .now_ms = 0});
  CHECK(routed.rows->selections[0] == std::vector<std::uint32_t>{0, 1});
  CHECK(routed.rows->selections[1].empty());
}

TEST_CASE("rows are judged by the watermark before them, also behind a filter") {
  const auto source = two_columns();
  auto edge = by_key(source);
  auto condition = core::expr::compile("k <> 'x'", {edge.input.program.input, "UTC"});
  REQUIRE(condition.has_value());
  edge.input.program.steps = {filter_step{*condition}};
  const std::vector<std::string_view> texts{"r0", "r1", "r2"};
  const std::vector<std::uint64_t> lines{1, 2, 3};
  const auto table = make_table_rows(source, rows_of(source, {"a", "x", "b"}, {10, 50, 20}), {texts, lines, {}}, 0);
  auto routed = route(edge, table, {.shards = 1, .input = 0, .now_ms = 0});
  CHECK(routed.filtered == 1);
  std::vector<core::event_time_ms> before;
  const auto after = run_watermark(no_watermark, table.watermark_candidates, before);
  CHECK(before == std::vector<core::event_time_ms>{no_watermark, 10, 50});
  CHECK(after == 50);
  seal(routed, before, after);
  CHECK(routed.rows->watermarks_before == std::vector<core::event_time_ms>{no_watermark, 50});
  CHECK(routed.rows->watermark_after == 50);
  CHECK(routed.rows->texts == std::vector<std::string_view>{"r0", "r2"});
  CHECK(routed.rows->lines == std::vector<std::uint64_t>{1, 3});
}

TEST_CASE("a watermark never moves back, and NULL candidates move nothing") {
  std::vector<core::event_time_ms> before;
  const std::vector<core::event_time_ms> candidates{7, no_watermark, 3};
  CHECK(run_watermark(5, candidates, before) == 7);
  CHECK(before == std::vector<core::event_time_ms>{5, 7, 7});
}

TEST_CASE("rows set aside become rows of a stream") {
  std::vector<aside_row> rows(2);
  rows[0] = {"{bad", "not JSON", 3, no_watermark, 40};
  rows[1] = {"", "late", 0, 7, no_watermark};
  const auto made = make_aside_batch(rows, {"events", 2});
  CHECK(made->layout->fields.size() == 8);
  CHECK(made->columns[0]->texts[0] == "{bad");
  CHECK(made->columns[1]->texts[1] == "late");
  CHECK(made->columns[2]->is_null(0));
  CHECK(made->columns[2]->ints[1] == 7);
  CHECK(made->columns[3]->ints[0] == 40);
  CHECK(made->columns[3]->is_null(1));
  CHECK(made->columns[4]->texts[0] == "events");
  CHECK(made->columns[5]->ints[0] == 2);
  CHECK(made->columns[6]->is_null(0));
  CHECK(made->columns[7]->ints[0] == 3);
  CHECK(made->columns[7]->is_null(1));
}

TEST_CASE("late rows keep their text where the source keeps texts") {
  core::window::keyed_batch from;
  const std::vector<core::window::late_row> late{{1, 100, 200}};
  CHECK(aside_of(late, from)[0].text.empty());
  from.texts = {"first", "second"};
  from.lines = {8, 9};
  const auto rows = aside_of(late, from);
  CHECK(rows[0].text == "second");
  CHECK(rows[0].line == 9);
  CHECK(rows[0].event_time == 100);
  CHECK(rows[0].watermark == 200);
}

TEST_CASE("the text of a row that is bad for its bytes can be written anywhere") {
  std::vector<aside_row> rows(1);
  rows[0].text = "a,\xCF,x";
  rows[0].reason = "invalid UTF-8";
  const auto made = make_aside_batch(rows, {"events", 0});
  CHECK(made->columns[0]->texts[0] == "a,\uFFFD,x");
}
