#pragma once
// The topics within one process, by name. Any thread.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "io/topic/memory_topic.hpp"

namespace io {

class memory_topics {
public:
  /// Made when it is new.
  [[nodiscard]] std::shared_ptr<memory_topic> at(const std::string& name);
  /// Stops all of them.
  void stop();

private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<memory_topic>> topics_{};
};

/// Writes to one topic, as one of its writers as long as it lives. `flush` waits for nobody: what is in the topic has
/// arrived.
[[nodiscard]] std::shared_ptr<record_writer> write_topic(std::shared_ptr<memory_topic> topic);

} // namespace io
