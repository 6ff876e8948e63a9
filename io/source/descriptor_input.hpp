#pragma once
// The bytes of an open descriptor that is not ours: stdin, a pipe, a terminal. See byte_input for threads.

#include <string>

#include "io/source/byte_input.hpp"
#include "io/source/stop_signal.hpp"

namespace io {

class descriptor_input final : public byte_input {
public:
  descriptor_input(int descriptor, std::string name);

  core::result<read_step> read(char* to, std::size_t room) override;
  core::result<bool> wait() override { return stop_.wait_readable(descriptor_, -1); }
  void stop() override { stop_.raise(); }
  [[nodiscard]] std::string where() const override { return name_; }

private:
  int descriptor_;
  std::string name_;
  stop_signal stop_{};
};

} // namespace io
