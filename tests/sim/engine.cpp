// The whole engine with its real threads: it starts and stops any number of times, and stopped in the middle it loses
// nothing that it had read.
#include "actors/engine.hpp"

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>

#include <fmt/format.h>

#include "config/pipeline_file.hpp"
#include "daemon/status_summary.hpp"
#include "io/source/readers.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulation_options.hpp"

namespace {

constexpr const char* pipeline = R"(
source: {type: memory, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}, future_skew: off}
window: {tumble: 10s}
key: k
aggregates: {n: COUNT(*)}
sink: {type: memory}
)";

std::string row(int number) { return fmt::format("{{\"k\":\"key {}\",\"ts\":{}}}\n", number % 13, number * 100); }

using table_ptr = std::shared_ptr<io::memory_table>;
using reader_maker = std::function<std::unique_ptr<io::chunk_reader>()>;

/// An engine of that many shards and threads whose one sink is `table`.
std::unique_ptr<actors::engine> start(std::uint32_t threads, const reader_maker& make_reader, table_ptr& table) {
  static const auto plan = support::plan_of(pipeline);
  table = std::make_shared<io::memory_table>(plan->sinks[0].layout, support::no_bound);
  actors::engine_settings settings;
  settings.shards = threads;
  settings.threads = threads;
  settings.batch_rows = 3;
  settings.batches_in_flight_max = 2;
  settings.open_source = [&](const core::plan::source_plan&) {
    std::vector<actors::partition_reader> readers;
    readers.push_back({make_reader()});
    return core::result<std::vector<actors::partition_reader>>(std::move(readers));
  };
  settings.open_sink = [&](const core::plan::sink_plan&) {
    return core::result<actors::sink_output>(actors::sink_output{.table = table});
  };
  auto made = actors::engine::start(plan, std::move(settings));
  REQUIRE(made);
  return std::move(*made);
}

std::uint64_t rows_counted(const io::memory_table& table) {
  std::uint64_t rows = 0;
  for (const auto& batch : table.snapshot()) {
    const auto& counts = *batch->columns[batch->layout->index_of("n").value()];
    for (const auto count : counts.ints) rows += static_cast<std::uint64_t>(count);
  }
  return rows;
}

/// Reads without end, one row at a time, and says when it has read some.
class endless_reader final : public io::chunk_reader {
public:
  struct progress {
    std::atomic<int> rows = 0;
    std::promise<void> some{};
  };
  explicit endless_reader(std::shared_ptr<progress> shown) : shown_(std::move(shown)) {}

  core::result<std::optional<io::text_chunk>> next() override {
    if (stopped_) return std::optional<io::text_chunk>{};
    const int number = shown_->rows++;
    if (number == 200) shown_->some.set_value();
    auto kept = std::make_shared<std::string>(row(number));
    kept->reserve(kept->size() + io::chunk_padding_bytes);
    return io::text_chunk{.owner = kept, .text = *kept, .first_line = static_cast<std::uint64_t>(number) + 1};
  }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::string where() const override { return "endless"; }
  [[nodiscard]] bool caught_up() const override { return false; }

private:
  std::shared_ptr<progress> shown_;
  std::atomic<bool> stopped_ = false;
};

} // namespace

TEST_CASE("the engine starts and stops a thousand times") {
  const auto some_rows = [] { return io::read_memory({row(0) + row(1), row(2) + row(150) + row(151)}, {}); };
  table_ptr table;
  for (int round = 0; round < 1'000; ++round) {
    const auto engine = start(static_cast<std::uint32_t>(1 + round % 3), some_rows, table);
    switch (round % 4) {
    case 0: // By itself.
    case 1: {
      const auto ended = engine->wait();
      REQUIRE_FALSE(ended.fault);
      REQUIRE(weir::summarize(ended.status).rows_read == 5);
      REQUIRE(rows_counted(*table) == 5);
      break;
    }
    case 2: { // Drained at some moment.
      engine->drain(true);
      const auto ended = engine->wait();
      REQUIRE_FALSE(ended.fault);
      REQUIRE(rows_counted(*table) == weir::summarize(ended.status).rows_read);
      break;
    }
    default: break; // Stopped by its destructor.
    }
  }
}

TEST_CASE("an engine that is drained while it reads puts out every row that it read") {
  for (int round = 0; round < 20; ++round) {
    const auto shown = std::make_shared<endless_reader::progress>();
    table_ptr table;
    const auto engine = start(
        static_cast<std::uint32_t>(1 + round % 3), [&] { return std::make_unique<endless_reader>(shown); }, table);
    shown->some.get_future().wait();
    engine->drain(true);
    const auto ended = engine->wait();
    REQUIRE_FALSE(ended.fault);
    const auto sums = weir::summarize(ended.status);
    CHECK(sums.rows_read == static_cast<std::uint64_t>(shown->rows.load()));
    CHECK(sums.rows_in_windows == sums.rows_read);
    CHECK(rows_counted(*table) == sums.rows_read);
  }
}

TEST_CASE("an engine that is drained with drop counts the windows that it drops") {
  const auto shown = std::make_shared<endless_reader::progress>();
  table_ptr table;
  const auto engine = start(
      2, [&] { return std::make_unique<endless_reader>(shown); }, table);
  shown->some.get_future().wait();
  engine->drain(false);
  const auto ended = engine->wait();
  REQUIRE_FALSE(ended.fault);
  const auto sums = weir::summarize(ended.status);
  CHECK(sums.rows_read == static_cast<std::uint64_t>(shown->rows.load()));
  CHECK(sums.dropped_windows > 0);
  CHECK(sums.dropped_windows <= 13); // One window of each key at most is open.
  CHECK(rows_counted(*table) < sums.rows_read);
}

TEST_CASE("a run that ends calls back those who wait for its end, before and after it") {
  table_ptr table;
  const auto engine = start(
      1, [] { return io::read_memory({row(0)}, {}); }, table);
  std::promise<void> called;
  engine->when_ended([&] { called.set_value(); });
  called.get_future().wait();
  bool late_call = false;
  engine->when_ended([&] { late_call = true; });
  CHECK(late_call);
}

TEST_CASE("an engine whose sink cannot be opened does not start") {
  const auto plan = support::plan_of(pipeline);
  actors::engine_settings settings;
  settings.open_source = [](const core::plan::source_plan&) {
    return core::result<std::vector<actors::partition_reader>>(std::vector<actors::partition_reader>(1));
  };
  settings.open_sink = [](const core::plan::sink_plan&) -> core::result<actors::sink_output> {
    return core::fail(core::errc::io_failed, "cannot write out.ndjson: permission denied");
  };
  const auto made = actors::engine::start(plan, std::move(settings));
  REQUIRE_FALSE(made);
  CHECK(made.error().message == "cannot write out.ndjson: permission denied");
}
