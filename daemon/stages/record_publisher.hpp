#pragma once
// Raw events as records of a topic. Owned by the poller's thread.

#include <memory>
#include <string>

#include "io/poller/event_publisher.hpp"
#include "io/sink/record_writer.hpp"

namespace weir {

[[nodiscard]] std::unique_ptr<io::event_publisher> publish_records(std::shared_ptr<io::record_writer> to,
                                                                   std::string topic);

} // namespace weir
