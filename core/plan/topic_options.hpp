#pragma once
// The options of the `kafka` and `upsert-kafka` connectors, with Flink's names and meaning, as plain values. Read when
// a file is planned (so that errors have a place) and again when the topic is opened. Pure.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"

namespace core::plan {

using option_values = std::map<std::string, std::string>;

/// Where the reading of a partition begins, when nothing says that it was read before.
enum class topic_start : std::uint8_t { earliest, latest, group_offsets, timestamp, specific_offsets };
/// Where it ends.
enum class topic_end : std::uint8_t { never, latest, group_offsets, timestamp, specific_offsets };

struct topic_source_options {
  std::vector<std::string> topics{}; ///< Empty where `pattern` names them.
  std::string pattern{};             ///< A regular expression for whole topic names.
  topic_start start = topic_start::group_offsets;
  std::int64_t start_timestamp_ms = 0;
  std::map<std::int32_t, std::int64_t> start_offsets{}; ///< By partition.
  topic_end end = topic_end::never;
  std::int64_t end_timestamp_ms = 0;
  std::map<std::int32_t, std::int64_t> end_offsets{};
  std::int64_t discovery_interval_ms = 300'000; ///< How often new partitions are looked for; 0 = never.
  option_values properties{};                   ///< `properties.*`, without the prefix.
};

/// What a crash may cost.
enum class delivery : std::uint8_t {
  none,          ///< Rows may be lost or come twice.
  at_least_once, ///< Rows may come twice, never with other values.
  exactly_once,  ///< Readers of committed rows see each once.
};

/// Which partition a row goes to.
enum class topic_partitioner : std::uint8_t {
  by_key,      ///< Java's default: murmur2 of the key; rows without a key are spread.
  fixed,       ///< All rows of this process to one partition.
  round_robin, ///< One after the other.
};

struct topic_sink_options {
  std::string topic{};
  delivery guarantee = delivery::at_least_once;
  bool guarantee_is_stated = false;
  std::string transactional_id_prefix{};
  topic_partitioner partitioner = topic_partitioner::by_key;
  option_values properties{};
};

/// Which columns of a table are a record's key and which its value.
struct key_options {
  bool has_key = false;
  std::vector<std::string> fields{}; ///< Column names.
  std::string prefix{};              ///< Of the column names, not of the fields in the key.
  bool value_has_key = true;         ///< value.fields-include: ALL or EXCEPT_KEY.
};

/// An error of these names the option: the caller finds its place. `option` of the result is never both.
struct option_error {
  std::string option{};
  error what{};
};
template <class T>
using option_result = std::expected<T, option_error>;

[[nodiscard]] option_result<topic_source_options> read_topic_source(const option_values& options);
[[nodiscard]] option_result<topic_sink_options> read_topic_sink(const option_values& options);
/// `primary_key`: what `upsert-kafka` takes as its key; the fields of `kafka` come from `key.fields`.
[[nodiscard]] option_result<key_options> read_key(const option_values& options, const schema& columns,
                                                  const std::vector<std::string>& primary_key);

/// Whether a plan's connector reads or writes a topic.
[[nodiscard]] inline bool is_topic(std::string_view connector) {
  return connector == "kafka" || connector == "upsert-kafka";
}

} // namespace core::plan
