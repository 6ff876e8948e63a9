// A byte source: order, credit, idleness, faults.
#include "actors/reader_source.hpp"

#include <condition_variable>
#include <mutex>

#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"
#include "tests/support/simulation.hpp"

using namespace std::chrono_literals;
using support::lines;
using support::lines_of;
using support::simulation;

namespace {

constexpr const char* windows = R"(
source: {type: memory, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off, idle_timeout: 1s}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
output: [k, n, window_start]
sink: {type: memory}
)";

std::string row(const char* key, int time) {
  return R"({"k":")" + std::string(key) + R"(","ts":)" + std::to_string(time) + "}\n";
}

/// Asks one source while others may be held.
template <class Held>
actors::source_status ask(simulation& engine, std::size_t source, const Held& held) {
  caf::scoped_actor self{engine.actors().system()};
  auto question = self->request(engine.crew().sources[source], caf::infinite, actors::status_query{});
  engine.actors().run_without(held);
  actors::source_status found;
  question.receive([&](const actors::source_status& answer) { found = answer; },
                   [](const caf::error&) { FAIL("no answer"); });
  return found;
}

/// Has nothing to read until it is stopped.
class silent_reader final : public io::chunk_reader {
public:
  explicit silent_reader(bool caught_up) : caught_up_(caught_up) {}
  core::result<std::optional<io::text_chunk>> next() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_; });
    return std::optional<io::text_chunk>{};
  }
  void stop() override {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] std::string where() const override { return "silence"; }
  [[nodiscard]] bool caught_up() const override { return caught_up_; }

private:
  bool caught_up_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
};

support::simulation_options with_silent_reader(bool caught_up) {
  support::simulation_options options;
  options.reader = [caught_up](const core::plan::source_plan&) { return std::make_unique<silent_reader>(caught_up); };
  return options;
}

} // namespace

