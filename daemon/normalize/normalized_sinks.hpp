#pragma once
// Where normalized events go. Each belongs to one thread.

#include <memory>
#include <string>

#include "core/contract/normalizer.hpp"
#include "io/sink/byte_sink.hpp"
#include "io/sink/record_writer.hpp"

namespace weir {

class normalized_sink {
public:
  virtual ~normalized_sink() = default;
  [[nodiscard]] virtual core::result<void> take(const core::contract::normalized_event& event) = 0;
  /// Everything taken so far is on its way to others.
  [[nodiscard]] virtual core::result<void> flush() = 0;
};

/// JSON lines, many in one write. `to` outlives it.
[[nodiscard]] std::unique_ptr<normalized_sink> write_normalized_lines(io::byte_sink& to);
/// Records of a topic, with the partition key as theirs and the event time as their timestamp.
[[nodiscard]] std::unique_ptr<normalized_sink> send_normalized(std::shared_ptr<io::record_writer> to,
                                                               std::string topic);

} // namespace weir
