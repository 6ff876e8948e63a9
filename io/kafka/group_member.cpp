#include "io/kafka/group_member.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace io::kafka {

namespace {

constexpr int seek_timeout_ms = 10'000;

std::vector<topic_partition> to_partitions(const rd_kafka_topic_partition_list_t& list) {
  std::vector<topic_partition> made;
  for (int i = 0; i < list.cnt; ++i) made.push_back({list.elems[i].topic, list.elems[i].partition});
  return made;
}

void hear_rebalance(rd_kafka_t*, rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t* partitions, void* opaque) {
  static_cast<client_watch*>(opaque)->rebalance(what, *partitions);
}

core::result<void> checked(rd_kafka_error_t* raw, const char* what) {
  const error_handle fault(raw);
  if (!fault) return {};
  return core::fail(core::errc::io_failed, fmt::format("{}: {}", what, rd_kafka_error_string(fault.get())));
}

} // namespace

core::result<std::shared_ptr<group_member>> group_member::open(consumer_settings settings, rebalance_handlers handlers,
                                                               const notice_function& notice) {
  std::shared_ptr<group_member> made(new group_member(std::move(settings), std::move(handlers), notice));
  WEIR_CHECK(made->join());
  return made;
}

group_member::~group_member() { leave(); }

core::result<void> group_member::join() {
  watch_->on_rebalance(
      [this](rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t& partitions) { rebalance(what, partitions); });
  WEIR_TRY(client, make_consumer(settings_, *watch_, hear_rebalance));
  client_ = std::move(client);
  WEIR_TRY(found, wait_for_partitions(client_.get(), settings_, *watch_));
  partitions_ = found.size();
  const auto list = make_list(1);
  rd_kafka_topic_partition_list_add(list.get(), settings_.options.topics.front().c_str(), RD_KAFKA_PARTITION_UA);
  if (const auto fault = rd_kafka_subscribe(client_.get(), list.get()); fault != RD_KAFKA_RESP_ERR_NO_ERROR)
    return failed("the group cannot be joined", fault);
  return {};
}

core::result<void> group_member::poll(int timeout_ms) {
  // Partitions have queues of their own: what comes here are callbacks and errors.
  if (auto* const message = rd_kafka_consumer_poll(client_.get(), timeout_ms)) {
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR && message->err != RD_KAFKA_RESP_ERR__PARTITION_EOF)
      watch_->hear_error(message->err, rd_kafka_message_errstr(message));
    rd_kafka_message_destroy(message);
  }
  return fault_;
}

void group_member::leave() {
  if (!client_ || is_leaving_) return;
  is_leaving_ = true;
  (void)rd_kafka_consumer_close(client_.get());
}

void group_member::rebalance(rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t& partitions) {
  const bool is_taking = what == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS;
  auto done = is_taking ? take(partitions) : give_up(partitions);
  if (!done && fault_) fault_ = std::move(done);
}

core::result<void> group_member::take(rd_kafka_topic_partition_list_t& partitions) {
  coming_ = to_partitions(partitions);
  // Cut off from the common queue before the first record can come.
  for (const auto& which : coming_) {
    const queue_handle own(rd_kafka_queue_get_partition(client_.get(), which.topic.c_str(), which.partition));
    if (own) rd_kafka_queue_forward(own.get(), nullptr);
  }
  auto done = is_leaving_ || !fault_ || coming_.empty() ? core::result<void>{} : handlers_.taken(coming_);
  for (int i = 0; i < partitions.cnt; ++i) {
    auto& one = partitions.elems[i];
    const auto found = begins_.find({one.topic, one.partition});
    one.offset = found == begins_.end() ? RD_KAFKA_OFFSET_END : found->second; // Nobody reads what was not taken.
  }
  coming_.clear();
  const bool cooperative = std::string_view(rd_kafka_rebalance_protocol(client_.get())) == "COOPERATIVE";
  if (cooperative) {
    auto assigned = checked(rd_kafka_incremental_assign(client_.get(), &partitions), "partitions cannot be taken");
    return done ? assigned : done;
  }
  if (const auto fault = rd_kafka_assign(client_.get(), &partitions); fault != RD_KAFKA_RESP_ERR_NO_ERROR && done)
    return failed("partitions cannot be taken", fault);
  return done;
}

core::result<void> group_member::give_up(rd_kafka_topic_partition_list_t& partitions) {
  const auto going = to_partitions(partitions);
  if (!going.empty()) handlers_.given_up(going, rd_kafka_assignment_lost(client_.get()) != 0);
  for (const auto& which : going) begins_.erase(which);
  const bool cooperative = std::string_view(rd_kafka_rebalance_protocol(client_.get())) == "COOPERATIVE";
  if (cooperative)
    return checked(rd_kafka_incremental_unassign(client_.get(), &partitions), "partitions cannot be given up");
  if (const auto fault = rd_kafka_assign(client_.get(), nullptr); fault != RD_KAFKA_RESP_ERR_NO_ERROR)
    return failed("partitions cannot be given up", fault);
  return {};
}

core::result<std::shared_ptr<topic_consumer>> group_member::consumer(const topic_partition& which,
                                                                     consumer_settings settings) {
  WEIR_TRY(made, topic_consumer::of_group(std::move(settings), which, client_, watch_));
  const auto begin = made->ranges().front().begin;
  begins_[which] = begin;
  if (std::ranges::find(coming_, which) != coming_.end()) return made;
  const auto list = make_list(1);
  rd_kafka_topic_partition_list_add(list.get(), which.topic.c_str(), which.partition)->offset = begin;
  WEIR_CHECK(checked(rd_kafka_seek_partitions(client_.get(), list.get(), seek_timeout_ms), "reading cannot go back"));
  return made;
}

} // namespace io::kafka
