#include "io/kafka/topic_consumer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/kafka/partition_reader.hpp"
#include "io/kafka/patience.hpp"
#include "io/kafka/start_offsets.hpp"

namespace io::kafka {

namespace {

constexpr int service_poll_ms = 100;

bool is_of_another_member(rd_kafka_resp_err_t fault) {
  return fault == RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION || fault == RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID ||
         fault == RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID || fault == RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST;
}

} // namespace

core::result<std::shared_ptr<topic_consumer>> topic_consumer::open(consumer_settings settings,
                                                                   const notice_function& notice) {
  std::shared_ptr<topic_consumer> made(new topic_consumer(std::move(settings), std::make_shared<client_watch>(notice)));
  WEIR_CHECK(made->connect());
  WEIR_CHECK(made->settle());
  WEIR_CHECK(made->assign());
  made->service_ = std::thread([self = made.get()] { self->serve(); });
  return made;
}

core::result<std::shared_ptr<topic_consumer>> topic_consumer::of_group(consumer_settings settings,
                                                                       topic_partition which,
                                                                       std::shared_ptr<rd_kafka_t> client,
                                                                       std::shared_ptr<client_watch> watch) {
  std::shared_ptr<topic_consumer> made(new topic_consumer(std::move(settings), std::move(watch)));
  made->client_ = std::move(client);
  made->ranges_.push_back({.which = std::move(which)});
  WEIR_CHECK(made->settle());
  return made;
}

topic_consumer::~topic_consumer() {
  if (!service_.joinable()) return;
  is_ending_ = true;
  service_.join();
  (void)rd_kafka_consumer_close(client_.get());
}

core::result<void> topic_consumer::connect() {
  WEIR_TRY(client, make_consumer(settings_, *watch_));
  client_ = std::move(client);
  WEIR_TRY(found, wait_for_partitions(client_.get(), settings_, *watch_));
  for (auto& one : found) ranges_.push_back({.which = std::move(one)});
  return {};
}

core::result<void> topic_consumer::settle() {
  WEIR_CHECK(settle_ranges(client_.get(), settings_, *watch_, ranges_));
  return settings_.on_settled ? settings_.on_settled(ranges_) : core::result<void>{};
}

core::result<void> topic_consumer::assign() {
  const auto list = make_list(static_cast<int>(ranges_.size()));
  for (const auto& range : ranges_) {
    auto* const one = rd_kafka_topic_partition_list_add(list.get(), range.which.topic.c_str(), range.which.partition);
    one->offset = range.begin;
  }
  // Each partition's queue is cut off from the common one before its first record can come.
  for (const auto& range : ranges_) {
    const queue_handle own(
        rd_kafka_queue_get_partition(client_.get(), range.which.topic.c_str(), range.which.partition));
    if (own) rd_kafka_queue_forward(own.get(), nullptr);
  }
  if (const auto fault = rd_kafka_assign(client_.get(), list.get()); fault != RD_KAFKA_RESP_ERR_NO_ERROR)
    return failed("partitions cannot be assigned", fault);
  return {};
}

core::result<std::unique_ptr<chunk_reader>> topic_consumer::reader(std::size_t index) {
  const auto& range = ranges_[index];
  queue_handle own(rd_kafka_queue_get_partition(client_.get(), range.which.topic.c_str(), range.which.partition));
  if (!own)
    return core::fail(core::errc::io_failed,
                      fmt::format("topic {} has no partition {}", range.which.topic, range.which.partition));
  rd_kafka_queue_forward(own.get(), nullptr);
  return std::make_unique<partition_reader>(shared_from_this(), range, std::move(own));
}

list_handle topic_consumer::to_list(const std::vector<std::pair<topic_partition, resume_point>>& points,
                                    offset_kind kind) {
  auto list = make_list(static_cast<int>(points.size()));
  for (const auto& [which, point] : points) {
    auto* const one = rd_kafka_topic_partition_list_add(list.get(), which.topic.c_str(), which.partition);
    one->offset = kind == offset_kind::plain ? point.position : point.replay_from;
    if (kind == offset_kind::plain) continue;
    const auto text = to_text(point);
    one->metadata = ::strndup(text.data(), text.size()); // The list frees it.
    one->metadata_size = text.size();
  }
  return list;
}

core::result<void> topic_consumer::commit(const std::vector<std::pair<topic_partition, resume_point>>& points,
                                          offset_kind kind) {
  if (points.empty() || !has_group()) return {};
  const auto list = to_list(points, kind);
  const auto fault = patiently(client_.get(), nullptr, [&] { return rd_kafka_commit(client_.get(), list.get(), 0); });
  if (fault == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
  if (is_of_another_member(fault))
    return core::fail(core::errc::interrupted, fmt::format("the group has given topic {} to another member: {}",
                                                           points.front().first.topic, rd_kafka_err2str(fault)));
  return failed("offsets cannot be committed", fault);
}

void topic_consumer::serve() {
  using clock = std::chrono::steady_clock;
  const auto every = std::chrono::milliseconds(settings_.options.discovery_interval_ms);
  auto next = clock::now() + every;
  while (!is_ending_) {
    // Nothing but callbacks comes here: the partitions' queues are read by their readers.
    if (auto* const message = rd_kafka_consumer_poll(client_.get(), service_poll_ms)) rd_kafka_message_destroy(message);
    if (watch_->is_away() && find_partitions(client_.get(), settings_.options)) watch_->recovered();
    if (every.count() == 0 || clock::now() < next || !settings_.on_new_partitions) continue;
    next = clock::now() + every;
    const auto found = find_partitions(client_.get(), settings_.options);
    if (!found || found->size() <= ranges_.size()) continue;
    std::exchange(settings_.on_new_partitions, nullptr)();
    watch_->say(notice_level::info, fmt::format("topic {} has {} partitions now", found->front().topic, found->size()));
  }
}

} // namespace io::kafka
