#pragma once
// Reads a byte source piece by piece. Blocking; one thread (the source's reader thread) uses it.

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "io/format/decoder.hpp"

namespace io {

class chunk_reader {
public:
  virtual ~chunk_reader() = default;
  /// The next piece, cut at a line's end; nothing at the end of a bounded source. Waits for more in a followed file or
  /// on stdin.
  [[nodiscard]] virtual core::result<std::optional<text_chunk>> next() = 0;
  /// Makes a waiting `next` return nothing soon; may be called from any thread.
  virtual void stop() = 0;
  /// For messages: the file being read.
  [[nodiscard]] virtual std::string where() const = 0;
  /// True when nothing is waiting to be read just now (a followed file at its end): idle, not stalled.
  [[nodiscard]] virtual bool caught_up() const = 0;
};

} // namespace io
