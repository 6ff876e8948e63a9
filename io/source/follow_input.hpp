#pragma once
// A file that others still write to, as `tail -F` reads it: waits at its end, begins anew when it is cut short or
// replaced by another file of the same name. See byte_input for threads.

#include <cstdint>
#include <string>

#include <sys/types.h>

#include "io/source/byte_input.hpp"
#include "io/source/file_handle.hpp"
#include "io/source/stop_signal.hpp"

namespace io {

class follow_input final : public byte_input {
public:
  follow_input(file_handle file, std::string path);

  core::result<read_step> read(char* to, std::size_t room) override;
  core::result<bool> wait() override;
  void stop() override { stop_.raise(); }
  [[nodiscard]] std::string where() const override { return path_; }

private:
  void watch();
  [[nodiscard]] bool is_cut_short() const;
  [[nodiscard]] bool is_replaced() const;

  file_handle file_;
  std::string path_;
  stop_signal stop_{};
  file_handle changes_; ///< inotify; closed where the system has no watch left, then time alone wakes us.
  int file_watch_ = -1;
  std::uint64_t position_ = 0;
};

} // namespace io
