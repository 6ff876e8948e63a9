#pragma once
// Partitions of a table's topics, all of them or one that a group has given us: settles where each is read from and up
// to where, and hands out a reader for each. One connection for all; shared by the readers and whoever commits. Any
// thread, unless said otherwise.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "io/kafka/consumer_settings.hpp"
#include "io/source/chunk_reader.hpp"

namespace io::kafka {

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
  /// One partition, over the connection of a member of the group, which assigns it.
  [[nodiscard]] static core::result<std::shared_ptr<topic_consumer>> of_group(consumer_settings settings,
                                                                              topic_partition which,
                                                                              std::shared_ptr<rd_kafka_t> client,
                                                                              std::shared_ptr<client_watch> watch);
  ~topic_consumer();
  topic_consumer(const topic_consumer&) = delete;
  topic_consumer& operator=(const topic_consumer&) = delete;

  [[nodiscard]] const std::vector<partition_range>& ranges() const { return ranges_; }
  /// The reader of `ranges()[index]`; once each, all before the first is read.
  [[nodiscard]] core::result<std::unique_ptr<chunk_reader>> reader(std::size_t index);

  [[nodiscard]] bool has_group() const { return settings_.has_group(); }
  /// Blocking. The points are of this consumer's partitions. Fails with errc::interrupted where the group has given
  /// them to another member.
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
  topic_consumer(consumer_settings settings, std::shared_ptr<client_watch> watch)
      : settings_(std::move(settings)), watch_(std::move(watch)) {}

  [[nodiscard]] core::result<void> connect();
  [[nodiscard]] core::result<void> settle();
  [[nodiscard]] core::result<void> assign();
  void serve();

  consumer_settings settings_;
  std::shared_ptr<client_watch> watch_; ///< Before the client, which speaks to it until it is gone.
  std::shared_ptr<rd_kafka_t> client_{};
  std::vector<partition_range> ranges_{};
  std::atomic<bool> is_ending_{false};
  std::thread service_{}; ///< Of a consumer with a connection of its own: serves librdkafka's callbacks and looks for
                          ///< new partitions.
};

} // namespace io::kafka
