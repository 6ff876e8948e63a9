#include "core/window/group_table.hpp"

#include <cstring>

namespace core::window {

group_table::~group_table() {
  if (key_bytes_ == 0) return;
  for (std::uint32_t i = 0; i < end(); ++i)
    if (!is_free_row(row(i))) free_key(row(i));
}

std::uint32_t group_table::add(std::string_view key, std::uint32_t tag) {
  const auto number = rows_.add();
  auto* made = rows_.at(number);
  set_key(made, key, tag);
  if (has_long_key(made)) key_bytes_ += key.size();
  std::memcpy(made + row_head_bytes, empty_.data(), empty_.size());
  index_.insert(tag, number);
  return number;
}

void group_table::remove(std::uint32_t number) {
  auto* gone = rows_.at(number);
  index_.erase(row_tag(gone), number);
  if (has_long_key(gone)) key_bytes_ -= key_size_of(gone);
  free_key(gone);
  rows_.remove(number);
}

} // namespace core::window
