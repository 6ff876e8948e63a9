#pragma once
// Owns a file descriptor: closes it when it goes. Moved, not copied; not for sharing between threads.

#include <utility>

#include <unistd.h>

namespace io {

class file_handle {
public:
  file_handle() = default;
  explicit file_handle(int descriptor) : descriptor_(descriptor) {}
  ~file_handle() { reset(-1); }
  file_handle(file_handle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  file_handle& operator=(file_handle&& other) noexcept {
    if (this != &other) reset(std::exchange(other.descriptor_, -1));
    return *this;
  }
  file_handle(const file_handle&) = delete;
  file_handle& operator=(const file_handle&) = delete;

  void reset(int descriptor) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor;
  }

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

private:
  int descriptor_ = -1;
};

} // namespace io
