#pragma once
// What the measuring programs of topics share: a plain client, and an end with a reason.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <librdkafka/rdkafka.h>

namespace bench {

[[noreturn]] inline void give_up(const char* what) {
  std::fprintf(stderr, "bench: %s\n", what);
  std::exit(1);
}

inline rd_kafka_t* client_of(rd_kafka_type_t type, const std::vector<std::pair<const char*, const char*>>& settings) {
  std::array<char, 512> reason{};
  auto* const conf = rd_kafka_conf_new();
  for (const auto& [name, value] : settings)
    if (rd_kafka_conf_set(conf, name, value, reason.data(), reason.size()) != RD_KAFKA_CONF_OK) give_up(reason.data());
  auto* const made = rd_kafka_new(type, conf, reason.data(), reason.size());
  if (made == nullptr) give_up(reason.data());
  return made;
}

/// Reads partition 0 of a topic from its end on, committed records alone.
inline rd_kafka_t* follow(const char* address, const char* topic) {
  auto* const made = client_of(RD_KAFKA_CONSUMER, {{"bootstrap.servers", address},
                                                   {"group.id", "bench"},
                                                   {"enable.auto.commit", "false"},
                                                   {"isolation.level", "read_committed"}});
  auto* const list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, topic, 0)->offset = RD_KAFKA_OFFSET_END;
  rd_kafka_assign(made, list);
  rd_kafka_topic_partition_list_destroy(list);
  return made;
}

} // namespace bench
