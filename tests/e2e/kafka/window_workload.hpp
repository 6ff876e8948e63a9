#pragma once
// The workload of tests that count windows from topic to topic: events with some disorder, the query over them, and
// what a plain count over the same events gives.

#include <cstdint>
#include <string>
#include <vector>

#include "tests/e2e/kafka/topic_client.hpp"

namespace e2e {

struct event {
  std::string key{};
  std::int64_t value = 0;
  std::int64_t time_ms = 0;
};

/// 5 ms apart, with disorder within the declared delay of 2 s.
[[nodiscard]] std::vector<event> make_events(std::size_t count, unsigned seed);

/// The last rows of every partition: they lie so far ahead that they close all windows before; theirs never close.
[[nodiscard]] std::vector<event> ending(const std::vector<event>& events, int partitions);

/// `each`: one partition after the other instead of by the key.
void write(const topic_client& client, const std::string& topic, const std::vector<event>& events, int partitions,
           bool each);

/// What TUMBLE of 10 s with COUNT and SUM gives, as JSON texts, sorted.
[[nodiscard]] std::vector<std::string> expected(const std::vector<event>& events);

/// From topic `<name>-in` to `<name>-out`, group and transactions named so too. `source_options` are further ones of
/// the source table, each behind a comma.
[[nodiscard]] std::string query(const std::string& address, const std::string& name, const std::string& guarantee,
                                const std::string& source_options = {});

/// Only what differs, to be read.
[[nodiscard]] std::string difference(const std::vector<std::string>& got, const std::vector<std::string>& right);

/// A number from the environment.
[[nodiscard]] int wanted(const char* name, int unset);

} // namespace e2e
