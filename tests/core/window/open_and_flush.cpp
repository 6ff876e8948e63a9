// Flushing, and the list of open windows.
#include "tests/core/window/stream.hpp"

using namespace core;
using namespace core::stream;
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
    for (const std::size_t shards : {1, 3})
      for (const bool restart : {false, true}) {
        const auto made = run(plan_of(spec, count_and_sum()), rows,
                              {.batch_rows = batch_rows,
                               .shards = shards,
                               .delay = 100'000,
                               .flush_after = flush_after,
                               .restart = restart});
        if (!results.empty()) CHECK(made.rows == results);
        if (!results.empty()) CHECK(made.late == late);
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
