#pragma once
// Checkpoints as files of one folder: `<name>-<number>.state`. A file is whole or not there: it is written beside its
// place, brought to the disk and renamed. The last two stay. One thread at a time.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace io {

class checkpoint_store {
public:
  static constexpr std::uint64_t kept = 2;

  /// `name` may hold anything; what no file name should is replaced.
  checkpoint_store(std::string folder, std::string_view name);

  /// Makes the folder where it is missing, and removes what is older than the file before.
  [[nodiscard]] core::result<void> write(std::uint64_t number, std::string_view bytes);
  [[nodiscard]] core::result<std::string> read(std::uint64_t number) const;
  [[nodiscard]] std::string path_of(std::uint64_t number) const;

private:
  void remove_older(std::uint64_t number) const;

  std::string folder_;
  std::string name_;
};

} // namespace io
