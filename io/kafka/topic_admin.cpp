#include "io/kafka/topic_admin.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace io::kafka {

namespace {

constexpr int answer_timeout_ms = 3'000;
constexpr int admin_timeout_ms = 30'000;
constexpr int tries_between_words = 10;
constexpr std::chrono::milliseconds retry_pause{300};

struct ends_wish {
  void operator()(rd_kafka_NewTopic_t* one) const { rd_kafka_NewTopic_destroy(one); }
};

core::result<metadata_handle> ask_metadata(rd_kafka_t* client) {
  const struct rd_kafka_metadata* raw = nullptr;
  const auto fault = rd_kafka_metadata(client, 1, nullptr, &raw, answer_timeout_ms);
  if (fault != RD_KAFKA_RESP_ERR_NO_ERROR) return failed("the brokers do not answer", fault);
  return metadata_handle(raw);
}

core::result<metadata_handle> wait_for_brokers(rd_kafka_t* client, const std::string& where,
                                               const std::atomic<bool>* stopping, const client_watch& watch) {
  for (int tries = 0;; ++tries) {
    auto known = ask_metadata(client);
    if (known && (*known)->broker_cnt > 0) return known;
    if (stopping != nullptr && *stopping)
      return core::fail(core::errc::shutdown, "stopped while waiting for the brokers");
    if (tries % tries_between_words == 0)
      watch.say(notice_level::warning, fmt::format("waiting for the brokers at {}", where));
    rd_kafka_poll(client, 0);
    std::this_thread::sleep_for(retry_pause);
  }
}

const struct rd_kafka_metadata_topic* find(const struct rd_kafka_metadata& known, const std::string& name) {
  for (int i = 0; i < known.topic_cnt; ++i)
    if (name == known.topics[i].topic && known.topics[i].err == RD_KAFKA_RESP_ERR_NO_ERROR) return &known.topics[i];
  return nullptr;
}

core::result<void> make_topic(rd_kafka_t* client, const topic_wish& wish, int replicas) {
  std::array<char, 512> reason{};
  const std::unique_ptr<rd_kafka_NewTopic_t, ends_wish> made(
      rd_kafka_NewTopic_new(wish.name.c_str(), wish.partitions, replicas, reason.data(), reason.size()));
  if (!made) return core::fail(core::errc::bad_value, fmt::format("topic {}: {}", wish.name, reason.data()));
  if (wish.retention_ms > 0)
    (void)rd_kafka_NewTopic_set_config(made.get(), "retention.ms", std::to_string(wish.retention_ms).c_str());
  const queue_handle queue(rd_kafka_queue_new(client));
  auto* one = made.get();
  rd_kafka_CreateTopics(client, &one, 1, nullptr, queue.get());
  const event_handle answer(rd_kafka_queue_poll(queue.get(), admin_timeout_ms));
  if (!answer) return core::fail(core::errc::io_failed, fmt::format("topic {}: the brokers do not answer", wish.name));
  if (rd_kafka_event_error(answer.get()) != RD_KAFKA_RESP_ERR_NO_ERROR)
    return core::fail(core::errc::io_failed,
                      fmt::format("topic {}: {}", wish.name, rd_kafka_event_error_string(answer.get())));
  std::size_t count = 0;
  const auto* const topics =
      rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(answer.get()), &count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto fault = rd_kafka_topic_result_error(topics[i]);
    if (fault == RD_KAFKA_RESP_ERR_NO_ERROR || fault == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS) continue;
    return core::fail(core::errc::io_failed,
                      fmt::format("topic {}: {}", wish.name, rd_kafka_topic_result_error_string(topics[i])));
  }
  return {};
}

} // namespace

core::result<std::vector<topic_made>> make_topics(const core::plan::option_values& properties,
                                                  const std::vector<topic_wish>& wishes,
                                                  const std::atomic<bool>* stopping, const notice_function& notice) {
  client_watch watch(notice);
  WEIR_TRY(conf, make_settings(properties, {{"client.id", "weir"}}, {}, watch));
  WEIR_TRY(client, make_client(RD_KAFKA_PRODUCER, std::move(conf)));
  const auto brokers = properties.find("bootstrap.servers");
  WEIR_TRY(known, wait_for_brokers(client.get(), brokers == properties.end() ? "?" : brokers->second, stopping, watch));
  std::vector<topic_made> made;
  for (const auto& wish : wishes) {
    if (const auto* const there = find(*known, wish.name)) {
      made.push_back(
          {wish.name, true, there->partition_cnt, there->partition_cnt > 0 ? there->partitions[0].replica_cnt : 0});
      continue;
    }
    const int replicas = std::min(wish.replicas, known->broker_cnt);
    WEIR_CHECK(make_topic(client.get(), wish, replicas));
    made.push_back({wish.name, false, wish.partitions, replicas});
  }
  return made;
}

} // namespace io::kafka
