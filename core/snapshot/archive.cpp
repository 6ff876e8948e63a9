#include "core/snapshot/archive.hpp"

namespace core::snapshot {

void state_writer::number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) bytes_.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
  bytes_.push_back(static_cast<char>(value));
}

void state_writer::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

std::uint64_t state_reader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (rest_.empty()) break;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if (byte < 0x80) return value;
  }
  fail();
  return 0;
}

std::size_t state_reader::count() {
  const auto value = number();
  if (value <= rest_.size()) return value;
  fail();
  return 0;
}

std::string_view state_reader::text() { return view(number()); }

std::string_view state_reader::view(std::uint64_t bytes) {
  if (bytes > rest_.size()) {
    fail();
    return "";
  }
  const auto value = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return value;
}

void state_reader::raw(void* to, std::size_t bytes) {
  if (bytes > rest_.size()) return fail();
  std::memcpy(to, rest_.data(), bytes);
  rest_.remove_prefix(bytes);
}

} // namespace core::snapshot
