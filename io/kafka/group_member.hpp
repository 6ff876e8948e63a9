#pragma once
// A member of a consumer group that shares a topic's partitions with other processes: hears which partitions are ours,
// and gives each a consumer of its own over one connection. Everything here is called on the thread that polls, as the
// handlers are; the consumers go their own ways.

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "io/kafka/topic_consumer.hpp"

namespace io::kafka {

/// What to do when the group moves partitions. Both may block for as long as a rebalance may take.
struct rebalance_handlers {
  /// These are ours from now on: `consumer` is to be called for each.
  std::function<core::result<void>(const std::vector<topic_partition>&)> taken{};
  /// These are no longer ours: nothing may read or commit them when this returns. `is_lost`: they are another's
  /// already, and what was not committed cannot be.
  std::function<void(const std::vector<topic_partition>&, bool is_lost)> given_up{};
};

class group_member {
public:
  /// Waits for the brokers and the topic, and asks to be let in. The settings' table has a group.
  [[nodiscard]] static core::result<std::shared_ptr<group_member>>
  open(consumer_settings settings, rebalance_handlers handlers, const notice_function& notice);
  ~group_member();
  group_member(const group_member&) = delete;
  group_member& operator=(const group_member&) = delete;

  /// Serves the group for a while, which may call the handlers. Fails once one of them has failed.
  [[nodiscard]] core::result<void> poll(int timeout_ms);
  /// Gives up what is ours (the handler is called) and leaves the group.
  void leave();

  /// The consumer of a partition that is ours, or about to be: reads from where the group has stopped. Again for one
  /// that has been read: from there once more; its earlier consumer must not be read then.
  [[nodiscard]] core::result<std::shared_ptr<topic_consumer>> consumer(const topic_partition& which,
                                                                       consumer_settings settings);
  /// How many partitions the topic had at the beginning.
  [[nodiscard]] std::size_t partitions() const { return partitions_; }

private:
  group_member(consumer_settings settings, rebalance_handlers handlers, const notice_function& notice)
      : settings_(std::move(settings)), handlers_(std::move(handlers)), watch_(std::make_shared<client_watch>(notice)) {
  }
  [[nodiscard]] core::result<void> join();
  void rebalance(rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t& partitions);
  [[nodiscard]] core::result<void> take(rd_kafka_topic_partition_list_t& partitions);
  [[nodiscard]] core::result<void> give_up(rd_kafka_topic_partition_list_t& partitions);

  consumer_settings settings_;
  rebalance_handlers handlers_;
  std::shared_ptr<client_watch> watch_; ///< Before the client, which speaks to it until it is gone.
  std::shared_ptr<rd_kafka_t> client_{};
  std::size_t partitions_ = 0;
  std::map<topic_partition, std::int64_t> begins_{}; ///< Of what is ours: where reading begins.
  std::vector<topic_partition> coming_{};            ///< About to be ours.
  core::result<void> fault_{};
  bool is_leaving_ = false;
};

} // namespace io::kafka
