#pragma once
// Opens byte sinks. Each belongs to one thread.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "io/sink/byte_sink.hpp"

namespace io {

/// An open descriptor that stays its owner's, such as 1 for stdout: collects small writes, writes whole on `flush`.
[[nodiscard]] std::unique_ptr<byte_sink> write_descriptor(int descriptor, std::string name);

enum class file_mode : std::uint8_t {
  replace, ///< Written beside under a passing name; has its own name once closed, whole or not at all.
  append,  ///< Written at the end of what is there; visible at each flush.
};

/// Folders on the way are made. A sink destroyed without `close` leaves a replaced file as it was.
[[nodiscard]] core::result<std::unique_ptr<byte_sink>> write_file(const std::string& path, file_mode mode);

/// Takes everything and keeps nothing.
[[nodiscard]] std::unique_ptr<byte_sink> write_nowhere();

/// What a memory sink has taken; any thread.
class memory_bytes {
public:
  void append(std::string_view bytes);
  void mark_closed();
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool is_closed() const;

private:
  mutable std::mutex mutex_;
  std::string text_{};
  bool is_closed_ = false;
};

/// For tests: the bytes are visible in `into` at each flush.
[[nodiscard]] std::unique_ptr<byte_sink> write_memory(std::shared_ptr<memory_bytes> into);

} // namespace io
