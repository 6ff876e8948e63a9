#pragma once
// Reads one mapping of a user's file key by key, with defaults and ranges, and complains about everything else in it:
// unknown keys, keys written twice, values of the wrong kind. Lives while that mapping is read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/complaints.hpp"

namespace config {

struct whole_range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

template <class T>
using choices = std::vector<std::pair<std::string_view, T>>;

class mapping_reader {
public:
  /// `what` names the mapping in messages: `source`. Complains when `from` is no mapping; then every key is missing.
  mapping_reader(node_ptr from, std::string what, complaints& into);

  /// The value, or nullptr when it is absent (or has no value, which is a complaint).
  [[nodiscard]] node_ptr take(std::string_view key);
  /// As `take`, but absence is a complaint.
  [[nodiscard]] node_ptr need(std::string_view key);

  [[nodiscard]] std::string text(std::string_view key, std::string fallback);
  [[nodiscard]] bool flag(std::string_view key, bool fallback);
  [[nodiscard]] std::int64_t whole(std::string_view key, std::int64_t fallback, whole_range range);
  [[nodiscard]] std::int64_t duration_ms(std::string_view key, std::int64_t fallback, whole_range range_ms);
  [[nodiscard]] std::uint64_t bytes(std::string_view key, std::uint64_t fallback, whole_range range);

  template <class T>
  [[nodiscard]] T choice(std::string_view key, T fallback, const choices<T>& known) {
    const auto value = take(key);
    if (!value) return fallback;
    for (const auto& [name, meaning] : known)
      if (value->kind == node_kind::scalar && value->text == name) return meaning;
    std::vector<std::string_view> names;
    for (const auto& one : known) names.push_back(one.first);
    complain_of_choice(key, *value, names);
    return fallback;
  }

  /// Complains about every key that nobody asked for. Call last.
  void finish();

  [[nodiscard]] bool has(std::string_view key) const { return from_->find(key) != nullptr; }
  [[nodiscard]] const node& from() const noexcept { return *from_; }
  [[nodiscard]] complaints& faults() noexcept { return into_; }

private:
  void complain_of_choice(std::string_view key, const node& value, const std::vector<std::string_view>& names);

  node_ptr from_;
  std::string what_;
  complaints& into_;
  std::vector<std::string_view> asked_{};
};

/// Values that stand alone (in a list, or with a short and a long form). Nothing after a complaint; `name` is for it.
[[nodiscard]] std::optional<std::string> read_text(const node& value, std::string_view name, complaints& into);
[[nodiscard]] std::optional<std::int64_t> read_duration_ms(const node& value, std::string_view name,
                                                           whole_range range_ms, complaints& into);

} // namespace config
