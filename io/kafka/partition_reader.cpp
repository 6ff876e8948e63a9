#include "io/kafka/partition_reader.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/kafka/record_chunk.hpp"
#include "io/kafka/start_offsets.hpp"

namespace io::kafka {

namespace {

constexpr std::size_t messages_max = core::batch_rows_max; ///< Of one poll and so of a chunk: one batch.
constexpr std::size_t chunk_bytes_max = 4UL << 20;         ///< A chunk ends at the record that passes this.
constexpr int wait_ms = 50;                                ///< How soon a stop is seen.

} // namespace

partition_reader::partition_reader(std::shared_ptr<topic_consumer> consumer, partition_range range, queue_handle queue)
    : consumer_(std::move(consumer)), range_(std::move(range)), queue_(std::move(queue)), next_offset_(range_.begin) {}

partition_reader::~partition_reader() {
  drop_messages();
  queue_.reset(); // Before the client that it belongs to.
}

core::result<std::optional<text_chunk>> partition_reader::next() {
  while (!is_stopped_ && !is_finished()) {
    if (taken_ == messages_.size()) poll();
    if (taken_ == messages_.size()) continue;
    if (const auto& first = *messages_[taken_]; first.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      WEIR_CHECK(take_event(first));
      ++taken_;
      continue;
    }
    const auto count = count_of_next_chunk();
    if (count == 0) break; // The first record lies behind the end.
    is_at_end_ = false;
    return make_chunk(count);
  }
  return std::nullopt;
}

/// librdkafka waits until a poll is full or its time is over: so the first message is waited for, the others taken as
/// they lie there.
void partition_reader::poll() {
  drop_messages();
  messages_.resize(messages_max);
  auto got = rd_kafka_consume_batch_queue(queue_.get(), wait_ms, messages_.data(), 1);
  if (got == 1) {
    const auto more = rd_kafka_consume_batch_queue(queue_.get(), 0, messages_.data() + 1, messages_max - 1);
    got += std::max<ssize_t>(more, 0);
  }
  messages_.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
}

void partition_reader::drop_messages() {
  for (auto* const one : messages_) rd_kafka_message_destroy(one);
  messages_.clear();
  taken_ = 0;
}

core::result<void> partition_reader::take_event(const rd_kafka_message_t& message) {
  const auto place = fmt::format("topic {} partition {}", range_.which.topic, range_.which.partition);
  switch (message.err) {
  case RD_KAFKA_RESP_ERR__PARTITION_EOF:
    // Behind the last record there may be marks of transactions, which are offsets as well.
    next_offset_ = std::max<std::int64_t>(next_offset_, message.offset);
    is_at_end_ = true;
    return {};
  case RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET:
  case RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE: return go_on_where_possible();
  case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
  case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
  case RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION:
  case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
  case RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED: return failed(place, message.err);
  default:
    consumer_->watch().hear_error(message.err, fmt::format("{}: {}", place, rd_kafka_message_errstr(&message)));
    return {};
  }
}

/// The records at the next offset are gone (retention, or a topic made anew): the declared policy, loudly.
core::result<void> partition_reader::go_on_where_possible() {
  const auto& which = range_.which;
  const std::int64_t wanted = next_offset_;
  WEIR_TRY(held, ask_held(consumer_->client(), which, &is_stopped_));
  const auto what = fmt::format("topic {} partition {}: offset {} is not there any more: the broker holds {} to {}",
                                which.topic, which.partition, wanted, held.low, held.high);
  const auto policy = reset_of(consumer_->settings().options);
  if (policy == reset_policy::fail)
    return core::fail(core::errc::io_failed, what, {}, "'properties.auto.offset.reset' says where to go on instead");
  const auto list = make_list(1);
  auto* const one = rd_kafka_topic_partition_list_add(list.get(), which.topic.c_str(), which.partition);
  one->offset = policy == reset_policy::earliest ? held.low : held.high;
  next_offset_ = one->offset;
  const error_handle fault(rd_kafka_seek_partitions(consumer_->client(), list.get(), 10'000));
  if (fault) return core::fail(core::errc::io_failed, fmt::format("{}: {}", what, rd_kafka_error_string(fault.get())));
  consumer_->watch().say(notice_level::warning, fmt::format("{}; going on at {}", what, next_offset_.load()));
  return {};
}

/// Records up to an event, a chunk's bounds, the end, or where replayed ones meet new ones.
std::size_t partition_reader::count_of_next_chunk() const {
  const auto position = range_.resumed ? range_.resumed->position : range_.begin;
  const bool replayed = messages_[taken_]->offset < position;
  std::size_t count = 0;
  std::size_t bytes = 0;
  for (auto i = taken_; i < messages_.size(); ++i, ++count) {
    const auto& message = *messages_[i];
    if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR || bytes > chunk_bytes_max) break;
    if (range_.end && message.offset >= *range_.end) break;
    if (replayed && message.offset >= position) break;
    bytes += message.len;
  }
  return count;
}

text_chunk partition_reader::make_chunk(std::size_t count) {
  const auto position = range_.resumed ? range_.resumed->position : range_.begin;
  const auto& settings = consumer_->settings();
  chunk_request wanted{std::span(messages_).subspan(taken_, count), range_.which.topic, range_.which.partition};
  wanted.value_is_json = settings.value_is_json;
  wanted.key_is_json = settings.key_is_json;
  wanted.wants_keys = settings.wants_keys;
  wanted.wants_headers = settings.wants_headers;
  wanted.replayed = messages_[taken_]->offset < position;
  auto chunk = make_record_chunk(wanted);
  chunk.first_line = records_ + 1;
  records_ += count;
  taken_ += count;
  next_offset_ = chunk.records->next_offset;
  return chunk;
}

std::string partition_reader::where() const {
  return fmt::format("{}/{} at {}", range_.which.topic, range_.which.partition, next_offset_.load());
}

} // namespace io::kafka
