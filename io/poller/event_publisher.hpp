#pragma once
// Where raw events go: lines on standard output, a Kafka topic, or a transport within the process. Owned by the
// poller's thread.

#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "io/sink/byte_sink.hpp"

namespace io {

class event_publisher {
public:
  virtual ~event_publisher() = default;
  /// `key` spreads events over partitions; `value` is one JSON document without line breaks.
  [[nodiscard]] virtual core::result<void> publish(std::string_view key, std::string_view value) = 0;
  /// When it returns well, everything published so far has arrived: the poller forgets it then.
  [[nodiscard]] virtual core::result<void> flush() = 0;
};

/// A line for each value; keys are left out. `to` outlives it.
[[nodiscard]] std::unique_ptr<event_publisher> publish_lines(byte_sink& to);

} // namespace io
