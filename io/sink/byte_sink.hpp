#pragma once
// Where encoded rows go. Blocking; one sink actor uses it.

#include <string_view>

#include "core/error.hpp"

namespace io {

class byte_sink {
public:
  virtual ~byte_sink() = default;
  [[nodiscard]] virtual core::result<void> write(std::string_view bytes) = 0;
  /// Makes what was written visible to others (flushes).
  [[nodiscard]] virtual core::result<void> flush() = 0;
  /// Ends the sink in order: flush, fsync and rename where it is a file. Nothing may follow.
  [[nodiscard]] virtual core::result<void> close() = 0;
};

} // namespace io
