#include "tests/e2e/kafka/topic_client.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace e2e {

namespace {

void must(bool good, const std::string& what) {
  if (!good) throw std::runtime_error("test client: " + what);
}

using client_ptr = std::unique_ptr<rd_kafka_t, decltype(&rd_kafka_destroy)>;

void wait_for_admin(rd_kafka_queue_t* queue, const std::string& what) {
  auto* const event = rd_kafka_queue_poll(queue, 30'000);
  must(event != nullptr, what + ": no answer");
  const auto fault = rd_kafka_event_error(event);
  const std::string words = fault ? rd_kafka_event_error_string(event) : "";
  rd_kafka_event_destroy(event);
  must(fault == RD_KAFKA_RESP_ERR_NO_ERROR, what + ": " + words);
}

std::optional<std::string> part(const void* bytes, std::size_t size) {
  if (bytes == nullptr) return std::nullopt;
  return std::string(static_cast<const char*>(bytes), size);
}

} // namespace

rd_kafka_t* topic_client::client(rd_kafka_type_t type, const std::map<std::string, std::string>& settings) const {
  std::array<char, 512> reason{};
  auto* const conf = rd_kafka_conf_new();
  rd_kafka_conf_set(conf, "bootstrap.servers", address_.c_str(), reason.data(), reason.size());
  rd_kafka_conf_set(conf, "log_level", "2", reason.data(), reason.size());
  for (const auto& [name, value] : settings)
    must(rd_kafka_conf_set(conf, name.c_str(), value.c_str(), reason.data(), reason.size()) == RD_KAFKA_CONF_OK,
         reason.data());
  auto* const made = rd_kafka_new(type, conf, reason.data(), reason.size());
  must(made != nullptr, reason.data());
  return made;
}

void topic_client::make_topic(const std::string& topic, int partitions, int replicas) const {
  const client_ptr admin(client(RD_KAFKA_PRODUCER, {}), rd_kafka_destroy);
  auto* const queue = rd_kafka_queue_new(admin.get());
  auto* wanted = rd_kafka_NewTopic_new(topic.c_str(), partitions, replicas, nullptr, 0);
  rd_kafka_CreateTopics(admin.get(), &wanted, 1, nullptr, queue);
  wait_for_admin(queue, "make topic " + topic);
  rd_kafka_NewTopic_destroy(wanted);
  rd_kafka_queue_destroy(queue);
}

void topic_client::add_partitions(const std::string& topic, int partitions) const {
  const client_ptr admin(client(RD_KAFKA_PRODUCER, {}), rd_kafka_destroy);
  auto* const queue = rd_kafka_queue_new(admin.get());
  auto* wanted = rd_kafka_NewPartitions_new(topic.c_str(), static_cast<std::size_t>(partitions), nullptr, 0);
  rd_kafka_CreatePartitions(admin.get(), &wanted, 1, nullptr, queue);
  wait_for_admin(queue, "add partitions to " + topic);
  rd_kafka_NewPartitions_destroy(wanted);
  rd_kafka_queue_destroy(queue);
}

void topic_client::delete_records(const std::string& topic, std::int32_t partition, std::int64_t before) const {
  const client_ptr admin(client(RD_KAFKA_PRODUCER, {}), rd_kafka_destroy);
  auto* const queue = rd_kafka_queue_new(admin.get());
  auto* const list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic.c_str(), partition)->offset = before;
  auto* wanted = rd_kafka_DeleteRecords_new(list);
  rd_kafka_DeleteRecords(admin.get(), &wanted, 1, nullptr, queue);
  wait_for_admin(queue, "delete records of " + topic);
  rd_kafka_DeleteRecords_destroy(wanted);
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_queue_destroy(queue);
}

