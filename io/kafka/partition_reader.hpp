#pragma once
// Reads one partition of a topic as chunks of records. One reader thread; `stop`, `where` and `caught_up` from any.

#include <atomic>
#include <mutex>

#include "io/kafka/topic_consumer.hpp"

namespace io::kafka {

class partition_reader final : public chunk_reader {
public:
  partition_reader(std::shared_ptr<topic_consumer> consumer, partition_range range, queue_handle queue);
  ~partition_reader() override;

  [[nodiscard]] core::result<std::optional<text_chunk>> next() override;
  void stop() override { is_stopped_ = true; }
  [[nodiscard]] std::string where() const override;
  /// All that the broker has was read, and the broker answers.
  [[nodiscard]] bool caught_up() const override { return is_at_end_ && !consumer_->watch().is_away(); }

private:
  [[nodiscard]] bool is_finished() const { return range_.end && next_offset_ >= *range_.end; }
  void poll();
  void drop_messages();
  [[nodiscard]] core::result<void> take_event(const rd_kafka_message_t& message);
  [[nodiscard]] core::result<void> go_on_where_possible();
  [[nodiscard]] std::size_t count_of_next_chunk() const;
  [[nodiscard]] text_chunk make_chunk(std::size_t count);

  std::shared_ptr<topic_consumer> consumer_;
  partition_range range_;
  queue_handle queue_;
  std::vector<rd_kafka_message_t*> messages_{}; ///< Polled; those before `taken_` are done with.
  std::size_t taken_ = 0;
  std::atomic<std::int64_t> next_offset_{0};
  std::uint64_t records_ = 0;
  std::atomic<bool> is_at_end_{false};
  std::atomic<bool> is_stopped_{false};
};

} // namespace io::kafka
