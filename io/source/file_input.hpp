#pragma once
// The bytes of one file, once from beginning to end. See byte_input for threads.

#include <memory>
#include <string>

#include "io/source/byte_input.hpp"
#include "io/source/file_handle.hpp"

namespace io {

/// Opens for reading; fails for what is no file that can be read (a folder, a missing one), naming it.
[[nodiscard]] core::result<file_handle> open_for_reading(const std::string& path);

/// read(2), past interruptions; 0 at the end. The error names the file.
[[nodiscard]] core::result<std::size_t> read_some(int descriptor, char* to, std::size_t room, const std::string& where);

class file_input final : public byte_input {
public:
  file_input(file_handle file, std::string path);

  core::result<read_step> read(char* to, std::size_t room) override;
  core::result<bool> wait() override { return false; } // A file has no more to wait for.
  void stop() override {}
  [[nodiscard]] std::string where() const override { return path_; }

private:
  file_handle file_;
  std::string path_;
};

} // namespace io
