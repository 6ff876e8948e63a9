// Commits and restarts without any broker: a log in memory, a sink whose rows count only once they are committed, and
// runs that are stopped or lost at any moment. All committed rows together are those of one undisturbed run.
#include "actors/epochs.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "actors/engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulation_options.hpp"

namespace {

struct event {
  int key = 0;
  std::int64_t time_ms = 0;
};
using log = std::vector<event>;

std::string text_of(const event& one) { return fmt::format(R"({{"k":"k{}","ts":{}}})", one.key, one.time_ms); }

/// Reads a log from an offset on, in pieces of a few records; waits at its end.
class log_reader final : public io::chunk_reader {
public:
  log_reader(const log& from, std::int64_t begin, std::int64_t position, unsigned seed)
      : log_(from), next_(begin), position_(position), random_(seed) {}

  core::result<std::optional<io::text_chunk>> next() override {
    std::unique_lock lock(mutex_);
    if (next_ >= static_cast<std::int64_t>(log_.size())) changed_.wait(lock, [this] { return is_stopped_; });
    if (is_stopped_) return std::nullopt;
    auto index = std::make_shared<io::record_index>();
    auto text = std::make_shared<std::string>();
    index->replayed = next_ < position_;
    auto end = std::min<std::int64_t>(next_ + 1 + static_cast<std::int64_t>(random_() % 40),
                                      static_cast<std::int64_t>(log_.size()));
    if (index->replayed) end = std::min(end, position_);
    for (; next_ < end; ++next_) {
      *text += text_of(log_[static_cast<std::size_t>(next_)]);
      io::record_mark mark;
      mark.value_end = static_cast<std::uint32_t>(text->size());
      mark.offset = next_;
      index->marks.push_back(mark);
      *text += '\n';
    }
    index->next_offset = next_;
    text->reserve(text->size() + io::chunk_padding_bytes);
    io::text_chunk chunk{.owner = text, .text = *text};
    chunk.records = index;
    return chunk;
  }
  void stop() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
  }
  [[nodiscard]] std::string where() const override { return "log"; }
  [[nodiscard]] bool caught_up() const override { return false; }

private:
  const log& log_;
  std::int64_t next_;
  std::int64_t position_;
  std::mt19937 random_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopped_ = false;
};

/// What survives a run: committed rows and points. Rows that no commit followed are lost with the run.
struct outcome {
  std::mutex mutex{};
  std::vector<std::string> pending{};
  std::vector<std::string> committed{};
  std::map<std::size_t, actors::partition_point> points{};
  std::vector<core::event_time_ms> fired{};
  std::vector<std::vector<std::string>> stages{};
  int commits = 0;
};

class outcome_sink final : public io::row_sink {
public:
  explicit outcome_sink(outcome& to) : to_(to) {}
  core::result<void> write(const core::batch_ptr& rows) override {
    const std::lock_guard lock(to_.mutex);
    for (std::uint32_t i = 0; i < rows->rows; ++i)
      to_.pending.push_back(
          fmt::format("{} {} {}", rows->columns[0]->texts[i], rows->columns[2]->ints[i], rows->columns[1]->ints[i]));
    return {};
  }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override { return {}; }

private:
  outcome& to_;
};

struct setup {
  std::string window = "tumble: 10s";
  std::int64_t span_ms = 10'000;
  bool saves = false; ///< States instead of rows that are read again.
};

/// One run over all partitions from where the last one was committed.
std::unique_ptr<actors::engine> start_run(const std::vector<log>& logs, outcome& kept, const setup& how,
                                          std::mt19937& random) {
  const auto plan = support::plan_of(fmt::format(
      "source: {{name: events, type: memory, columns: {{k: STRING, ts: BIGINT}}, time: {{expression: "
      "'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}}, lateness: 2s}}\n"
      "window: {{{}}}\nkey: k\naggregates: {{n: COUNT(*)}}\noutput: [k, n, window_start]\nsink: {{type: memory}}\n",
      how.window));
  actors::engine_settings settings;
  settings.shards = 1 + static_cast<std::uint32_t>(random() % 4);
  settings.threads = 2;
  settings.epoch = std::chrono::milliseconds(3);
  if (!how.saves) settings.replay_spans = {how.span_ms};
  settings.saves_state = how.saves;
  settings.saved_state = [&kept]() -> core::result<std::shared_ptr<const core::snapshot::checkpoint>> {
    if (kept.stages.empty()) return nullptr;
    core::snapshot::checkpoint made;
    made.stages = kept.stages;
    return std::make_shared<const core::snapshot::checkpoint>(std::move(made));
  };
  settings.commit = [&kept](const actors::epoch_commit& what) -> core::result<void> {
    const std::lock_guard lock(kept.mutex);
    kept.committed.insert(kept.committed.end(), kept.pending.begin(), kept.pending.end());
    kept.pending.clear();
    for (const auto& one : what.points) kept.points[one.partition] = one;
    kept.fired = what.fired;
    kept.stages = what.stages;
    ++kept.commits;
    return {};
  };
  settings.open_source = [&](const core::plan::source_plan&) {
    std::vector<actors::partition_reader> readers;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      const auto found = kept.points.find(i);
      actors::partition_start begin;
      std::int64_t from = 0;
      if (found != kept.points.end()) {
        from = found->second.replay_from;
        begin = {from, found->second.position, found->second.watermark, kept.fired};
      }
      readers.push_back(
          {std::make_unique<log_reader>(logs[i], from, begin.position, static_cast<unsigned>(random())), begin});
    }
    return core::result<std::vector<actors::partition_reader>>(std::move(readers));
  };
  settings.open_sink = [&kept](const core::plan::sink_plan&) {
    return core::result<actors::sink_output>(actors::sink_output{.rows = std::make_unique<outcome_sink>(kept)});
  };
  auto started = actors::engine::start(plan, settings);
  REQUIRE(started.has_value());
  return std::move(*started);
}

