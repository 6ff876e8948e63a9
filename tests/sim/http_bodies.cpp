// Law 11 over HTTP: random bodies in random schedules. Every answer adds up with the counters, a refused body counts
// nowhere, and each closed window is told to exactly one client or to the flush.
#include "daemon/status_summary.hpp"
#include "tests/sim/simulated_run.hpp"
#include "tests/support/catch.hpp"

namespace sim {

namespace {

constexpr std::uint64_t seeds_each = 60;

constexpr const char* serve = R"(
source: {type: http, columns: {k: STRING, ts: BIGINT, v: INT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, lateness: 2s, future_skew: off}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
sink: {type: memory}
)";

struct body {
  std::string text{};
  io::body_form form = io::body_form::json;
  std::uint64_t good = 0;
  std::uint64_t bad = 0;
  bool broken = false; ///< Not one JSON value.
};

std::string item(random_source& random, std::int64_t& time, body& into) {
  if (chance(random, 15)) {
    ++into.bad;
    return chance(random, 50) ? R"({"k":"x"})" : R"({"k":"x","ts":"soon"})";
  }
  ++into.good;
  time += pick(random, -3'000, 6'000);
  return R"({"k":")" + std::string(1, static_cast<char>('a' + pick(random, 0, 5))) + R"(","ts":)" +
         std::to_string(time) + "}";
}

body random_body(random_source& random, std::int64_t& time) {
  body made;
  if (chance(random, 10)) {
    made.text = chance(random, 50) ? "[{\"k\":\"a\",\"ts\":99999999}" : "nonsense";
    made.broken = true;
    return made;
  }
  if (chance(random, 40)) {
    made.text = item(random, time, made);
    return made;
  }
  const auto count = pick(random, 0, 6);
  if (chance(random, 50)) made.form = io::body_form::ndjson;
  const bool lines = made.form == io::body_form::ndjson;
  const bool envelope = !lines && chance(random, 50);
  if (!lines) made.text = envelope ? R"({"events":[)" : "[";
  for (std::int64_t i = 0; i < count; ++i) {
    if (!lines && i > 0) made.text += ',';
    made.text += item(random, time, made) + (lines ? (chance(random, 20) ? "\r\n" : "\n") : "");
  }
  if (!lines) made.text += envelope ? "]}" : "]";
  return made;
}

std::uint64_t rows_of(const std::vector<core::batch_ptr>& batches) {
  std::uint64_t rows = 0;
  for (const auto& batch : batches) {
    const auto& counts = *batch->columns[batch->layout->index_of("n").value()];
    for (const auto count : counts.ints) rows += static_cast<std::uint64_t>(count);
  }
  return rows;
}

void check_answer(const body& sent, const actors::ingest_outcome& said) {
  if (sent.broken || (sent.good == 0 && sent.bad > 0)) {
    REQUIRE(said.refused);
    CHECK(said.refused->code == (sent.broken ? core::errc::syntax : core::errc::bad_value));
    return;
  }
  CHECK_FALSE(said.refused);
  CHECK(said.accepted == sent.good);
  CHECK(said.rejected.size() == sent.bad);
  CHECK(said.late <= said.accepted);
}

void run_bodies(random_source& random) {
  support::simulation_options options;
  options.answers = true;
  options.shards = static_cast<std::uint32_t>(pick(random, 1, 4));
  options.batch_rows = static_cast<std::size_t>(pick(random, 1, 5));
  options.batches_in_flight_max = static_cast<std::uint32_t>(pick(random, 1, 3));
  support::simulation simulation(serve, options);
  std::vector<body> bodies;
  std::int64_t time = 0;
  for (auto count = pick(random, 1, 30); count > 0; --count) bodies.push_back(random_body(random, time));
  std::vector<std::vector<actors::ingest_outcome>> said(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    simulation.post(0, {std::make_shared<std::string>(bodies[i].text), bodies[i].form,
                        [&said, i](actors::ingest_outcome outcome) { said[i].push_back(std::move(outcome)); }});
    for (auto steps = pick(random, 0, 12); steps > 0; --steps) simulation.actors().step(random);
  }
  std::uint64_t told = 0;
  simulation.flush(0, {[&](const std::vector<core::batch_ptr>& rows) { told += rows_of(rows); }});
  simulation.actors().run(random);
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0;
  std::uint64_t late = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    INFO("body " << i << ": " << bodies[i].text);
    REQUIRE(said[i].size() == 1); // Answered once.
    check_answer(bodies[i], said[i][0]);
    told += rows_of(said[i][0].closed);
    if (said[i][0].refused) continue;
    accepted += said[i][0].accepted;
    rejected += said[i][0].rejected.size();
    late += said[i][0].late;
  }
  const auto sums = weir::summarize(simulation.status());
  CHECK(sums.rows_read == accepted + rejected);
  CHECK(sums.bad == rejected);
  CHECK(sums.late == late);
  CHECK(sums.rows_in_windows == accepted - late);
  CHECK(told == sums.rows_in_windows);
  CHECK(sums.open_windows == 0);
}

} // namespace

TEST_CASE("answers to HTTP bodies add up with the counters, in any schedule") {
  for (std::uint64_t seed = 1; seed <= seeds_each; ++seed) {
    INFO("seed " << seed);
    random_source random(seed);
    run_bodies(random);
  }
}

} // namespace sim
