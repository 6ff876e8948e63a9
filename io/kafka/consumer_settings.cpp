#include "io/kafka/consumer_settings.hpp"

#include <algorithm>
#include <chrono>
#include <regex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace io::kafka {

namespace {

constexpr int metadata_timeout_ms = 2'000;
constexpr std::chrono::milliseconds retry_pause{200};
constexpr int tries_between_words = 10;
constexpr std::int64_t refresh_max_ms = 3'600'000; ///< The most that librdkafka takes.

} // namespace

core::result<client_handle> make_consumer(const consumer_settings& settings, client_watch& watch,
                                          rebalance_function on_rebalance) {
  // librdkafka fetches ahead of the reader up to these; behind them the partition waits.
  core::plan::option_values defaults{
      {"isolation.level", settings.committed_only ? "read_committed" : "read_uncommitted"},
      {"queued.min.messages", "100000"},
      {"queued.max.messages.kbytes", "32768"},
      {"fetch.wait.max.ms", "100"},
      {"check.crcs", "false"},
      {"client.id", "weir"},
      {"allow.auto.create.topics", "false"}};
  if (on_rebalance != nullptr) {
    // All partitions are given up and taken anew: a commit under way never meets a generation that has gone. Older
    // librdkafka (before 2.3) besides ends the process when a cooperative member leaves at the wrong moment.
    defaults["partition.assignment.strategy"] = "range";
    if (const auto every = settings.options.discovery_interval_ms; every > 0)
      defaults["topic.metadata.refresh.interval.ms"] = std::to_string(std::min(every, refresh_max_ms));
  }
  // Offsets are committed with what they mean for the windows, never by the clock; a partition's end is an event. What
  // happens at an offset that is gone is decided by the reader, which says so.
  const core::plan::option_values forced{
      {"enable.auto.commit", "false"},
      {"enable.auto.offset.store", "false"},
      {"enable.partition.eof", "true"},
      {"auto.offset.reset", "error"},
      {"group.id", settings.has_group() ? settings.options.properties.at("group.id") : "weir-without-group"}};
  WEIR_TRY(conf, make_settings(settings.options.properties, defaults, forced, watch));
  if (on_rebalance != nullptr) rd_kafka_conf_set_rebalance_cb(conf.get(), on_rebalance);
  WEIR_TRY(client, make_client(RD_KAFKA_CONSUMER, std::move(conf)));
  (void)rd_kafka_poll_set_consumer(client.get());
  return client;
}

core::result<std::vector<topic_partition>> find_partitions(rd_kafka_t* client,
                                                           const core::plan::topic_source_options& options) {
  const struct rd_kafka_metadata* raw = nullptr;
  const auto fault = rd_kafka_metadata(client, 1, nullptr, &raw, metadata_timeout_ms);
  if (fault != RD_KAFKA_RESP_ERR_NO_ERROR) return failed("the brokers do not answer", fault);
  const metadata_handle known(raw);
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

core::result<std::vector<topic_partition>> wait_for_partitions(rd_kafka_t* client, const consumer_settings& settings,
                                                               client_watch& watch) {
  for (int tries = 0;; ++tries) {
    auto found = find_partitions(client, settings.options);
    if (found && !found->empty()) {
      if (tries > 0) watch.recovered();
      return std::move(*found);
    }
    if (settings.stopping != nullptr && *settings.stopping)
      return core::fail(core::errc::shutdown, "stopped while waiting for the brokers");
    if (found && tries >= tries_between_words && settings.options.end != core::plan::topic_end::never)
      return core::fail(core::errc::io_failed, "there is no such topic: " + (settings.options.topics.empty()
                                                                                 ? settings.options.pattern
                                                                                 : settings.options.topics.front()));
    if (tries % tries_between_words == 0)
      watch.say(notice_level::warning,
                fmt::format("waiting for topic {} at {}: {}",
                            settings.options.topics.empty() ? settings.options.pattern
                                                            : fmt::format("{}", settings.options.topics.front()),
                            settings.options.properties.contains("bootstrap.servers")
                                ? settings.options.properties.at("bootstrap.servers")
                                : std::string("?"),
                            found ? std::string("there is no such topic yet") : found.error().message));
    rd_kafka_poll(client, 0);
    std::this_thread::sleep_for(retry_pause);
  }
}

} // namespace io::kafka
