#pragma once
// The Kafka side of one run: opens the topics of a plan, goes on where an earlier run has stopped, and commits what
// this one has put out. Made anew for every start of the engine; shared by what it has opened.

#include <atomic>
#include <functional>
#include <map>
#include <memory>

#include "actors/engine.hpp"
#include "daemon/run_state.hpp"
#include "io/kafka/group_member.hpp"
#include "io/kafka/topic_consumer.hpp"
#include "io/kafka/topic_producer.hpp"

namespace weir {

/// One partition that a group has given us.
struct group_share {
  std::shared_ptr<io::kafka::group_member> member{};
  io::kafka::topic_partition which{};
};

struct topic_run_options {
  std::string state_folder{};                  ///< Where states are saved; empty: nowhere.
  bool fresh = false;                          ///< Begin anew, whatever has been committed.
  const std::atomic<bool>* stopping = nullptr; ///< Ends all waiting for brokers.
  std::function<void()> on_new_partitions{};   ///< Called once, from any thread.
  std::optional<group_share> share{};          ///< All that this run reads; nothing: every partition of every topic.
  io::kafka::notice_function notice{};
};

class topic_connections {
public:
  /// Checks that what the sinks promise can be kept with this plan; opens nothing yet.
  [[nodiscard]] static core::result<std::shared_ptr<topic_connections>>
  prepare(std::shared_ptr<const core::plan::pipeline_plan> plan, topic_run_options options);

  /// All sources before the first sink.
  [[nodiscard]] core::result<std::vector<actors::partition_reader>> open_source(const core::plan::source_plan& source);
  [[nodiscard]] core::result<actors::sink_output> open_sink(const core::plan::sink_plan& sink);

  /// Whether there is anything to commit: then the engine is to call `commit` now and then.
  [[nodiscard]] bool commits() const;
  /// Whether a later run can go on from what is committed.
  [[nodiscard]] bool can_resume() const { return (spans_ || state_) && has_group_; }
  /// By source; empty where what is open cannot be computed again.
  [[nodiscard]] std::vector<std::int64_t> spans() const { return spans_.value_or(std::vector<std::int64_t>{}); }
  [[nodiscard]] bool saves_state() const { return state_.has_value(); }
  /// Of the run that this one goes on from, or null. When all sources are open.
  [[nodiscard]] std::shared_ptr<const core::snapshot::checkpoint> saved_state() const {
    return state_ ? state_->found() : nullptr;
  }
  /// Blocking; one thread at a time.
  [[nodiscard]] core::result<void> commit(const actors::epoch_commit& what);

private:
  using committed_points = std::vector<std::pair<io::kafka::topic_partition, io::kafka::resume_point>>;

  topic_connections(std::shared_ptr<const core::plan::pipeline_plan> plan, topic_run_options options)
      : plan_(std::move(plan)), options_(std::move(options)) {}
  [[nodiscard]] core::result<void> check();
  [[nodiscard]] core::result<void> look_for_state();
  [[nodiscard]] core::result<void> open_transaction();
  [[nodiscard]] core::result<void> check_exactly_once(const core::plan::sink_plan& sink,
                                                      const core::plan::topic_sink_options& wanted);
  [[nodiscard]] std::map<std::size_t, committed_points> points_of(const actors::epoch_commit& what,
                                                                  std::uint64_t checkpoint) const;
  [[nodiscard]] std::vector<core::snapshot::read_position> positions_of(const actors::epoch_commit& what) const;

  std::shared_ptr<const core::plan::pipeline_plan> plan_;
  topic_run_options options_;
  std::uint64_t fingerprint_ = 0;
  std::optional<std::vector<std::int64_t>> spans_{}; ///< Nothing: open state cannot be computed again.
  std::optional<run_state> state_{};
  std::optional<core::plan::topic_sink_options> exactly_once_{};                  ///< Of the first sink that writes so.
  bool has_group_ = false;                                                        ///< Every topic that is read has one.
  std::map<std::size_t, std::shared_ptr<io::kafka::topic_consumer>> consumers_{}; ///< By source of the plan.
  std::shared_ptr<io::kafka::topic_producer> transaction_{};                      ///< Of all exactly-once sinks.
  std::vector<actors::partition_point> committed_{};                              ///< Of the last commit.
  std::uint64_t committed_records_ = 0;
};

/// How a table's topic is read, as the plan and its options say; nothing of partitions.
[[nodiscard]] core::result<io::kafka::consumer_settings> consumer_settings_of(const core::plan::source_plan& source);

/// A number for what a plan computes: its sources' columns, its stages and what leads to them. Runs of equal numbers
/// can go on from each other's resume points.
[[nodiscard]] std::uint64_t fingerprint(const core::plan::pipeline_plan& plan);

} // namespace weir
