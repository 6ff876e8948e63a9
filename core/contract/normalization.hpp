#pragma once
// A normalization contract as plain data: which fields of a source's events become which fields of ours. Read from
// `interface/sources/<name>/normalization.yml`, checked there, compiled by the normalizer.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::contract {

enum class conversion : std::uint8_t {
  none,
  boolean,   ///< Is it there (and not null)?
  timestamp, ///< ISO 8601 text to epoch milliseconds; null stays null; anything else fails.
};

/// Exactly one of `from` and `expression` is given. Both look at the payload.
struct field_rule {
  std::string name{};
  std::string from{};       ///< A dotted path.
  std::string expression{}; ///< JMESPath.
  std::string take{};       ///< A path within each item of the array at `from`; an item without it gives null.
  conversion as = conversion::none;
  std::optional<std::string> default_json{}; ///< In place of null, as JSON text.
};

struct event_type_rules {
  std::string type{};
  std::vector<field_rule> fields{};
};

struct normalization {
  std::string source{};
  /// The name of a field of the envelope or of `common`, or a path into the payload.
  std::string partition_key{};
  field_rule entity_id{};
  field_rule entity_name{};
  field_rule event_time{};
  std::vector<field_rule> common{};
  /// A rule here with the name of a common one replaces it for that type.
  std::vector<event_type_rules> event_types{};
};

/// The fields of every normalized event, in this order; no contract may define them again.
inline constexpr std::string_view normalized_fields[] = {"source",      "event_id",       "event_type",
                                                         "ingested_at", "schema_version", "partition_key",
                                                         "entity_id",   "entity_name",    "event_time"};

} // namespace core::contract