TEST_CASE("pieces that decoders finish out of order are sent on in order") {
  support::simulation_options options;
  options.decoders = 2;
  simulation engine(windows, options);
  engine.actors().run();
  engine.feed(0, row("a", 1'000));
  engine.feed(0, row("a", 20'000)); // Would make the first row late, were it sent before.
  const auto slow = engine.crew().decoders[0];
  engine.actors().run_without(slow);
  CHECK(ask(engine, 0, slow).rows_read == 0);
  engine.end(0);
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 2);
  CHECK(status.shards[0].late == 0);
  CHECK(lines_of(engine.batches("rows")) == lines{R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:00"})",
                                                  R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:20"})"});
}

TEST_CASE("a source stops when its batches are not delivered and goes on when they are") {
  support::simulation_options options;
  options.batch_rows = 1;
  options.batches_in_flight_max = 2;
  simulation engine(windows, options);
  engine.actors().run();
  engine.feed(0, row("a", 1) + row("a", 2) + row("a", 3) + row("a", 4) + row("a", 5));
  const auto& held = engine.crew().shards[0];
  engine.actors().run_without(held);
  CHECK(ask(engine, 0, held).rows_read == 2);
  CHECK(engine.status().sources[0].rows_read == 5);
  CHECK(engine.status().shards[0].rows_in_windows == 5);
}

TEST_CASE("a source waits for its sinks as well") {
  support::simulation_options options;
  options.batch_rows = 1;
  options.batches_in_flight_max = 2;
  simulation engine(windows, options);
  engine.actors().run();
  engine.feed(0, row("a", 1) + row("a", 10'000) + row("a", 20'000) + row("a", 30'000) + row("a", 40'000));
  const auto& held = engine.crew().sinks[0];
  engine.actors().run_without(held);
  // The first row closed nothing, so it was delivered; the next two each wait for the window that they closed.
  CHECK(ask(engine, 0, held).rows_read == 3);
  CHECK(engine.status().sources[0].rows_read == 5);
}

TEST_CASE("a throttled source keeps one batch on its way") {
  support::simulation_options options;
  options.batch_rows = 1;
  simulation engine(windows, options);
  engine.actors().run();
  caf::anon_send(engine.crew().sources[0], actors::throttle{true});
  engine.feed(0, row("a", 1) + row("a", 2) + row("a", 3));
  const auto& held = engine.crew().shards[0];
  engine.actors().run_without(held);
  CHECK(ask(engine, 0, held).rows_read == 1);
  caf::anon_send(engine.crew().sources[0], actors::throttle{false});
  engine.actors().run_without(held);
  CHECK(ask(engine, 0, held).rows_read == 3);
}

TEST_CASE("a source whose reader has nothing to read is idle after its timeout and holds nothing back") {
  simulation engine(windows, with_silent_reader(true));
  engine.actors().run();
  engine.feed(0, row("a", 15'000));
  CHECK(engine.status().sources[0].idle == false);
  engine.actors().advance(1s); // Something came since the start.
  CHECK(engine.status().sources[0].idle == false);
  engine.actors().advance(1s);
  CHECK(engine.status().sources[0].idle == true);
  CHECK(engine.status().sources[0].where == "silence");
  engine.feed(0, row("a", 16'000));
  CHECK(engine.status().sources[0].idle == false);
}

TEST_CASE("a source whose reader is behind is stalled, not idle") {
  simulation engine(windows, with_silent_reader(false));
  engine.actors().run();
  engine.feed(0, row("a", 15'000));
  engine.actors().advance(1s);
  engine.actors().advance(1s);
  engine.actors().advance(1s);
  CHECK(engine.status().sources[0].idle == false);
}

TEST_CASE("an idle partition lets the others go on, and its return moves nothing back") {
  auto options = with_silent_reader(true);
  options.partitions = 2;
  simulation engine(windows, options);
  engine.actors().run();
  engine.feed(0, row("a", 25'000));
  engine.feed(1, row("b", 1'000));
  CHECK(engine.status().watermark == 999);
  engine.actors().advance(1s);
  engine.feed(0, row("a", 26'000));
  engine.actors().run();
  engine.actors().advance(1s);
  CHECK(engine.status().watermark == 25'999);
  CHECK(lines_of(engine.batches("rows")) == lines{R"({"k":"b","n":1,"window_start":"1970-01-01 00:00:00"})"});
  engine.feed(1, row("b", 2'000));
  engine.feed(1, row("b", 22'000));
  const auto status = engine.status();
  CHECK(status.watermark == 25'999);
  CHECK(status.shards[0].late == 1);
}

TEST_CASE("a fault of the reader ends the run and names the source") {
  simulation engine(windows);
  engine.feed(0, row("a", 1));
  engine.end(0, core::error{core::errc::io_failed, "cannot read input.jsonl: input/output error"});
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(engine.ended()->who == "source events");
  CHECK(engine.ended()->fault.value().message == "cannot read input.jsonl: input/output error");
}

TEST_CASE("a byte source refuses HTTP bodies and has nothing to flush") {
  simulation engine(windows);
  engine.actors().run();
  std::optional<actors::ingest_outcome> outcome;
  caf::anon_send(engine.crew().sources[0],
                 actors::ingest_request{std::make_shared<std::string>("{}"), io::body_form::json,
                                        [&](actors::ingest_outcome said) { outcome = std::move(said); }});
  bool flushed = false;
  caf::anon_send(engine.crew().sources[0],
                 actors::flush_request{[&](const std::vector<core::batch_ptr>& rows) { flushed = rows.empty(); }});
  engine.actors().run();
  CHECK(outcome.value().refused.value().message == "this source does not take HTTP bodies");
  CHECK(flushed);
}

TEST_CASE("a piece that says its source cannot be read ends the pipeline with that") {
  simulation engine(R"(
source: {type: memory, format: {type: csv, header: true}, columns: {name: STRING, age: INT}}
sink: {type: memory}
)");
  engine.actors().run();
  engine.feed(0, "a,b\n1,2\n");
  engine.actors().run();
  REQUIRE(engine.ended());
  REQUIRE(engine.ended()->fault);
  CHECK(engine.ended()->fault->message == "the CSV header names none of the columns: a, b; the columns are: name, age");
}
