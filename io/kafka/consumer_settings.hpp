#pragma once
// What a table asks of its consumer, the client that comes of it, and the partitions of its topics.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/kafka/client_settings.hpp"
#include "io/kafka/resume_point.hpp"

namespace io::kafka {

struct topic_partition {
  std::string topic{};
  std::int32_t partition = 0;
  auto operator<=>(const topic_partition&) const = default;
};

/// Where one partition is read.
struct partition_range {
  topic_partition which{};
  std::int64_t begin = 0;                ///< The first offset to read.
  std::optional<std::int64_t> end{};     ///< Behind the last one; nothing: never ends.
  std::optional<resume_point> resumed{}; ///< An earlier run has read up to here.
};

struct consumer_settings {
  core::plan::topic_source_options options{};
  bool committed_only = false; ///< Read nothing of open or broken-off transactions (unless a property says otherwise).
  bool may_resume = true;      ///< Go on from the resume points in the group's offsets.
  std::uint64_t plan = 0;      ///< Resume points of another plan are refused.
  bool value_is_json = true;   ///< Newlines inside of values become tabs.
  bool key_is_json = true;
  bool wants_keys = false;
  bool wants_headers = false;
  std::size_t stages = 0; ///< Of the plan, as many `fired` a resume point has.
  /// Called once, when it is settled where each partition is read from and before any is: may move them.
  std::function<core::result<void>(std::vector<partition_range>&)> on_settled{};
  const std::atomic<bool>* stopping = nullptr; ///< Gives up waiting for brokers when it becomes true; null: never.
  /// Called once, on the consumer's own thread, when there are partitions that were not there when it was opened.
  std::function<void()> on_new_partitions{};

  /// Whether the table has a group, whose offsets can be committed.
  [[nodiscard]] bool has_group() const { return options.properties.contains("group.id"); }
};

/// Told of partitions that come and go; null where a consumer chooses its partitions itself.
using rebalance_function = void (*)(rd_kafka_t*, rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t*, void*);

/// A consumer that is assigned nothing yet. `watch` outlives it, and is the opaque of its callbacks.
[[nodiscard]] core::result<client_handle> make_consumer(const consumer_settings& settings, client_watch& watch,
                                                        rebalance_function on_rebalance = nullptr);

/// All partitions of the topics that are there, ascending; none while a named topic is missing.
[[nodiscard]] core::result<std::vector<topic_partition>>
find_partitions(rd_kafka_t* client, const core::plan::topic_source_options& options);

/// Waits for the brokers and the topics, saying so. Fails when told to stop, or when the options ask for what is not
/// there.
[[nodiscard]] core::result<std::vector<topic_partition>>
wait_for_partitions(rd_kafka_t* client, const consumer_settings& settings, client_watch& watch);

} // namespace io::kafka
