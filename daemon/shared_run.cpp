#include "daemon/shared_run.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/attempt.hpp"
#include "core/plan/sharing.hpp"
#include "daemon/run_wiring.hpp"
#include "daemon/status_summary.hpp"

namespace weir {

namespace {

using io::kafka::topic_partition;
using clock = std::chrono::steady_clock;

constexpr int wrong_use = 2;
constexpr int poll_ms = 50;
constexpr std::chrono::seconds restart_pause{1};
constexpr std::chrono::seconds settled_after{30}; ///< A part that ran this long did not fail to start.
constexpr int restarts_in_a_row_max = 20;

/// One partition while it is ours.
struct part {
  std::unique_ptr<actors::engine> engine{}; ///< Null between two tries.
  std::atomic<bool> has_ended{false};
  clock::time_point begun{};
  clock::time_point again_at{};
  int failures = 0; ///< In a row.
};

std::string names_of(const std::vector<topic_partition>& partitions) {
  std::vector<std::int32_t> numbers;
  for (const auto& one : partitions) numbers.push_back(one.partition);
  std::ranges::sort(numbers);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

class shared_run {
public:
  shared_run(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
             const std::atomic<bool>& stopping)
      : plan_(plan), settings_(settings), stopping_(stopping) {}

  int run() {
    if (const auto joined = join(); !joined) return stopping_ ? 0 : report_fault(joined.error(), {});
    while (!stopping_ && !fault_) {
      if (auto polled = member_->poll(poll_ms); !polled && !fault_) fault_ = polled.error();
      look_after_parts();
    }
    if (stopping_) say(settings_, "stopping: working off what was accepted and keeping the open windows for the group");
    member_->leave(); // Gives up every part.
    if (fault_) (void)report_fault(*fault_, {});
    say(settings_, sentence(total_));
    return fault_ ? 1 : 0;
  }

private:
  core::result<void> join() {
    WEIR_TRY(wanted, consumer_settings_of(plan_->sources.front()));
    wanted.stopping = &stopping_;
    wanted.committed_only = std::ranges::any_of(plan_->sinks, writes_exactly_once);
    io::kafka::rebalance_handlers handlers;
    handlers.taken = [this](const std::vector<topic_partition>& which) { return take(which); };
    handlers.given_up = [this](const std::vector<topic_partition>& which, bool is_lost) { give_up(which, is_lost); };
    WEIR_TRY(member, io::kafka::group_member::open(std::move(wanted), std::move(handlers), notice_of(settings_)));
    member_ = std::move(member);
    // What is configured for a process holds for all parts together.
    const auto parts = static_cast<std::uint32_t>(member_->partitions());
    auto& engine = settings_.engine;
    engine.threads = (engine.threads + parts - 1) / parts;
    engine.shards = (engine.shards + parts - 1) / parts;
    engine.memory_bytes_max = std::max(engine.memory_bytes_max / parts, config::memory_bytes_min);
    engine.open_windows_max = std::max<std::uint64_t>(engine.open_windows_max / parts, 1);
    return {};
  }

  static bool writes_exactly_once(const core::plan::sink_plan& sink) {
    if (!core::plan::is_topic(sink.connector)) return false;
    const auto options = core::plan::read_topic_sink(sink.options);
    return options && options->guarantee == core::plan::delivery::exactly_once;
  }

  core::result<void> take(const std::vector<topic_partition>& which) {
    say(settings_, fmt::format("partitions taken: {}", names_of(which)));
    for (const auto& one : which) {
      auto& made = parts_[one];
      if (const auto started = start(one, made); !started) {
        if (started.error().code != core::errc::interrupted) {
          fault_ = started.error();
          return started;
        }
        try_later(one, made, started.error());
      }
    }
    return {};
  }

  core::result<void> start(const topic_partition& which, part& into) {
    topic_run_options options;
    options.fresh = settings_.engine.fresh && !begun_.contains(which);
    options.state_folder = settings_.engine.state_folder;
    options.stopping = &stopping_;
    options.notice = notice_of(settings_);
    options.share = group_share{member_, which};
    WEIR_TRY(topics, topic_connections::prepare(plan_, std::move(options)));
    WEIR_TRY(engine, actors::engine::start(
                         plan_, engine_settings_of(*plan_, settings_, topics, std::make_shared<open_outputs>())));
    into.engine = std::move(engine);
    into.has_ended = false;
    into.begun = clock::now();
    into.engine->when_ended([&ended = into.has_ended] { ended = true; });
    begun_.insert_or_assign(which, true);
    return {};
  }

  void give_up(const std::vector<topic_partition>& which, bool is_lost) {
    say(settings_, fmt::format("partitions {}: {}", is_lost ? "lost" : "given up", names_of(which)));
    if (!is_lost)
      for (const auto& one : which)
        if (const auto found = parts_.find(one); found != parts_.end() && found->second.engine)
          found->second.engine->suspend();
    for (const auto& one : which) {
      const auto found = parts_.find(one);
      if (found == parts_.end()) continue;
      if (found->second.engine) end(found->second, is_lost);
      parts_.erase(found);
    }
  }

  /// What it has not committed, the next owner does again.
  void end(part& one, bool is_lost) {
    if (!is_lost) {
      const auto summary = one.engine->wait();
      if (summary.fault && summary.fault->code != core::errc::interrupted && !fault_) fault_ = summary.fault;
      add(summary.status);
    }
    one.engine.reset();
  }

  void look_after_parts() {
    for (auto& [which, one] : parts_) {
      if (one.engine && one.has_ended) take_end(which, one);
      if (!one.engine && !fault_ && clock::now() >= one.again_at)
        if (const auto started = start(which, one); !started) try_later(which, one, started.error());
    }
  }

  /// A part never ends by itself in order: its topic has no end.
  void take_end(const topic_partition& which, part& one) {
    const auto summary = one.engine->wait();
    add(summary.status);
    one.engine.reset();
    if (clock::now() - one.begun > settled_after) one.failures = 0;
    try_later(which, one, summary.fault.value_or(core::error{core::errc::interrupted, "it has ended"}));
  }

  void try_later(const topic_partition& which, part& one, const core::error& why) {
    if (why.code != core::errc::interrupted || ++one.failures > restarts_in_a_row_max) {
      if (!fault_) fault_ = why;
      return;
    }
    say(settings_,
        fmt::format("partition {} starts again from the last commit: {}", which.partition, core::to_string(why)));
    one.again_at = clock::now() + restart_pause;
  }

  void add(const actors::engine_status& status) {
    total_.sources.insert(total_.sources.end(), status.sources.begin(), status.sources.end());
    total_.shards.insert(total_.shards.end(), status.shards.begin(), status.shards.end());
    for (const auto& sink : status.sinks) {
      const auto same = std::ranges::find_if(total_.sinks, [&](const auto& other) { return other.name == sink.name; });
      if (same == total_.sinks.end())
        total_.sinks.push_back(sink);
      else
        same->rows += sink.rows;
    }
  }

  std::shared_ptr<const core::plan::pipeline_plan> plan_;
  run_settings settings_;
  const std::atomic<bool>& stopping_;
  std::shared_ptr<io::kafka::group_member> member_{};
  std::map<topic_partition, part> parts_{};
  std::map<topic_partition, bool> begun_{}; ///< Once this process has committed for it, `fresh` is over.
  actors::engine_status total_{};           ///< Of the parts that have ended.
  std::optional<core::error> fault_{};
};

} // namespace

int run_shared(const std::shared_ptr<const core::plan::pipeline_plan>& plan, const run_settings& settings,
               const std::atomic<bool>& stopping) {
  if (const auto possible = core::plan::check_shareable(*plan); !possible) {
    (void)report_fault(possible.error(), {});
    return wrong_use;
  }
  if (settings.engine.on_stop_is_stated && settings.engine.on_stop != config::stop_policy::keep) {
    (void)report_fault(
        {core::errc::bad_value,
         "a run that shares partitions keeps its open windows for the others: weir.on-stop must be 'keep'"},
        {});
    return wrong_use;
  }
  return shared_run(plan, settings, stopping).run();
}

} // namespace weir
