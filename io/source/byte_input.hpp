#pragma once
// Bytes from somewhere, without any idea of lines. Used by one reader, on its thread; only `stop` may come from
// another.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.hpp"

namespace io {

struct read_step {
  enum class kind : std::uint8_t {
    data,        ///< `bytes` were read, at least one.
    nothing_yet, ///< More may come: `wait` for it.
    restart,     ///< What comes next is another content from its beginning (a rotated or truncated file).
    end,
  };
  kind what = kind::end;
  std::size_t bytes = 0;
};

class byte_input {
public:
  virtual ~byte_input() = default;
  /// Reads up to `room` (> 0) bytes; never waits for more to be written.
  [[nodiscard]] virtual core::result<read_step> read(char* to, std::size_t room) = 0;
  /// Waits until reading may be worth while again; false once stopped.
  [[nodiscard]] virtual core::result<bool> wait() = 0;
  /// Ends a `wait`, now and from now on. Any thread.
  virtual void stop() = 0;
  [[nodiscard]] virtual std::string where() const = 0;
};

} // namespace io
