#include "core/window/stored_row.hpp"

#include <memory>

#include "core/error.hpp"

namespace core::window {

void set_key(std::byte* row, std::string_view key, std::uint32_t tag) {
  WEIR_ENSURE(key.size() < free_row_size, "a key is part of a row, and rows have a limit far below");
  std::memset(row, 0, row_head_bytes);
  const auto size = key.data() == nullptr ? null_key_size : static_cast<std::uint32_t>(key.size());
  agg::store(row, size);
  agg::store(row + 16, tag);
  set_row_link(row, no_row);
  if (size <= inline_key_max) {
    std::memcpy(row + 4, key.data(), size);
  } else if (size != null_key_size) {
    auto copy = std::make_unique_for_overwrite<char[]>(size);
    std::memcpy(copy.get(), key.data(), size);
    std::memcpy(row + 4, key.data(), 4);
    agg::store(row + 8, copy.release());
  }
}

void free_key(std::byte* row) {
  if (has_long_key(row)) const std::unique_ptr<char[]> gone(agg::load<char*>(row + 8));
  agg::store(row, free_row_size);
}

} // namespace core::window
