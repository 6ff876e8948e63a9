#include "io/kafka/topic_consumer.hpp"

#include <algorithm>
#include <chrono>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/kafka/partition_reader.hpp"
#include "io/kafka/start_offsets.hpp"

namespace io::kafka {

namespace {

constexpr int metadata_timeout_ms = 2'000;
constexpr std::chrono::milliseconds retry_pause{200};
constexpr int tries_between_words = 10;
constexpr int service_poll_ms = 100;
constexpr int commit_tries_max = 5;

} // namespace

core::result<std::shared_ptr<topic_consumer>> topic_consumer::open(consumer_settings settings,
                                                                   const notice_function& notice) {
  std::shared_ptr<topic_consumer> made(new topic_consumer(std::move(settings), notice));
  WEIR_CHECK(made->connect());
  WEIR_CHECK(made->wait_for_partitions());
  WEIR_CHECK(made->settle());
  WEIR_CHECK(made->assign());
  made->service_ = std::thread([self = made.get()] { self->serve(); });
  return made;
}

topic_consumer::~topic_consumer() {
  is_ending_ = true;
  if (service_.joinable()) service_.join();
  if (client_) (void)rd_kafka_consumer_close(client_.get());
}

core::result<void> topic_consumer::connect() {
  // librdkafka fetches ahead of the reader up to these; behind them the partition waits.
  const core::plan::option_values defaults{
      {"isolation.level", settings_.committed_only ? "read_committed" : "read_uncommitted"},
      {"queued.min.messages", "100000"},
      {"queued.max.messages.kbytes", "32768"},
      {"fetch.wait.max.ms", "100"},
      {"check.crcs", "false"},
      {"client.id", "weir"},
      {"allow.auto.create.topics", "false"}};
  // Offsets are committed with what they mean for the windows, never by the clock; a partition's end is an event. What
  // happens at an offset that is gone is decided by the reader, which says so.
  const core::plan::option_values forced{
      {"enable.auto.commit", "false"},
      {"enable.auto.offset.store", "false"},
      {"enable.partition.eof", "true"},
      {"auto.offset.reset", "error"},
      {"group.id", has_group() ? settings_.options.properties.at("group.id") : "weir-without-group"}};
  WEIR_TRY(conf, make_settings(settings_.options.properties, defaults, forced, *watch_));
  WEIR_TRY(client, make_client(RD_KAFKA_CONSUMER, std::move(conf)));
  client_ = std::move(client);
  (void)rd_kafka_poll_set_consumer(client_.get());
  return {};
}

core::result<void> topic_consumer::wait_for_partitions() {
  for (int tries = 0;; ++tries) {
    auto found = find_partitions();
    if (found && !found->empty()) {
      if (tries > 0) watch_->recovered();
      for (auto& one : *found) ranges_.push_back({.which = std::move(one)});
      return {};
    }
    if (settings_.stopping != nullptr && *settings_.stopping)
      return core::fail(core::errc::shutdown, "stopped while waiting for the brokers");
    if (found && tries >= tries_between_words && settings_.options.end != core::plan::topic_end::never)
      return core::fail(core::errc::io_failed, "there is no such topic: " + (settings_.options.topics.empty()
                                                                                 ? settings_.options.pattern
                                                                                 : settings_.options.topics.front()));
    if (tries % tries_between_words == 0)
      watch_->say(notice_level::warning,
                  fmt::format("waiting for topic {} at {}: {}",
                              settings_.options.topics.empty() ? settings_.options.pattern
                                                               : fmt::format("{}", settings_.options.topics.front()),
                              settings_.options.properties.contains("bootstrap.servers")
                                  ? settings_.options.properties.at("bootstrap.servers")
                                  : std::string("?"),
                              found ? std::string("there is no such topic yet") : found.error().message));
    rd_kafka_poll(client_.get(), 0);
    std::this_thread::sleep_for(retry_pause);
  }
}

core::result<std::vector<topic_partition>> topic_consumer::find_partitions() const {
  const struct rd_kafka_metadata* raw = nullptr;
  const auto fault = rd_kafka_metadata(client_.get(), 1, nullptr, &raw, metadata_timeout_ms);
  if (fault != RD_KAFKA_RESP_ERR_NO_ERROR) return failed("the brokers do not answer", fault);
  const metadata_handle known(raw);
  const auto& options = settings_.options;
  std::regex pattern;
  try {
    if (!options.pattern.empty()) pattern = std::regex(options.pattern);
  } catch (const std::regex_error& wrong) {
    return core::fail(core::errc::bad_value, fmt::format("topic-pattern {}: {}", options.pattern, wrong.what()));
  }
  std::vector<topic_partition> made;
  std::size_t topics = 0;
  for (int i = 0; i < known->topic_cnt; ++i) {
    const auto& topic = known->topics[i];
    const std::string name(topic.topic);
    const bool wanted = options.pattern.empty() ? std::ranges::find(options.topics, name) != options.topics.end()
                                                : std::regex_match(name, pattern);
    if (!wanted || topic.err != RD_KAFKA_RESP_ERR_NO_ERROR || topic.partition_cnt == 0) continue;
    ++topics;
    for (int p = 0; p < topic.partition_cnt; ++p) made.push_back({name, topic.partitions[p].id});
  }
  if (options.pattern.empty() && topics < options.topics.size()) return std::vector<topic_partition>{};
  std::ranges::sort(made);
  return made;
}

core::result<void> topic_consumer::settle() { return settle_ranges(client_.get(), settings_, *watch_, ranges_); }

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
  auto fault = RD_KAFKA_RESP_ERR_NO_ERROR;
  for (int tries = 0; tries < commit_tries_max; ++tries) {
    fault = rd_kafka_commit(client_.get(), list.get(), 0);
    if (fault == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
    std::this_thread::sleep_for(retry_pause);
  }
  return failed("offsets cannot be committed", fault);
}

void topic_consumer::serve() {
  using clock = std::chrono::steady_clock;
  const auto every = std::chrono::milliseconds(settings_.options.discovery_interval_ms);
  auto next = clock::now() + every;
  while (!is_ending_) {
    // Nothing but callbacks comes here: the partitions' queues are read by their readers.
    if (auto* const message = rd_kafka_consumer_poll(client_.get(), service_poll_ms)) rd_kafka_message_destroy(message);
    if (watch_->is_away() && find_partitions()) watch_->recovered();
    if (every.count() == 0 || clock::now() < next || !settings_.on_new_partitions) continue;
    next = clock::now() + every;
    const auto found = find_partitions();
    if (!found || found->size() <= ranges_.size()) continue;
    std::exchange(settings_.on_new_partitions, nullptr)();
    watch_->say(notice_level::info, fmt::format("topic {} has {} partitions now", found->front().topic, found->size()));
  }
}

} // namespace io::kafka
