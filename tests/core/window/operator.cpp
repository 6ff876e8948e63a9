// What operators promise besides the rows: flushing, open windows, order, state, limits.
#include "tests/core/window/stream.hpp"

using namespace stream;
using agg::function;
using strings = std::vector<std::string>;

namespace {

std::vector<row> three_rows() { return {{"a", 1'000, 1}, {"b", 2'000, 2}, {"a", 7'000, 4}}; }

strings opened(window::keyed_operator& shard, std::size_t limit = 100) {
  strings made;
  for (const auto& one : shard.open_windows(limit))
    made.push_back(one.key + " " + std::to_string(one.start) + " " + std::to_string(one.end) + " " +
                   std::to_string(one.fires_at) + " " + std::to_string(one.rows));
  return made;
}

/// Open windows after these rows, and that there are as many as counted.
strings opened_by(const window::window_spec& spec, const std::vector<row>& rows, std::vector<agg::aggregate_call> calls,
                  event_time_ms delay = 1'000'000, std::size_t flush_after = 0) {
  const auto plan = plan_of(spec, std::move(calls));
  engine one(plan, {.batch_rows = 4096, .delay = delay, .end = false, .flush_after = flush_after});
  (void)one.run(rows);
  const auto made = opened(one.shard(0));
  CHECK(one.shard(0).open_window_count() == made.size());
  CHECK(opened(one.shard(0), 1) == strings(made.begin(), made.begin() + (made.empty() ? 0 : 1)));
  return made;
}

strings late_after_flush(const window::window_spec& spec, const std::vector<row>& rows, std::size_t flush_after,
                         strings& results) {
  strings late;
  for (const std::size_t batch_rows : {1, 4096})
    for (const std::size_t shards : {1, 3}) {
      const auto made = run(plan_of(spec, count_and_sum()), rows,
                            {.batch_rows = batch_rows, .shards = shards, .delay = 100'000, .flush_after = flush_after});
      if (!results.empty()) CHECK(made.rows == results);
      results = made.rows;
      late = made.late;
      CHECK(made.added + late.size() == rows.size());
    }
  return late;
}

std::vector<agg::aggregate_call> not_subtracting() {
  auto calls = count_and_sum();
  calls.push_back(call(function::max, 1));
  return calls;
}

} // namespace

TEST_CASE("a flush closes what is open, and rows for that are late") {
  strings rows;
  CHECK(late_after_flush(
            tumble(5'000),
            {{"a", 1'000, 1}, {"b", 6'000, 2}, {"a", 4'000, 4}, {"a", 5'000, 8}, {"b", 1'000, 16}, {"c", 1'000, 32}}, 2,
            rows) == strings{"2 at 4000 by -94000", "4 at 1000 by -94000"});
  CHECK(rows ==
        strings{"'a' 0 5000 4999 1 1", "'a' 5000 10000 9999 1 8", "'b' 5000 10000 9999 1 2", "'c' 0 5000 4999 1 32"});
}

TEST_CASE("a flush closes the full cumulating window of a key") {
  strings rows;
  CHECK(late_after_flush(cumulate(5'000, 10'000), {{"a", 1'000, 1}, {"a", 9'000, 2}, {"a", 10'000, 4}}, 1, rows) ==
        strings{"1 at 9000 by -99000"});
  CHECK(rows == strings{"'a' 0 10000 9999 1 1", "'a' 0 5000 4999 1 1", "'a' 10000 15000 14999 1 4",
                        "'a' 10000 20000 19999 1 4"});
}

TEST_CASE("after a flush a row counts in those hopping windows that the flush did not close") {
  strings rows;
  CHECK(late_after_flush(hop(5'000, 10'000), {{"a", 1'000, 1}, {"a", 4'000, 2}, {"a", 8'000, 4}, {"b", 1'000, 8}}, 1,
                         rows) == strings{"1 at 4000 by -99000"});
  CHECK(rows == strings{"'a' -5000 5000 4999 1 1", "'a' 0 10000 9999 1 1", "'a' 5000 15000 14999 1 4",
                        "'b' -5000 5000 4999 1 8", "'b' 0 10000 9999 1 8"});
}

TEST_CASE("after a flush a session takes no more rows, later ones begin another") {
  strings rows;
  CHECK(late_after_flush(session(5'000),
                         {{"a", 1'000, 1}, {"a", 3'000, 2}, {"a", 3'000, 4}, {"a", 4'000, 8}, {"b", 0, 16}}, 2,
                         rows) == strings{"2 at 3000 by -97000"});
  CHECK(rows == strings{"'a' 1000 8000 7999 2 3", "'a' 4000 9000 8999 1 8", "'b' 0 5000 4999 1 16"});
}

TEST_CASE("what a flush remembers is forgotten when the clock has passed it") {
  for (const auto& spec : {tumble(5'000), hop(1'000, 5'000), cumulate(1'000, 5'000), session(5'000)}) {
    const auto plan = plan_of(spec, count_and_sum());
    engine one(plan, {.batch_rows = 1, .end = false, .flush_after = 2});
    (void)one.run({{"a", 1'000, 1}, {"b", 1'000, 1}});
    CHECK(one.shard(0).state_bytes() > 0);
    CHECK(one.shard(0).open_window_count() == 0);
    window::operator_output out;
    one.shard(0).advance(20'000, out);
    one.shard(0).advance(10'000, out); // time never goes back
    CHECK(out.rows.empty());
    CHECK(one.shard(0).state_bytes() == 0);
  }
}

TEST_CASE("open windows are listed by end and key") {
  CHECK(opened_by(tumble(5'000), three_rows(), count_and_sum()) ==
        strings{"a 0 5000 4999 1", "b 0 5000 4999 1", "a 5000 10000 9999 1"});
  CHECK(opened_by(session(6'000), three_rows(), count_and_sum()) ==
        strings{"b 2000 8000 7999 1", "a 1000 13000 12999 2"});
  CHECK(opened_by(session(5'000), three_rows(), count_and_sum()) ==
        strings{"a 1000 6000 5999 1", "b 2000 7000 6999 1", "a 7000 12000 11999 1"});
  CHECK(opened_by(cumulate(5'000, 10'000), three_rows(), count_and_sum()) ==
        strings{"a 0 5000 4999 1", "b 0 5000 4999 1", "a 0 10000 9999 2", "b 0 10000 9999 1"});
  CHECK(opened_by(cumulate(5'000, 10'000), {{"a", 1'000, 1}, {"b", 16'000, 1}}, count_and_sum()) ==
        strings{"a 0 5000 4999 1", "a 0 10000 9999 1", "b 10000 20000 19999 1"});
  CHECK(opened_by(tumble(5'000), {}, count_and_sum()).empty());
}

TEST_CASE("open hopping windows are listed with their own rows, however totals are kept") {
  for (const auto& calls : {count_and_sum(), not_subtracting()}) {
    CHECK(opened_by(hop(5'000, 10'000), three_rows(), calls) == strings{"a -5000 5000 4999 1", "b -5000 5000 4999 1",
                                                                        "a 0 10000 9999 2", "b 0 10000 9999 1",
                                                                        "a 5000 15000 14999 1"});
    // Some have fired; between the others lies a time without rows.
    CHECK(opened_by(hop(5'000, 10'000), {{"a", 1'000, 1}, {"a", 6'000, 1}, {"b", 31'000, 1}, {"b", 8'000, 1}}, calls,
                    24'000) == strings{"a 0 10000 9999 2", "b 0 10000 9999 1", "a 5000 15000 14999 1",
                                       "b 5000 15000 14999 1", "b 25000 35000 34999 1", "b 30000 40000 39999 1"});
    CHECK(opened_by(hop(5'000, 10'000), {{"a", 1'000, 1}, {"a", 8'000, 4}}, calls, 100'000, 1) ==
          strings{"a 5000 15000 14999 1"});
  }
}

TEST_CASE("open windows of two stacks count every row once") {
  std::vector<row> rows;
  for (int i = 0; i < 30; ++i) rows.push_back({"a", i * 1'000, 1});
  const auto made = opened_by(hop(1'000, 20'000), rows, not_subtracting(), 0);
  REQUIRE(made.size() == 20);
  CHECK(made[0] == "a 10000 30000 29999 20");
  CHECK(made[1] == "a 11000 31000 30999 19");
  CHECK(made[19] == "a 29000 49000 48999 1");
}

TEST_CASE("open cumulating windows count what has come out before") {
  CHECK(opened_by(cumulate(5'000, 15'000), {{"a", 1'000, 1}, {"a", 6'000, 1}, {"b", 2'000, 1}}, count_and_sum(), 0) ==
        strings{"a 0 10000 9999 2", "b 0 10000 9999 1", "a 0 15000 14999 2", "b 0 15000 14999 1"});
}

TEST_CASE("a flush closes running cumulating windows") {
  const auto made = run(plan_of(cumulate(5'000, 15'000), count_and_sum()),
                        {{"a", 1'000, 1}, {"a", 6'000, 2}, {"a", 7'000, 4}}, {.batch_rows = 1, .flush_after = 2});
  CHECK(made.rows == strings{"'a' 0 10000 9999 2 3", "'a' 0 15000 14999 2 3", "'a' 0 5000 4999 1 1"});
  CHECK(made.late == strings{"2 at 7000 by 6000"});
}

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
  plan.calls[1].what = function::collect;
  CHECK(window::make_window_aggregate(plan).error().code == errc::unsupported);
}
