// How runs end: by themselves, drained, at a fault, at a limit; and what is set aside on the way.
#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"
#include "tests/support/simulation.hpp"

using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using support::lines;
using support::lines_of;
using support::simulation;

namespace {

constexpr const char* source = R"(
source: {name: events, type: memory, columns: {k: STRING, ts: BIGINT, v: INT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: 60s}
)";
constexpr const char* windows = R"(
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
output: [k, n, window_start]
sink: {type: memory}
late: {type: memory}
bad: {type: memory}
)";

std::string pipeline(const std::string& rest) { return source + rest; }
std::string row(const char* key, int time, int value = 1) {
  return R"({"k":")" + std::string(key) + R"(","ts":)" + std::to_string(time) + R"(,"v":)" + std::to_string(value) +
         "}\n";
}

/// Takes some writes and refuses the rest.
class failing_sink final : public io::byte_sink {
public:
  explicit failing_sink(int good) : good_(good) {}
  core::result<void> write(std::string_view) override {
    if (good_-- > 0) return {};
    return core::fail(core::errc::io_failed, "cannot write: no space left");
  }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override { return core::fail(core::errc::io_failed, "cannot rename"); }

private:
  int good_;
};

} // namespace

TEST_CASE("a run of bounded sources ends by itself, its open windows closed") {
  support::simulation_options options;
  options.shards = 3;
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000) + row("b", 2'000) + row("a", 3'000));
  engine.actors().run();
  CHECK_FALSE(engine.ended());
  CHECK(lines_of(engine.batches("rows")).empty());
  engine.end(0);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK_FALSE(engine.ended()->fault);
  CHECK(lines_of(engine.batches("rows")) == lines{R"({"k":"a","n":2,"window_start":"1970-01-01 00:00:00"})",
                                                  R"({"k":"b","n":1,"window_start":"1970-01-01 00:00:00"})"});
  CHECK(engine.ended()->status.sources[0].ended);
  CHECK(engine.ended()->status.watermark == core::end_of_time);
}

TEST_CASE("draining works off what was accepted and closes the open windows") {
  simulation engine(pipeline(windows));
  engine.feed(0, row("a", 1'000) + row("b", 2'000));
  engine.drain(true);
  engine.end(0); // The reader was stopped behind what it had handed on.
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK_FALSE(engine.ended()->fault);
  CHECK(lines_of(engine.batches("rows")).size() == 2);
  CHECK(engine.ended()->status.shards[0].dropped_windows == 0);
}

TEST_CASE("draining with drop puts out no open window and counts them") {
  simulation engine(pipeline(windows));
  engine.feed(0, row("a", 1'000) + row("a", 15'000) + row("b", 16'000) + row("c", 17'000));
  engine.drain(false);
  engine.end(0);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK_FALSE(engine.ended()->fault);
  CHECK(lines_of(engine.batches("rows")) == lines{R"({"k":"a","n":1,"window_start":"1970-01-01 00:00:00"})"});
  CHECK(engine.ended()->status.shards[0].dropped_windows == 3);
  CHECK(engine.ended()->status.shards[0].rows_in_windows == 4);
}

TEST_CASE("draining with drop drops what several sources hold") {
  support::simulation_options options;
  options.partitions = 2;
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000));
  engine.feed(1, row("b", 2'000));
  engine.drain(false);
  engine.end(0);
  engine.actors().run();
  CHECK_FALSE(engine.ended());
  engine.end(1);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(lines_of(engine.batches("rows")).empty());
  CHECK(engine.ended()->status.shards[0].dropped_windows == 2);
}

TEST_CASE("a sink that cannot write ends the run with its name, and nothing more counts as written") {
  support::simulation_options options;
  options.batch_rows = 1;
  options.bytes = [](const core::plan::sink_plan& sink) {
    return sink.name == "rows" ? std::make_unique<failing_sink>(1) : nullptr;
  };
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000) + row("a", 15'000) + row("a", 25'000) + row("a", 35'000));
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(engine.ended()->who == "sink rows");
  CHECK(engine.ended()->fault.value().message == "cannot write: no space left");
  CHECK(engine.ended()->status.sinks[2].name == "rows");
  CHECK(engine.ended()->status.sinks[2].rows == 1);
}

TEST_CASE("a sink that cannot be closed makes the run fail at its end") {
  support::simulation_options options;
  options.bytes = [](const core::plan::sink_plan& sink) {
    return sink.name == "rows" ? std::make_unique<failing_sink>(9) : nullptr;
  };
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000));
  engine.end(0);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(engine.ended()->who == "sink rows");
  CHECK(engine.ended()->fault.value().message == "cannot rename");
}

