#pragma once
// Makes topics. Blocking; any thread.

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "io/kafka/client_settings.hpp"

namespace io::kafka {

struct topic_wish {
  std::string name{};
  int partitions = 3;
  int replicas = 3;              ///< Fewer where the cluster has fewer brokers.
  std::int64_t retention_ms = 0; ///< 0 = the brokers' default.
};

/// What became of a wish.
struct topic_made {
  std::string name{};
  bool was_there = false;
  int partitions = 0; ///< As many as there are now.
  int replicas = 0;
};

/// Waits for the brokers, saying so, then makes the topics that are not there; those that are stay as they are.
[[nodiscard]] core::result<std::vector<topic_made>> make_topics(const core::plan::option_values& properties,
                                                                const std::vector<topic_wish>& wishes,
                                                                const std::atomic<bool>* stopping,
                                                                const notice_function& notice);

} // namespace io::kafka