void topic_client::write(const std::string& topic, const std::vector<sent_record>& records) const {
  const client_ptr producer(
      client(RD_KAFKA_PRODUCER, {{"partitioner", "murmur2_random"}, {"enable.idempotence", "true"}}), rd_kafka_destroy);
  for (const auto& one : records) {
    auto* const headers = rd_kafka_headers_new(one.headers.size());
    for (const auto& [name, value] : one.headers)
      rd_kafka_header_add(headers, name.data(), static_cast<ssize_t>(name.size()), value.data(),
                          static_cast<ssize_t>(value.size()));
    const char* const key = one.key ? one.key->data() : nullptr;
    char* const value = one.value ? const_cast<char*>(one.value->data()) : nullptr; // Copied by librdkafka.
    const auto key_bytes = one.key ? one.key->size() : 0;
    const auto value_bytes = one.value ? one.value->size() : 0;
    auto* const sent_headers = one.headers.empty() ? nullptr : headers;
    while (true) {
      const auto fault =
          rd_kafka_producev(producer.get(), RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(one.partition),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key, key_bytes),
                            RD_KAFKA_V_VALUE(value, value_bytes), RD_KAFKA_V_TIMESTAMP(one.timestamp_ms),
                            RD_KAFKA_V_HEADERS(sent_headers), RD_KAFKA_V_END);
      if (fault == RD_KAFKA_RESP_ERR_NO_ERROR) {
        if (one.headers.empty()) rd_kafka_headers_destroy(headers);
        break;
      }
      must(fault == RD_KAFKA_RESP_ERR__QUEUE_FULL, rd_kafka_err2str(fault));
      rd_kafka_poll(producer.get(), 10);
    }
  }
  must(rd_kafka_flush(producer.get(), 120'000) == RD_KAFKA_RESP_ERR_NO_ERROR, "records were not taken");
}

std::vector<read_record> topic_client::read(const std::string& topic, bool committed_only) const {
  const client_ptr consumer(
      client(RD_KAFKA_CONSUMER, {{"group.id", "test-reader"},
                                 {"enable.auto.commit", "false"},
                                 {"enable.partition.eof", "true"},
                                 {"auto.offset.reset", "earliest"},
                                 {"isolation.level", committed_only ? "read_committed" : "read_uncommitted"}}),
      rd_kafka_destroy);
  const struct rd_kafka_metadata* known = nullptr;
  auto* const handle = rd_kafka_topic_new(consumer.get(), topic.c_str(), nullptr);
  must(rd_kafka_metadata(consumer.get(), 0, handle, &known, 30'000) == RD_KAFKA_RESP_ERR_NO_ERROR, "no metadata");
  const int partitions = known->topic_cnt > 0 ? known->topics[0].partition_cnt : 0;
  rd_kafka_metadata_destroy(known);
  rd_kafka_topic_destroy(handle);
  rd_kafka_poll_set_consumer(consumer.get());
  auto* const list = rd_kafka_topic_partition_list_new(partitions);
  for (int p = 0; p < partitions; ++p)
    rd_kafka_topic_partition_list_add(list, topic.c_str(), p)->offset = RD_KAFKA_OFFSET_BEGINNING;
  rd_kafka_assign(consumer.get(), list);
  rd_kafka_topic_partition_list_destroy(list);
  std::vector<read_record> made;
  int ended = 0;
  while (ended < partitions) {
    auto* const message = rd_kafka_consumer_poll(consumer.get(), 30'000);
    must(message != nullptr, "nothing came from " + topic);
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF)
      ++ended;
    else if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
      made.push_back({message->partition, message->offset, part(message->key, message->key_len),
                      part(message->payload, message->len), rd_kafka_message_timestamp(message, nullptr)});
    rd_kafka_message_destroy(message);
  }
  rd_kafka_consumer_close(consumer.get());
  return made;
}

std::vector<std::string> topic_client::values(const std::string& topic) const {
  std::vector<std::string> made;
  for (auto& one : read(topic)) made.push_back(one.value.value_or("(null)"));
  std::ranges::sort(made);
  return made;
}

std::pair<std::int64_t, std::string> topic_client::committed(const std::string& group, const std::string& topic,
                                                             std::int32_t partition) const {
  const client_ptr consumer(client(RD_KAFKA_CONSUMER, {{"group.id", group}}), rd_kafka_destroy);
  auto* const list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic.c_str(), partition);
  must(rd_kafka_committed(consumer.get(), list, 30'000) == RD_KAFKA_RESP_ERR_NO_ERROR, "no committed offsets");
  const auto& one = list->elems[0];
  std::pair<std::int64_t, std::string> made{one.offset,
                                            std::string(static_cast<const char*>(one.metadata), one.metadata_size)};
  rd_kafka_topic_partition_list_destroy(list);
  return made;
}

} // namespace e2e