TEST_CASE("a strict run stops at the first bad row of the file and names it") {
  simulation engine("strict: true\n" + pipeline(windows));
  engine.feed(0, row("a", 1'000));
  engine.feed(0, row("a", 2'000) + "{\"k\":\"b\"\n" + R"({"k":"c"})" + "\n" + row("a", 3'000));
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(engine.ended()->who == "source events");
  CHECK_THAT(engine.ended()->fault.value().message, StartsWith("line 3: "));
  CHECK_THAT(engine.ended()->fault.value().message, ContainsSubstring(R"({"k":"b")"));
  CHECK(lines_of(engine.batches("rows")).empty());
}

TEST_CASE("late rows reach their sink with their text, source, partition and watermark") {
  support::simulation_options options;
  options.partitions = 2;
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 15'000));
  engine.feed(1, row("b", 16'000) + row("b", 2'000));
  engine.actors().run();
  CHECK(
      lines_of(engine.batches("late")) ==
      lines{
          R"({"text":"{\"k\":\"b\",\"ts\":2000,\"v\":1}","reason":"late: every window of this time has closed",)"
          R"("event_time":"1970-01-01 00:00:02Z","watermark":"1970-01-01 00:00:14.999Z","source":"events","partition":1,)"
          R"("offset":null,"line":2})"});
}

TEST_CASE("bad rows reach their sink with their text, reason and line") {
  simulation engine(pipeline(windows));
  engine.feed(0, row("a", 1'000) + "no row\n" + R"({"k":"b"})" + "\n\n" + row("c", 60'001));
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 4);
  CHECK(status.sources[0].bad == 3);
  CHECK(status.sources[0].blank == 1);
  const auto bad = lines_of(engine.batches("bad"));
  REQUIRE(bad.size() == 3);
  CHECK_THAT(bad[0], StartsWith(R"({"text":"no row","reason":)"));
  CHECK_THAT(
      bad[0],
      EndsWith(
          R"("event_time":null,"watermark":"1970-01-01 00:00:00.999Z","source":"events","partition":0,"offset":null,"line":2})"));
  CHECK(bad[1] == R"({"text":"{\"k\":\"b\"}","reason":"event time is NULL","event_time":null,)"
                  R"("watermark":"1970-01-01 00:00:00.999Z","source":"events","partition":0,"offset":null,"line":3})");
  CHECK(bad[2] == R"({"text":"{\"k\":\"c\",\"ts\":60001,\"v\":1}","reason":"event time is too far in the future",)"
                  R"("event_time":"1970-01-01 00:01:00.001Z","watermark":"1970-01-01 00:00:00.999Z","source":"events",)"
                  R"("partition":0,"offset":null,"line":5})");
}

TEST_CASE("a row that fails at two sinks is bad once, one that both leave out is filtered once") {
  simulation engine(pipeline(R"(
filter: v <> 2
transform: {q: 10 / v}
sinks: [{type: memory, name: first}, {type: memory, name: second}]
)"));
  engine.feed(0, row("a", 1, 1) + row("a", 2, 2) + row("a", 3, 0) + row("a", 4, 5));
  const auto status = engine.status();
  CHECK(status.sources[0].rows_read == 4);
  CHECK(status.sources[0].filtered == 1);
  CHECK(status.sources[0].bad == 1);
  CHECK(lines_of(engine.batches("first")).size() == 2);
  CHECK(lines_of(engine.batches("second")) == lines_of(engine.batches("first")));
}

TEST_CASE("a result row that fails is counted apart, and ends a strict run") {
  const std::string failing = pipeline(R"(
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*), q: 10 / (COUNT(*) - 1)}
sinks: [{type: memory, name: first}, {type: memory, name: second}]
)");
  const auto input = row("a", 1'000) + row("b", 2'000) + row("b", 3'000);
  simulation engine(failing);
  engine.feed(0, input);
  engine.end(0);
  const auto status = engine.status();
  CHECK_FALSE(engine.ended().value().fault);
  CHECK(status.shards[0].bad == 1);
  CHECK(status.sources[0].bad == 0);
  CHECK(lines_of(engine.batches("first")).size() == 1);
  simulation strict("strict: true\n" + failing);
  strict.feed(0, input);
  strict.end(0);
  strict.actors().run();
  CHECK(strict.ended().value().who == "windows");
  CHECK(strict.ended().value().fault.value().code == core::errc::bad_row);
}

TEST_CASE("passing the limit of open windows stops the run and says so") {
  support::simulation_options options;
  options.limits.open_windows_max = 2;
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000) + row("b", 2'000) + row("c", 3'000));
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK(engine.ended()->who == "engine");
  CHECK(engine.ended()->fault.value().code == core::errc::limit);
  CHECK(engine.ended()->status.limit_actions == 1);
}

