#pragma once
// The partitions of a table's topics: finds them, settles where each is read from and up to where, and hands out a
// reader for each. One connection for all; shared by the readers and whoever commits. Any thread, unless said
// otherwise.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "io/kafka/client_settings.hpp"
#include "io/kafka/resume_point.hpp"
#include "io/source/chunk_reader.hpp"

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
  std::size_t stages = 0;                      ///< Of the plan, as many `fired` a resume point has.
  const std::atomic<bool>* stopping = nullptr; ///< Gives up waiting for brokers when it becomes true; null: never.
  /// Called once, on the consumer's own thread, when there are partitions that were not there when it was opened.
  std::function<void()> on_new_partitions{};
};

/// What an offset is committed with.
enum class offset_kind : std::uint8_t {
  resume_point, ///< For a run that goes on in the middle of open windows.
  plain,        ///< Nothing is open: any program can go on from `position`.
};

class topic_consumer : public std::enable_shared_from_this<topic_consumer> {
public:
  /// Waits for the brokers and the topics, saying so. Fails when told to stop, or when the options ask for what is not
  /// there.
  [[nodiscard]] static core::result<std::shared_ptr<topic_consumer>> open(consumer_settings settings,
                                                                          const notice_function& notice);
  ~topic_consumer();
  topic_consumer(const topic_consumer&) = delete;
  topic_consumer& operator=(const topic_consumer&) = delete;

  [[nodiscard]] const std::vector<partition_range>& ranges() const { return ranges_; }
  /// The reader of `ranges()[index]`; once each, all before the first is read.
  [[nodiscard]] core::result<std::unique_ptr<chunk_reader>> reader(std::size_t index);

  /// Whether the table has a group, whose offsets can be committed.
  [[nodiscard]] bool has_group() const { return settings_.options.properties.contains("group.id"); }
  /// Blocking. The points are of this consumer's partitions.
  [[nodiscard]] core::result<void> commit(const std::vector<std::pair<topic_partition, resume_point>>& points,
                                          offset_kind kind);
  /// For a transaction that holds the offsets.
  [[nodiscard]] group_handle group() const { return group_handle(rd_kafka_consumer_group_metadata(client_.get())); }
  [[nodiscard]] static list_handle to_list(const std::vector<std::pair<topic_partition, resume_point>>& points,
                                           offset_kind kind);

  [[nodiscard]] client_watch& watch() { return *watch_; }
  [[nodiscard]] rd_kafka_t* client() { return client_.get(); }
  [[nodiscard]] const consumer_settings& settings() const { return settings_; }

private:
  topic_consumer(consumer_settings settings, const notice_function& notice)
      : settings_(std::move(settings)), watch_(std::make_unique<client_watch>(notice)) {}

  [[nodiscard]] core::result<void> connect();
  [[nodiscard]] core::result<void> wait_for_partitions();
  [[nodiscard]] core::result<std::vector<topic_partition>> find_partitions() const;
  [[nodiscard]] core::result<void> settle();
  [[nodiscard]] core::result<void> assign();
  void serve();

  consumer_settings settings_;
  std::unique_ptr<client_watch> watch_; ///< Before the client, which speaks to it until it is gone.
  client_handle client_{};
  std::vector<partition_range> ranges_{};
  std::atomic<bool> is_ending_{false};
  std::thread service_{}; ///< Serves librdkafka's callbacks and looks for new partitions.
};

} // namespace io::kafka
