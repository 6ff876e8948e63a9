#include "core/contract/dead_letter.hpp"

#include <simdjson.h>

#include "core/contract/json_writer.hpp"

namespace core::contract {

std::string_view to_string(dead_letter_reason reason) noexcept {
  switch (reason) {
  case dead_letter_reason::unknown_source: return "unknown_source";
  case dead_letter_reason::failed_rule: return "failed_rule";
  default: return "malformed_event";
  }
}

namespace {

void append_text_or_null(std::string& out, std::string_view text) {
  if (text.empty())
    out += "null";
  else
    append_json_string(out, text);
}

std::string without_bad_bytes(std::string_view raw) {
  if (simdjson::validate_utf8(raw.data(), raw.size())) return std::string(raw);
  std::string made;
  for (const char byte : raw) {
    if (static_cast<unsigned char>(byte) < 0x80)
      made += byte;
    else
      made += "\xEF\xBF\xBD";
  }
  return made;
}

} // namespace

void append_dead_letter(std::string& out, const dead_letter& letter, std::string_view raw) {
  out += "{\"reason\":";
  append_json_string(out, to_string(letter.reason));
  out += ",\"message\":";
  append_json_string(out, letter.message);
  out += ",\"source\":";
  append_text_or_null(out, letter.source);
  out += ",\"event_id\":";
  append_text_or_null(out, letter.event_id);
  out += ",\"raw\":";
  append_json_string(out, without_bad_bytes(raw));
  out += '}';
}

} // namespace core::contract
