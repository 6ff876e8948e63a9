#pragma once
// Bytes that are there already, for tests. See byte_input for threads.

#include <string>
#include <vector>

#include "io/source/byte_input.hpp"

namespace io {

class memory_input final : public byte_input {
public:
  explicit memory_input(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}

  core::result<read_step> read(char* to, std::size_t room) override;
  core::result<bool> wait() override { return true; } // The next piece is there.
  void stop() override {}
  [[nodiscard]] std::string where() const override { return "memory"; }

private:
  std::vector<std::string> pieces_;
  std::size_t piece_ = 0;
  std::size_t taken_ = 0; ///< Of this piece.
};

} // namespace io
