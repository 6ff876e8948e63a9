#pragma once
// Collects small writes to a descriptor into large ones. One thread; the descriptor is its owner's.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace io {

class write_buffer {
public:
  /// `name` is what messages call the descriptor.
  write_buffer(int descriptor, std::string name);

  [[nodiscard]] core::result<void> write(std::string_view bytes);
  [[nodiscard]] core::result<void> flush();

private:
  [[nodiscard]] core::result<void> write_out(std::string_view bytes);
  [[nodiscard]] core::error fault(int code) const;

  int descriptor_;
  std::string name_;
  std::string waiting_{};
  std::uint64_t written_ = 0;
};

} // namespace io
