// Waits for the first record that comes to partition 0 of a topic from now on. Usage: bench_topic_first ADDRESS TOPIC.
// Says `ready` once it listens, and ends when the record is there.

#include <chrono>

#include "bench/kafka/client.hpp"

int main(int argc, char** argv) {
  if (argc != 3) bench::give_up("usage: bench_topic_first ADDRESS TOPIC");
  auto* const consumer = bench::follow(argv[1], argv[2]);
  using clock = std::chrono::steady_clock;
  const auto listens = clock::now() + std::chrono::seconds(2);
  bool said = false;
  while (true) {
    auto* const message = rd_kafka_consumer_poll(consumer, 10);
    if (message != nullptr && message->err == RD_KAFKA_RESP_ERR_NO_ERROR) break;
    if (message != nullptr) rd_kafka_message_destroy(message);
    if (said || clock::now() < listens) continue;
    said = true;
    std::puts("ready");
    std::fflush(stdout);
  }
  std::_Exit(0); // Closing takes its time and is no part of it.
}
