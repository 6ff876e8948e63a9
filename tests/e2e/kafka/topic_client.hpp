#pragma once
// A plain client of the tests: makes topics, writes records, reads what a consumer of committed records sees.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <librdkafka/rdkafka.h>

namespace e2e {

struct sent_record {
  std::optional<std::string> key{};
  std::optional<std::string> value{};
  std::int32_t partition = -1; ///< -1: by the key.
  std::int64_t timestamp_ms = 0;
  std::vector<std::pair<std::string, std::string>> headers{};
};

struct read_record {
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::optional<std::string> key{};
  std::optional<std::string> value{};
  std::int64_t timestamp_ms = 0;
};

class topic_client {
public:
  explicit topic_client(std::string address) : address_(std::move(address)) {}

  void make_topic(const std::string& topic, int partitions, int replicas = 1) const;
  void add_partitions(const std::string& topic, int partitions) const;
  void write(const std::string& topic, const std::vector<sent_record>& records) const;
  /// Everything up to the end as it is now.
  [[nodiscard]] std::vector<read_record> read(const std::string& topic, bool committed_only = true) const;
  /// The values alone, sorted.
  [[nodiscard]] std::vector<std::string> values(const std::string& topic) const;
  /// The group's offset of a partition, and its metadata.
  [[nodiscard]] std::pair<std::int64_t, std::string> committed(const std::string& group, const std::string& topic,
                                                               std::int32_t partition) const;
  void delete_records(const std::string& topic, std::int32_t partition, std::int64_t before) const;

private:
  [[nodiscard]] rd_kafka_t* client(rd_kafka_type_t type, const std::map<std::string, std::string>& settings) const;

  std::string address_;
};

} // namespace e2e
