// The running engine from outside: whoever asks it something is answered, whatever has become of its actors.
#include "actors/engine.hpp"

#include <future>
#include <thread>

#include "tests/support/catch.hpp"
#include "tests/support/simulation_options.hpp"

using namespace std::chrono_literals;

namespace {

constexpr const char* table = R"(
source: {type: http, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
sink: {type: memory}
)";

/// Fails at its first write, and says when that was.
class broken_sink final : public io::byte_sink {
public:
  core::result<void> write(std::string_view) override { return core::fail(core::errc::io_failed, "no space left"); }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override { return {}; }
};

std::unique_ptr<actors::engine> start(bool broken = false) {
  actors::engine_settings settings;
  settings.threads = 2;
  settings.open_source = [](const core::plan::source_plan&) {
    std::vector<actors::partition_reader> readers(1);
    return core::result<std::vector<actors::partition_reader>>(std::move(readers));
  };
  settings.open_sink = [broken](const core::plan::sink_plan&) {
    actors::sink_output output;
    if (broken) output.bytes = std::make_unique<broken_sink>();
    return core::result<actors::sink_output>(std::move(output));
  };
  auto made = actors::engine::start(support::plan_of(table), settings);
  REQUIRE(made.has_value());
  return std::move(*made);
}

std::future<actors::ingest_outcome> post(actors::engine& engine, std::string body) {
  auto said = std::make_shared<std::promise<actors::ingest_outcome>>();
  engine.ingest(0, {std::make_shared<std::string>(std::move(body)), io::body_form::json,
                    [said](actors::ingest_outcome outcome) { said->set_value(std::move(outcome)); }});
  return said->get_future();
}

std::future<actors::engine_status> ask(actors::engine& engine) {
  auto said = std::make_shared<std::promise<actors::engine_status>>();
  engine.ask({{}, [said](actors::engine_status status) { said->set_value(std::move(status)); }});
  return said->get_future();
}

} // namespace

TEST_CASE("a body that comes after the end is refused as unavailable, at once") {
  const auto engine = start();
  CHECK(post(*engine, R"({"k":"a","ts":1})").get().accepted == 1);
  engine->drain(true);
  (void)engine->wait();
  for (int i = 0; i < 3; ++i) {
    auto said = post(*engine, R"({"k":"a","ts":1})");
    REQUIRE(said.wait_for(5s) == std::future_status::ready);
    const auto outcome = said.get();
    CHECK(outcome.unavailable);
    REQUIRE(outcome.refused);
    CHECK(outcome.refused->code == core::errc::shutdown);
    std::this_thread::sleep_for(10ms); // So that the actors are surely gone.
  }
}

TEST_CASE("an engine may be ended by another thread than the one that started it") {
  auto engine = start();
  auto ended = std::async(std::launch::async, [&] { engine.reset(); });
  REQUIRE(ended.wait_for(20s) == std::future_status::ready);
}

TEST_CASE("a question after the end has an empty answer, at once") {
  const auto engine = start();
  CHECK(ask(*engine).get().sources.size() == 1);
  engine->drain(true);
  (void)engine->wait();
  for (int i = 0; i < 3; ++i) {
    auto said = ask(*engine);
    REQUIRE(said.wait_for(5s) == std::future_status::ready);
    CHECK(said.get().sources.empty());
    std::this_thread::sleep_for(10ms);
  }
}

TEST_CASE("bodies whose windows a broken sink holds are answered when the run fails") {
  const auto engine = start(true);
  auto closing = post(*engine, R"([{"k":"a","ts":1},{"k":"a","ts":20000}])");
  const auto summary = engine->wait();
  REQUIRE(summary.fault);
  REQUIRE(closing.wait_for(5s) == std::future_status::ready);
  const auto outcome = closing.get();
  CHECK(outcome.unavailable);
  CHECK(outcome.accepted == 0);
}
