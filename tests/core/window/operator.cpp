// What operators promise besides the rows: order, keys, lists, state, limits.
#include <algorithm>
#include <limits>
#include <random>

#include "tests/core/window/stream.hpp"

using namespace core;
using namespace core::stream;
using agg::function;
using strings = std::vector<std::string>;

namespace {

std::vector<row> three_rows() { return {{"a", 1'000, 1}, {"b", 2'000, 2}, {"a", 7'000, 4}}; }

std::vector<agg::aggregate_call> not_subtracting() {
  auto calls = count_and_sum();
  calls.push_back(call(function::max, 1));
  return calls;
}

} // namespace

TEST_CASE("without keys all rows are one group") {
  for (const auto& [spec, expected] :
       {std::pair{tumble(5'000), strings{"0 5000 4999 2 3", "5000 10000 9999 1 4"}},
        {session(6'000), strings{"1000 13000 12999 3 7"}},
        {hop(5'000, 10'000), strings{"-5000 5000 4999 2 3", "0 10000 9999 3 7", "5000 15000 14999 1 4"}}})
    CHECK(run(plan_of(spec, count_and_sum(), false), three_rows(), {.batch_rows = 4096, .delay = 100'000}).rows ==
          expected);
}

TEST_CASE("rows of a window come in order of key when asked, NULL first") {
  auto plan = plan_of(tumble(5'000), count_and_sum());
  plan.sort_output = true;
  plan.output_rows_max = 2;
  auto shard = std::move(*window::make_window_aggregate(plan));
  const std::vector<row> rows{{"b", 1, 1}, {"a", 2, 1}, {std::nullopt, 3, 1}, {"", 4, 1}, {"aa", 6'000, 1}};
  window::keyed_batch sent;
  sent.rows = batch_of(rows);
  sent.keys = encode_keys(*sent.rows, {0});
  for (const auto& one : rows) sent.event_times.push_back(one.time);
  sent.watermarks_before.assign(rows.size(), no_watermark);
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4};
  window::operator_output out;
  shard->add({&sent, all, end_of_time}, out);
  shard->advance(end_of_time, out);
  strings made;
  for (const auto& one : out.rows) {
    CHECK(one->rows <= 2);
    lines_of(*one, made);
  }
  CHECK(made == strings{"null 0 5000 4999 1 1", "'' 0 5000 4999 1 1", "'a' 0 5000 4999 1 1", "'b' 0 5000 4999 1 1",
                        "'aa' 5000 10000 9999 1 1"});
  CHECK(shard->layout() == plan.output);
}

TEST_CASE("keys of two columns come back") {
  auto plan = plan_of(tumble(5'000), count_and_sum());
  plan.keys = {0, 1};
  auto fields = plan.output->fields;
  fields.insert(fields.begin() + 1, {"v", int64_type()});
  plan.output = std::make_shared<const schema>(schema{fields});
  CHECK(run(plan, {{"a", 1, 1}, {"a", 2, 2}, {"a", 3, 1}, {std::nullopt, 4, std::nullopt}}).rows ==
        strings{"'a' 1 0 5000 4999 2 2", "'a' 2 0 5000 4999 1 2", "null null 0 5000 4999 1 null"});
}

TEST_CASE("lists over slices go from the newest slice to the oldest, as in Flink") {
  const std::vector<row> rows{{"a", 1'000, {}, 0.1, "a"},   {"a", 4'000, {}, 0.2, "b"},  {"a", 2'000, {}, 0.3, "c"},
                              {"a", 6'000, {}, 0.7, "d"},   {"a", 7'000, {}, 1e16, "a"}, {"a", 11'000, {}, 0.7, "e"},
                              {"a", 9'000, {}, -1e16, "f"}, {"a", 16'000, {}, 0.9, "g"}, {"a", 10'500, {}, 1.3, "h"},
                              {"a", 19'900, {}, 1.3, "b"},  {"a", 18'000, {}, 1.7, "i"}};
  const std::vector<agg::aggregate_call> calls{call(function::listagg, 3), call(function::count, 3, true),
                                               call(function::sum, 2)};
  CHECK(run(plan_of(hop(5'000, 15'000), calls), rows, {.delay = 3'000}).rows ==
        strings{"'a' -10000 5000 4999 'a,b,c' 3 0.6000000000000001",
                "'a' -5000 10000 9999 'd,a,f,a,b,c' 5 0.6000000000000001", "'a' 0 15000 14999 'e,h,d,a,f,a,b,c' 7 2.6",
                "'a' 10000 25000 24999 'g,b,i,e,h' 5 5.9", "'a' 15000 30000 29999 'g,b,i' 3 3.9000000000000004",
                "'a' 5000 20000 19999 'g,b,i,e,h,d,a,f' 8 5.9"});
  // The same order when two stacks keep the totals.
  const auto stacked = run(plan_of(hop(1'000, 20'000), {call(function::listagg, 3)}),
                           {{"a", 500, {}, {}, "x"}, {"a", 9'500, {}, {}, "y"}, {"a", 10'500, {}, {}, "z"}})
                           .rows;
  CHECK(stacked[1] == "'a' -10000 10000 9999 'y,x'");
  CHECK(std::count(stacked.begin(), stacked.end(), "'a' 0 20000 19999 'z,y,x'") == 1);
  CHECK(run(plan_of(cumulate(5'000, 15'000), calls), rows, {.delay = 3'000}).rows[1] ==
        "'a' 0 15000 14999 'a,b,c,d,a,f,e,h' 7 2.6");
}

TEST_CASE("sessions that grow together list their texts in the order of Flink (Flink 122)") {
  CHECK(run(plan_of(session(5'000),
                    {call(function::count_star, -1), call(function::listagg, 3), call(function::count, 3, true)}),
            {{"a", 10'000, 1, {}, "x"},
             {"a", 18'000, 2, {}, "y"},
             {"a", 14'000, 3, {}, "z"},
             {"a", 9'000, 4, {}, "x"},
             {"b", 30'000, 5, {}, "w"},
             {"b", 28'000, 6, {}, "w"},
             {"a", 100'000, 7, {}, "q"}},
            {.delay = 30'000})
            .rows == strings{"'a' 100000 105000 104999 1 'q' 1", "'a' 9000 23000 22999 4 'y,x,z,x' 3",
                             "'b' 28000 35000 34999 2 'w,w' 1"});
}

TEST_CASE("first and last values go by arrival across merged windows") {
  const std::vector<agg::aggregate_call> calls{call(function::first_value, 1), call(function::last_value, 3)};
  const std::vector<row> rows{{"a", 6'000, 1, {}, "x"}, {"a", 1'000, 2, {}, "y"}, {"a", 7'000, {}, {}, {}}};
  CHECK(run(plan_of(hop(5'000, 10'000), calls), rows, {.delay = 20'000}).rows ==
        strings{"'a' -5000 5000 4999 2 'y'", "'a' 0 10000 9999 1 'y'", "'a' 5000 15000 14999 1 'x'"});
  CHECK(run(plan_of(session(5'000), calls), rows, {.batch_rows = 4096, .delay = 20'000}).rows ==
        strings{"'a' 1000 12000 11999 1 'y'"});
}

TEST_CASE("sums of doubles in long hopping windows do not depend on batches or shards") {
  std::mt19937_64 random(3);
  std::vector<row> rows;
  for (int i = 0; i < 3000; ++i) {
    row one{std::string(1, static_cast<char>('a' + random() % 5)),
            i * 50 - static_cast<std::int64_t>(random() % 3000),
            {},
            {}};
    one.d = static_cast<double>(random() % 1000003) / 7;
    rows.push_back(one);
  }
  const auto plan = plan_of(hop(1'000, 40'000), {call(function::sum, 2), call(function::stddev_pop, 2)});
  const auto first = run(plan, rows, {.batch_rows = 1, .delay = 1'000});
  CHECK(first.rows == run(plan, rows, {.batch_rows = 4096, .shards = 3, .delay = 1'000}).rows);
  CHECK(first.rows == run(plan, rows, {.batch_rows = 300, .shards = 7, .delay = 1'000, .seed = 9}).rows);
}

TEST_CASE("state of many keys goes with its windows while some keys stay") {
  for (const auto& calls : {count_and_sum(), not_subtracting(), std::vector{call(function::listagg, 3)}})
    for (const auto& spec :
         {tumble(5'000), hop(1'000, 5'000), hop(1'000, 20'000), cumulate(1'000, 5'000), session(3'000)}) {
      CAPTURE(static_cast<int>(spec.kind), spec.size_ms);
      const auto plan = plan_of(spec, calls);
      engine one(plan, {.batch_rows = 4096, .end = false});
      std::vector<row> rows;
      for (int i = 0; i < 6'000; ++i)
        rows.push_back({"a key that is longer than rows hold, number " + std::to_string(i), 1'000, 1, 1.5, "text"});
      for (int i = 0; i < 50; ++i) rows.push_back({"stays", 1'000 + i * 1'000, 1, 1.5, "text"});
      (void)one.run(std::vector<row>(rows.begin(), rows.begin() + 6'000));
      const auto full = one.shard(0).state_bytes();
      CHECK(one.shard(0).open_window_count() >= 6'000);
      const auto made = one.run(std::vector<row>(rows.begin() + 6'000, rows.end()));
      CHECK(one.shard(0).state_bytes() < full / 20);
      CHECK(one.shard(0).open_window_count() > 0);
      window::operator_output out;
      one.shard(0).advance(end_of_time, out);
      CHECK(one.shard(0).state_bytes() == 0);
      CHECK(made.ordered);
    }
}

TEST_CASE("the state of an operator that goes away goes with it") {
  for (const auto& spec :
       {tumble(5'000), hop(1'000, 5'000), hop(1'000, 20'000), cumulate(1'000, 5'000), session(5'000)}) {
    const auto plan = plan_of(spec, {call(function::listagg, 3), call(function::count, 1, true)});
    engine one(plan, {.batch_rows = 3, .end = false});
    (void)one.run({{"a key that is longer than rows hold", 1'000, 1, {}, "a text that no string holds inside itself"},
                   {"b", 3'000, 2, {}, "x"},
                   {"b", 4'500, 3, {}, "y"}});
    CHECK(one.shard(0).state_bytes() > 0);
  }
}

TEST_CASE("times at the ends of their range make windows that close at the end of time") {
  const auto least = std::numeric_limits<std::int64_t>::min();
  const auto most = std::numeric_limits<std::int64_t>::max();
  for (const auto& spec : {tumble(5'000), hop(1'000, 5'000), cumulate(1'000, 5'000), session(5'000)}) {
    const auto made =
        run(plan_of(spec, count_and_sum()), {{"a", least, 1}, {"a", -1, 2}, {"a", most, 4}, {"a", most - 1, 8}},
            {.batch_rows = 4096, .delay = 10});
    CHECK(made.added + made.late.size() == 4);
    CHECK(made.late.size() <= 1);
  }
}

TEST_CASE("windows that cannot be are refused by name") {
  const auto fault = [](window::window_spec spec) { return window::check_window(spec).error().message; };
  CHECK(fault(tumble(0)) == "window size must be positive: 0");
  CHECK(fault(session(-5)) == "session gap must be positive: -5");
  CHECK(fault(tumble(std::int64_t{1} << 60)) == "window size is too long: 1152921504606846976");
  CHECK(fault(hop(0, 10)) == "window slide must be positive: 0");
  CHECK(fault(cumulate(-1, 10)) == "window step must be positive: -1");
  CHECK(fault(hop(20, 10)) == "window slide must not be greater than its size: size 10 ms, slide 20 ms");
  CHECK(fault(cumulate(20, 10)) == "window step must not be greater than its size: size 10 ms, step 20 ms");
  CHECK(fault(cumulate(3, 10)) == "window size must be a multiple of its step: size 10 ms, step 3 ms");
  auto shifted = tumble(10);
  shifted.offset_ms = -(std::int64_t{1} << 60);
  CHECK(fault(shifted) == "window offset is too large: -1152921504606846976");
  CHECK_FALSE(window::check_window(tumble(10, "Mars/Olympus")));
  CHECK(window::check_window(hop(4'000, 10'000, "UTC")));
}

TEST_CASE("an operator is not made of a wrong window or a wrong call") {
  CHECK_FALSE(window::make_window_aggregate(plan_of(tumble(0), count_and_sum())));
  auto plan = plan_of(tumble(10), count_and_sum());
  plan.calls[1].what = function::listagg; // Of numbers.
  CHECK(window::make_window_aggregate(plan).error().code == errc::bad_type);
}

TEST_CASE("decimals come out of windows with all their digits") {
  auto plan = plan_of(tumble(5'000), {call(function::sum, 1)});
  plan.input = std::make_shared<const schema>(schema{{{"k", string_type()}, {"p", decimal_type(10, 2)}}});
  plan.calls[0].argument_type = decimal_type(10, 2);
  plan.calls[0].result_type = decimal_type(38, 2);
  auto fields = plan.output->fields;
  fields.back().type = decimal_type(38, 2);
  plan.output = std::make_shared<const schema>(schema{fields});
  auto shard = std::move(*window::make_window_aggregate(plan));
  auto rows = std::make_shared<batch>();
  rows->rows = 1;
  auto prices = make_column(decimal_type(10, 2), 1);
  prices.decimals[0] = 1250;
  auto keys = make_column(string_type(), 1);
  keys.texts[0] = "a";
  rows->columns = {std::make_shared<const column>(keys), std::make_shared<const column>(prices)};
  window::keyed_batch sent;
  sent.rows = rows;
  sent.keys = encode_keys(*rows, {0});
  sent.event_times = {1'000};
  sent.watermarks_before = {no_watermark};
  const std::vector<std::uint32_t> all{0};
  window::operator_output out;
  shard->add({&sent, all, end_of_time}, out);
  shard->advance(end_of_time, out);
  strings made;
  lines_of(*out.rows.at(0), made);
  CHECK(made == strings{"'a' 0 5000 4999 12.50"});
}

TEST_CASE("every operator puts out the layout of the plan") {
  for (const auto& spec : {tumble(5'000), hop(1'000, 5'000), cumulate(1'000, 5'000), session(5'000)}) {
    const auto plan = plan_of(spec, count_and_sum());
    CHECK((*window::make_window_aggregate(plan))->layout() == plan.output);
  }
}