std::vector<log> make_logs(std::mt19937& random, std::size_t partitions, int events) {
  std::vector<log> logs(partitions);
  for (int i = 0; i < events; ++i)
    logs[random() % partitions].push_back(
        {static_cast<int>(random() % 7), i * 20 + static_cast<std::int64_t>(random() % 1500)});
  for (auto& one : logs) one.push_back({99, 1'000'000'000}); // Closes all before it.
  return logs;
}

/// Every window of every row: `slide` apart, `size` long.
std::vector<std::string> expected(const std::vector<log>& logs, std::int64_t size, std::int64_t slide) {
  std::map<std::pair<int, std::int64_t>, int> counts;
  for (const auto& one : logs)
    for (const auto& row : one) {
      if (row.key == 99) continue;
      for (auto start = row.time_ms / slide * slide; start > row.time_ms - size; start -= slide)
        ++counts[{row.key, start}];
    }
  std::vector<std::string> made;
  for (const auto& [place, count] : counts) made.push_back(fmt::format("k{} {} {}", place.first, place.second, count));
  std::ranges::sort(made);
  return made;
}

void disturb(const setup& how, unsigned seed,
             const std::function<std::vector<std::string>(const std::vector<log>&)>& answer) {
  std::mt19937 random(seed);
  const auto logs = make_logs(random, 1 + random() % 3, 6'000);
  const auto right = answer(logs);
  outcome kept;
  for (int run = 0; run < 12; ++run) {
    auto engine = start_run(logs, kept, how, random);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 25));
    if (random() % 3 == 0) {
      engine->suspend();
      const auto summary = engine->wait();
      CHECK_FALSE(summary.fault.has_value());
    }
    engine.reset(); // Without a word: what was not committed is gone.
    const std::lock_guard lock(kept.mutex);
    kept.pending.clear();
  }
  auto engine = start_run(logs, kept, how, random);
  for (int tries = 0; tries < 2'000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::lock_guard lock(kept.mutex);
    if (kept.committed.size() >= right.size()) break;
  }
  engine->suspend();
  (void)engine->wait();
  std::ranges::sort(kept.committed);
  INFO("seed " << seed);
  CHECK(kept.committed == right);
}

} // namespace

TEST_CASE("runs that are stopped or lost at any moment commit every tumbling window once") {
  for (unsigned seed = 1; seed <= 6; ++seed)
    disturb({}, seed, [](const auto& logs) { return expected(logs, 10'000, 10'000); });
}

TEST_CASE("the same holds for hopping windows, whose rows are in several") {
  for (unsigned seed = 21; seed <= 24; ++seed)
    disturb({"hop: {size: 10s, slide: 2s}", 10'000}, seed,
            [](const auto& logs) { return expected(logs, 10'000, 2'000); });
}

TEST_CASE("the same holds where states are saved instead") {
  for (unsigned seed = 41; seed <= 44; ++seed)
    disturb({"hop: {size: 10s, slide: 2s}", 0, true}, seed,
            [](const auto& logs) { return expected(logs, 10'000, 2'000); });
}

TEST_CASE("sessions, which may have begun any time ago, go on from their saved state") {
  const setup how{"session: 40ms", 0, true};
  for (unsigned seed = 31; seed <= 36; ++seed)
    disturb(how, seed, [](const auto& logs) {
      std::map<int, std::vector<std::int64_t>> times;
      for (const auto& one : logs)
        for (const auto& row : one)
          if (row.key != 99) times[row.key].push_back(row.time_ms);
      std::vector<std::string> made;
      for (auto& [key, all] : times) {
        std::ranges::sort(all);
        for (std::size_t at = 0; at < all.size();) {
          const auto first = at++;
          while (at < all.size() && all[at] - all[at - 1] <= 40) ++at;
          made.push_back(fmt::format("k{} {} {}", key, all[first], at - first));
        }
      }
      std::ranges::sort(made);
      return made;
    });
}

TEST_CASE("a failing commit ends the run with its reason") {
  std::mt19937 random(1);
  const auto logs = make_logs(random, 1, 10);
  outcome kept;
  const auto plan = support::plan_of(
      "source: {name: events, type: memory, columns: {k: STRING, ts: BIGINT}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, "
      "3)', name: rt}}\n"
      "window: {tumble: 10s}\nkey: k\naggregates: {n: COUNT(*)}\noutput: [k, n, window_start]\nsink: {type: memory}\n");
  actors::engine_settings settings;
  settings.threads = 2;
  settings.epoch = std::chrono::milliseconds(3);
  settings.replay_spans = {10'000};
  settings.commit = [](const actors::epoch_commit&) -> core::result<void> {
    return core::fail(core::errc::interrupted, "fenced");
  };
  settings.open_source = [&](const core::plan::source_plan&) {
    std::vector<actors::partition_reader> readers;
    readers.push_back({std::make_unique<log_reader>(logs[0], 0, 0, 1), actors::partition_start{}});
    return core::result<std::vector<actors::partition_reader>>(std::move(readers));
  };
  settings.open_sink = [&kept](const core::plan::sink_plan&) {
    return core::result<actors::sink_output>(actors::sink_output{.rows = std::make_unique<outcome_sink>(kept)});
  };
  auto engine = actors::engine::start(plan, settings);
  REQUIRE(engine.has_value());
  const auto summary = (*engine)->wait();
  REQUIRE(summary.fault.has_value());
  CHECK(summary.fault->code == core::errc::interrupted);
  CHECK(summary.fault->message == "fenced");
  CHECK(summary.who == "commit");
}
