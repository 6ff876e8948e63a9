// From the row that closes a window to the window in the sink's topic, as a consumer of committed records sees it.
// Usage: bench_topic_latency ADDRESS IN OUT RATE SECONDS. Writes RATE rows a second with the time of their making to
// all partitions of IN in turn; the run under measurement counts them in windows of one second, with no delay of the
// watermark, and writes {"k":...,"e":<window end, ms since 1970>,...} to OUT. A window that ends at E is closed by the
// first row of every partition at E - 1 ms or later: at this rate within a fraction of a millisecond of it.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "bench/kafka/client.hpp"

using bench::client_of;
using bench::follow;
using bench::give_up;

namespace {

constexpr int keys = 100;
constexpr int partitions = 4;
constexpr std::int64_t warm_up_ms = 3'000;

double now_ms() {
  using namespace std::chrono;
  return duration<double, std::milli>(system_clock::now().time_since_epoch()).count();
}

void produce(rd_kafka_t* client, const char* topic, int rate, double seconds) {
  const auto begun = now_ms();
  const auto total = static_cast<std::int64_t>(rate * seconds);
  std::array<char, 96> row{};
  for (std::int64_t i = 0; i < total; ++i) {
    const auto due = begun + static_cast<double>(i) * 1000.0 / rate;
    while (now_ms() < due) {
      rd_kafka_poll(client, 0);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    const auto bytes =
        std::snprintf(row.data(), row.size(), "{\"k\":\"sensor-%d\",\"v\":%d,\"ts\":%lld}", static_cast<int>(i % keys),
                      static_cast<int>(i % 997), static_cast<long long>(now_ms()));
    while (rd_kafka_producev(client, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(static_cast<int>(i % partitions)),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                             RD_KAFKA_V_VALUE(row.data(), static_cast<std::size_t>(bytes)),
                             RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__QUEUE_FULL)
      rd_kafka_poll(client, 1);
  }
  rd_kafka_flush(client, 10'000);
}

/// The number behind `"e":`.
double window_end(const rd_kafka_message_t& message) {
  const std::string text(static_cast<const char*>(message.payload), message.len);
  const auto at = text.find("\"e\":");
  if (at == std::string::npos) give_up("a row without its window's end");
  return std::strtod(text.c_str() + at + 4, nullptr);
}

std::vector<double> consume(rd_kafka_t* client, const std::atomic<bool>& over, double from_ms) {
  std::vector<double> delays;
  while (!over) {
    auto* const message = rd_kafka_consumer_poll(client, 50);
    if (message == nullptr) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
      if (const auto end = window_end(*message); end > from_ms) delays.push_back(now_ms() - (end - 1));
    rd_kafka_message_destroy(message);
  }
  return delays;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 6) give_up("usage: bench_topic_latency ADDRESS IN OUT RATE SECONDS");
  const int rate = std::atoi(argv[4]);
  const double seconds = std::atof(argv[5]);
  auto* const producer =
      client_of(RD_KAFKA_PRODUCER, {{"bootstrap.servers", argv[1]}, {"linger.ms", "1"}, {"acks", "1"}});
  auto* const consumer = follow(argv[1], argv[3]);
  std::atomic<bool> over{false};
  std::vector<double> delays;
  const auto from = now_ms() + static_cast<double>(warm_up_ms);
  std::thread reading([&] { delays = consume(consumer, over, from); });
  produce(producer, argv[2], rate, seconds);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  over = true;
  reading.join();
  if (delays.empty()) give_up("no windows came");
  std::ranges::sort(delays);
  const auto at = [&](double share) {
    return delays[static_cast<std::size_t>(share * static_cast<double>(delays.size() - 1))];
  };
  std::printf("{\"windows\": %zu, \"p50_ms\": %.1f, \"p99_ms\": %.1f, \"worst_ms\": %.1f}\n", delays.size(), at(0.5),
              at(0.99), delays.back());
  std::fflush(stdout);
  std::_Exit(0);
}
