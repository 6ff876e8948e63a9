#pragma once
// The envelope of a raw event: one shape for every source, on the topic events-raw. Views into the document it was read
// from. Pure.

#include <string>
#include <string_view>

#include "core/contract/json_value.hpp"
#include "core/error.hpp"

namespace core::contract {

inline constexpr std::int64_t schema_version = 1;

struct raw_event_view {
  std::string_view source{};
  std::string_view source_event_id{};
  std::string_view source_event_endpoint{};
  std::string_view source_event_type{};
  std::string_view observed_at{}; ///< ISO 8601.
  value_view payload{};           ///< An object: the item as it came.
};

/// Names the first thing that is wrong. Fields of other names are passed over.
[[nodiscard]] result<raw_event_view> read_raw_event(value_view document);

/// The envelope as JSON text, `schema_version` included. False when it would be longer than `bytes_max`.
[[nodiscard]] bool append_raw_event(std::string& out, const raw_event_view& event, std::size_t bytes_max);

/// The same with `payload`, an object as JSON text without line breaks, in the place of the event's, byte for byte.
void append_raw_event(std::string& out, const raw_event_view& event, std::string_view payload);

} // namespace core::contract