TEST_CASE("passing the limit can close the open windows early instead, and counts it") {
  support::simulation_options options;
  options.limits = {.bytes_max = 0, .open_windows_max = 2, .policy = actors::limit_policy::close};
  simulation engine(pipeline(windows), options);
  engine.feed(0, row("a", 1'000) + row("b", 2'000) + row("c", 3'000));
  engine.actors().run();
  engine.feed(0, row("a", 4'000) + row("a", 15'000));
  const auto status = engine.status();
  CHECK_FALSE(engine.ended());
  CHECK(status.limit_actions == 1);
  CHECK(status.shards[0].late == 1); // For the window that was closed early.
  CHECK(lines_of(engine.batches("rows")).size() == 3);
}

TEST_CASE("an actor that dies unasked ends the run") {
  simulation engine(pipeline(windows));
  engine.actors().run();
  caf::anon_send_exit(engine.crew().shards[0], caf::exit_reason::unhandled_exception);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK_THAT(engine.ended()->fault.value().message, StartsWith("an actor ended: "));
}

TEST_CASE("a pipeline without rows ends as well") {
  simulation engine(pipeline(windows));
  engine.end(0);
  engine.actors().run();
  REQUIRE(engine.ended());
  CHECK_FALSE(engine.ended()->fault);
}

TEST_CASE("the status lists sources, shards and sinks in order, and open windows when asked") {
  support::simulation_options options;
  options.shards = 2;
  options.partitions = 2;
  simulation engine(pipeline(windows), options);
  engine.feed(1, row("a", 1'000) + row("b", 12'000) + row("c", 3'000));
  CHECK(engine.status().shards[0].open.empty());
  const auto status = engine.status(10);
  REQUIRE(status.sources.size() == 2);
  CHECK(status.sources[0].partition == 0);
  CHECK(status.sources[1].partition == 1);
  REQUIRE(status.shards.size() == 2);
  CHECK(status.shards[1].shard == 1);
  CHECK(status.shards[0].inputs == std::vector<core::event_time_ms>{core::no_watermark, 11'999});
  CHECK(status.shards[0].open.size() + status.shards[1].open.size() == 3);
  REQUIRE(status.sinks.size() == 3);
  CHECK(status.sinks[0].name == "bad");
  CHECK(status.sinks[1].name == "late");
  CHECK(status.sinks[2].name == "rows");
  CHECK(status.watermark == core::no_watermark);
}
