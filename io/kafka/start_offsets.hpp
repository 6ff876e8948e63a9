#pragma once
// Where each partition begins and ends: from the table's options, the group's offsets and what the brokers still hold.
// Blocking; used once, when a consumer is opened.

#include <vector>

#include "io/kafka/topic_consumer.hpp"

namespace io::kafka {

/// Fills in `begin`, `end` and `resumed` of every range.
[[nodiscard]] core::result<void> settle_ranges(rd_kafka_t* client, const consumer_settings& settings,
                                               client_watch& watch, std::vector<partition_range>& ranges);

/// The first offset that is still there and the one behind the last.
struct held_offsets {
  std::int64_t low = 0;
  std::int64_t high = 0;
};
[[nodiscard]] core::result<held_offsets> ask_held(rd_kafka_t* client, const topic_partition& which,
                                                  const std::atomic<bool>* stopping);

/// What the table says about offsets that are gone: `properties.auto.offset.reset`.
enum class reset_policy : std::uint8_t { fail, earliest, latest };
[[nodiscard]] reset_policy reset_of(const core::plan::topic_source_options& options);

} // namespace io::kafka
