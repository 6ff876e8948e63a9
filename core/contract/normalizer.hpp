#pragma once
// Raw events to normalized events by the contracts of their sources. Compiled once, then used for many events by one
// thread, which owns it. Never stops at an event: what cannot be normalized comes back as a dead letter.

#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/compiled_rule.hpp"
#include "core/contract/dead_letter.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/normalization.hpp"
#include "core/contract/raw_event.hpp"

namespace core::contract {

/// Longer ones are dead letters.
inline constexpr std::size_t normalized_bytes_max = std::size_t{16} << 20U;

struct normalized_event {
  std::string json{};       ///< One object on one line.
  std::string key{};        ///< The partition key's text.
  bool has_key = false;     ///< False when the partition key is null.
  bool has_time = false;    ///< False when the event time is null.
  std::int64_t time_ms = 0; ///< The event time.
};

class normalizer {
public:
  /// Fails when a contract does not compile, or two are of one source.
  [[nodiscard]] static result<normalizer> compile(const std::vector<normalization>& contracts);

  /// `into` is written over, so that its memory serves again. After a dead letter it holds nothing of use.
  [[nodiscard]] std::expected<void, dead_letter> normalize(std::string_view raw, normalized_event& into);

private:
  using rules = std::vector<compiled_rule>;

  struct source_rules {
    /// Exactly one of these two.
    std::string partition_field{};
    path partition_path{};
    rules envelope{}; ///< entity_id, entity_name, event_time
    rules common{};
    std::map<std::string, rules, std::less<>> of_type{}; ///< Common fields included.
  };

  [[nodiscard]] static result<source_rules> compile_one(const normalization& contract);
  [[nodiscard]] result<void> write(const source_rules& with, const raw_event_view& event, normalized_event& into);
  [[nodiscard]] result<value_view> partition_key(const source_rules& with, const raw_event_view& event);
  [[nodiscard]] result<void> append_envelope(const rules& fields, value_view payload, normalized_event& into);
  [[nodiscard]] result<void> append_fields(const rules& fields, value_view payload, std::string& out);

  std::map<std::string, source_rules, std::less<>> sources_{};
  json_parser parser_{};
  arena memory_{};
};

} // namespace core::contract
