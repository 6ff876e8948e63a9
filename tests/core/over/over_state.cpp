#include "core/over/over_state.hpp"

#include "tests/core/group/changelog.hpp"

using namespace core;
using namespace core::changelog;
using namespace core::over;

namespace {

over_call aggregate(agg::function what, int argument) {
  over_call made;
  made.aggregate.what = what;
  made.aggregate.argument = argument;
  made.aggregate.argument_type = int64_type();
  made.aggregate.result_type = int64_type();
  made.result_type = int64_type();
  return made;
}
over_call lag(std::uint64_t distance, int otherwise = -1) {
  over_call made;
  made.what = over_function::lag;
  made.column = 1;
  made.distance = distance;
  made.otherwise = otherwise;
  made.result_type = int64_type();
  return made;
}
over_call number(over_function what) {
  over_call made;
  made.what = what;
  made.result_type = int64_type();
  return made;
}

/// t, v; then the calls.
over_plan plan_of(std::vector<over_call> calls, bool in_rows = false, std::optional<std::int64_t> preceding = {}) {
  over_plan made;
  made.in_rows = in_rows;
  made.preceding = preceding;
  made.input = layout_of({"t", "v"});
  auto output = *made.input;
  for (std::size_t i = 0; i < calls.size(); ++i)
    output.fields.push_back({"c" + std::to_string(i), calls[i].result_type});
  made.output = std::make_shared<const schema>(std::move(output));
  made.calls = std::move(calls);
  return made;
}

/// Takes and puts out one row after the other, as OVER does where no two times are equal.
class driven {
public:
  explicit driven(const over_plan& plan)
      : writer_(plan, agg::accumulators::make(aggregates_of(plan), *plan.input).value()), layout_(plan.input) {}
  ~driven() { writer_.drop(key); }

  void send(event_time_ms time, value v) {
    const kept_row row{batch_of(layout_, {{{time, v}}}), 0};
    ++key.rows;
    ++key.rank;
    ++key.dense_rank;
    writer_.take(key, time, row);
    writer_.put_out(key, row, key.rows);
    writer_.shrink(key);
  }
  strings lines() {
    window::operator_output out;
    writer_.finish(out);
    batches = out.rows.size();
    return lines_of(out.rows);
  }

  key_state key{};
  std::size_t batches = 0;

private:
  over_writer writer_;
  schema_ptr layout_;
};

} // namespace

TEST_CASE("without bounds the aggregates go on and no row is kept") {
  driven one(plan_of({aggregate(agg::function::sum, 1), aggregate(agg::function::count_star, -1)}));
  one.send(1, 5);
  one.send(2, std::nullopt);
  one.send(3, 7);
  CHECK(one.lines() == strings{"1 5 5 1", "2 null 5 2", "3 7 12 3"});
  CHECK(one.key.frame.empty());
  CHECK(!one.key.cells.empty());
}

TEST_CASE("a frame of rows holds so many before the row") {
  driven one(plan_of({aggregate(agg::function::sum, 1)}, true, 1));
  for (int i = 1; i <= 4; ++i) one.send(i, i);
  CHECK(one.lines() == strings{"1 1 1", "2 2 3", "3 3 5", "4 4 7"});
  CHECK(one.key.frame.size() == 1);
  driven alone(plan_of({aggregate(agg::function::sum, 1)}, true, 0));
  alone.send(1, 1);
  alone.send(2, 2);
  CHECK(alone.lines() == strings{"1 1 1", "2 2 2"});
  CHECK(alone.key.frame.empty());
}

TEST_CASE("a frame of time holds the rows no further back, the bound itself included") {
  driven one(plan_of({aggregate(agg::function::sum, 1)}, false, 10));
  one.send(0, 1);
  one.send(10, 2);
  one.send(11, 4);
  CHECK(one.lines() == strings{"0 1 1", "10 2 3", "11 4 6"});
  CHECK(one.key.frame.size() == 2);
  one.send(100, 8);
  CHECK(one.lines() == strings{"100 8 8"});
  CHECK(one.key.frame.size() == 1);
}

TEST_CASE("a frame that reaches before all time holds every row") {
  driven one(plan_of({aggregate(agg::function::sum, 1)}, false, std::numeric_limits<std::int64_t>::max()));
  one.send(-100, 1);
  one.send(100, 2);
  CHECK(one.lines() == strings{"-100 1 1", "100 2 3"});
}

TEST_CASE("LAG reads rows that are in no frame, and its default where there is none") {
  driven one(plan_of({lag(2), lag(1, 0), aggregate(agg::function::count_star, -1)}, true, 0));
  for (int i = 1; i <= 4; ++i) one.send(i, i * 10);
  CHECK(one.lines() == strings{"1 10 null 1 1", "2 20 null 10 1", "3 30 10 20 1", "4 40 20 30 1"});
  CHECK(one.key.frame.size() == 2);
}

TEST_CASE("a NULL that LAG finds is NULL, not the default") {
  driven one(plan_of({lag(1, 0)}));
  one.send(1, std::nullopt);
  one.send(2, 5);
  CHECK(one.lines() == strings{"1 null 1", "2 5 null"});
}

TEST_CASE("LAG by no row is the row itself") {
  driven one(plan_of({lag(0)}));
  one.send(1, 5);
  CHECK(one.lines() == strings{"1 5 5"});
}

TEST_CASE("numbers and ranks are the key's") {
  driven one(
      plan_of({number(over_function::row_number), number(over_function::rank), number(over_function::dense_rank)}));
  one.send(1, 5);
  one.key.rank = 6;
  one.send(2, 5);
  CHECK(one.lines() == strings{"1 5 1 1 1", "2 5 2 7 2"});
}

TEST_CASE("batches with values hold no more rows than they may") {
  auto plan = plan_of({aggregate(agg::function::count_star, -1), lag(1)});
  plan.output_rows_max = 2;
  driven one(plan);
  for (int i = 1; i <= 5; ++i) one.send(i, i);
  CHECK(one.lines() == strings{"1 1 1 null", "2 2 2 1", "3 3 3 2", "4 4 4 3", "5 5 5 4"});
  CHECK(one.batches == 3);
  CHECK(one.lines().empty());
}

TEST_CASE("the aggregates among the calls, in order") {
  const auto made = aggregates_of(plan_of(
      {lag(1), aggregate(agg::function::sum, 1), number(over_function::rank), aggregate(agg::function::max, 0)}));
  REQUIRE(made.size() == 2);
  CHECK(made[0].what == agg::function::sum);
  CHECK(made[1].what == agg::function::max);
}

TEST_CASE("a key that is dropped holds nothing, and may begin anew") {
  auto distinct = aggregate(agg::function::count, 1);
  distinct.aggregate.distinct = true;
  driven one(plan_of({distinct}));
  one.send(1, 5);
  one.send(2, 5);
  CHECK(one.lines() == strings{"1 5 1", "2 5 1"});
}
