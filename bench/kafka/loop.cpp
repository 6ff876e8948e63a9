// The bound for reading a topic: a bare loop over librdkafka's batches with a deep queue, one queue for all partitions.
// Usage: bench_topic_loop ADDRESS TOPIC. Prints messages, bytes and seconds from the first call to the last record.

#include <array>
#include <chrono>
#include <cstdint>

#include "bench/kafka/client.hpp"

using bench::client_of;
using bench::give_up;

namespace {

constexpr int batch = 4096;
constexpr int wait_ms = 100;
constexpr int answer_ms = 10'000;

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) give_up("usage: bench_topic_loop ADDRESS TOPIC");
  auto* const client = client_of(RD_KAFKA_CONSUMER, {{"bootstrap.servers", argv[1]},
                                                     {"group.id", "bench-loop"},
                                                     {"enable.auto.commit", "false"},
                                                     {"check.crcs", "false"},
                                                     {"queued.min.messages", "1000000"},
                                                     {"queued.max.messages.kbytes", "1048576"}});
  const struct rd_kafka_metadata* known = nullptr;
  auto* const topic = rd_kafka_topic_new(client, argv[2], nullptr);
  if (rd_kafka_metadata(client, 0, topic, &known, answer_ms) != RD_KAFKA_RESP_ERR_NO_ERROR) give_up("no metadata");
  std::int64_t left = 0;
  auto* const list = rd_kafka_topic_partition_list_new(1);
  for (int i = 0; i < known->topics[0].partition_cnt; ++i) {
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (rd_kafka_query_watermark_offsets(client, argv[2], i, &low, &high, answer_ms) != RD_KAFKA_RESP_ERR_NO_ERROR)
      give_up("no offsets");
    left += high - low;
    rd_kafka_topic_partition_list_add(list, argv[2], i)->offset = low;
  }
  rd_kafka_metadata_destroy(known);
  using clock = std::chrono::steady_clock;
  const auto begun = clock::now();
  rd_kafka_assign(client, list);
  auto* const queue = rd_kafka_queue_get_consumer(client);
  std::array<rd_kafka_message_t*, batch> messages{};
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  while (count < left) {
    const auto got = rd_kafka_consume_batch_queue(queue, wait_ms, messages.data(), messages.size());
    for (ssize_t i = 0; i < got; ++i) {
      auto* const one = messages[static_cast<std::size_t>(i)];
      if (one->err == RD_KAFKA_RESP_ERR_NO_ERROR) ++count;
      bytes += static_cast<std::int64_t>(one->len);
      rd_kafka_message_destroy(one);
    }
  }
  const auto seconds = std::chrono::duration<double>(clock::now() - begun).count();
  std::printf("{\"messages\": %lld, \"bytes\": %lld, \"seconds\": %.3f}\n", static_cast<long long>(count),
              static_cast<long long>(bytes), seconds);
  std::fflush(stdout);
  std::_Exit(0); // Closing takes seconds and is no part of it.
}
