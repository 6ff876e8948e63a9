#pragma once
// A raw event that could not be normalized, and why. Counted and sent on, never dropped.

#include <cstdint>
#include <string>
#include <string_view>

namespace core::contract {

enum class dead_letter_reason : std::uint8_t {
  malformed_event, ///< No JSON, or no raw event.
  unknown_source,  ///< No contract of that name.
  failed_rule,     ///< A rule did not fit the payload; the message names it.
};

[[nodiscard]] std::string_view to_string(dead_letter_reason reason) noexcept;

struct dead_letter {
  dead_letter_reason reason = dead_letter_reason::malformed_event;
  std::string message{};
  std::string source{};   ///< Empty when it could not be read.
  std::string event_id{}; ///< Likewise.
};

/// {"reason","message","source","event_id","raw"}: `raw` is the text as it came, as a JSON string; where it is not
/// UTF-8, each byte beyond ASCII became U+FFFD.
void append_dead_letter(std::string& out, const dead_letter& letter, std::string_view raw);

} // namespace core::contract
