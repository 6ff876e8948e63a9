#pragma once
// Keys as owned texts, for tables whose groups are few and large. The NULL of a single text column differs from every
// text.

#include <string>

#include "core/snapshot/key_share.hpp"
#include "core/window/keyed_batch.hpp"

namespace core::window {

/// The key of a row; one and the same for all rows where the stage has no key.
[[nodiscard]] inline std::string key_text(const keyed_batch& from, std::uint32_t row) {
  if (from.keys.keys.empty()) return {};
  const auto key = from.keys.keys[row];
  if (key.data() == nullptr) return {};
  std::string made(1, '=');
  made += key;
  return made;
}
/// The key as `decode_keys` wants it.
[[nodiscard]] inline std::string_view encoded_key(const std::string& text) {
  return text.empty() ? std::string_view{} : std::string_view(text).substr(1);
}

/// Of a key read from a saved state; `encoded_key` wrote it.
[[nodiscard]] inline std::string key_text(std::string_view key, const snapshot::key_share& share) {
  if (!share.keyed || key.data() == nullptr) return {};
  std::string made(1, '=');
  made += key;
  return made;
}

} // namespace core::window
