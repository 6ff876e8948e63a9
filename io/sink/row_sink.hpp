#pragma once
// Where rows go that are more than a run of bytes: a topic, an index. Blocking; one sink actor uses it.

#include "core/data/batch.hpp"
#include "core/error.hpp"

namespace io {

class row_sink {
public:
  virtual ~row_sink() = default;
  /// Rows in the layout of the sink. They may still be on their way when this returns; waits when too many are.
  [[nodiscard]] virtual core::result<void> write(const core::batch_ptr& rows) = 0;
  /// Returns once everything written has been accepted by the other side.
  [[nodiscard]] virtual core::result<void> flush() = 0;
  /// Ends the sink in order. Nothing may follow.
  [[nodiscard]] virtual core::result<void> close() = 0;
};

} // namespace io
