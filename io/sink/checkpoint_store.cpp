#include "io/sink/checkpoint_store.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/sink/sinks.hpp"

namespace io {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".state";

bool is_plain(char one) {
  return (one >= '0' && one <= '9') || (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_' ||
         one == '-' || one == '.';
}

} // namespace

checkpoint_store::checkpoint_store(std::string folder, std::string_view name) : folder_(std::move(folder)) {
  for (const char one : name) {
    if (is_plain(one))
      name_ += one;
    else
      name_ += fmt::format("%{:02x}", static_cast<unsigned char>(one)); // No two names become one.
  }
}

std::string checkpoint_store::path_of(std::uint64_t number) const {
  return fmt::format("{}/{}-{}{}", folder_, name_, number, ending);
}

core::result<void> checkpoint_store::write(std::uint64_t number, std::string_view bytes) {
  WEIR_TRY(file, write_file(path_of(number), file_mode::replace));
  WEIR_CHECK(file->write(bytes));
  WEIR_CHECK(file->close());
  remove_older(number);
  return {};
}

core::result<std::string> checkpoint_store::read(std::uint64_t number) const {
  std::ifstream file(path_of(number), std::ios::binary);
  if (!file) return core::fail(core::errc::io_failed, fmt::format("cannot open {}", path_of(number)));
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return core::fail(core::errc::io_failed, fmt::format("cannot read {}", path_of(number)));
  return bytes;
}

/// What cannot be removed takes room, no more.
void checkpoint_store::remove_older(std::uint64_t number) const {
  std::error_code code;
  const auto before = name_ + "-";
  for (const auto& one : fs::directory_iterator(folder_, code)) {
    const auto file = one.path().filename().string();
    if (!file.starts_with(before) || !file.ends_with(ending)) continue;
    const auto digits = std::string_view(file).substr(before.size(), file.size() - before.size() - ending.size());
    std::uint64_t found = 0;
    const auto [at, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), found);
    if (fault != std::errc() || at != digits.data() + digits.size()) continue;
    if (found + kept <= number) fs::remove(one.path(), code);
  }
}

} // namespace io
