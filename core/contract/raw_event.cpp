#include "core/contract/raw_event.hpp"

#include <fmt/format.h>

#include "core/contract/json_writer.hpp"
#include "core/data/time_text.hpp"

namespace core::contract {

namespace {

constexpr std::pair<std::string_view, std::string_view raw_event_view::*> texts[] = {
    {"source", &raw_event_view::source},
    {"source_event_id", &raw_event_view::source_event_id},
    {"source_event_endpoint", &raw_event_view::source_event_endpoint},
    {"source_event_type", &raw_event_view::source_event_type},
    {"observed_at", &raw_event_view::observed_at}};

/// All but the payload and the closing brace.
void append_envelope(std::string& out, const raw_event_view& event) {
  char lead = '{';
  for (const auto& [name, field] : texts) {
    out += lead;
    lead = ',';
    append_json_string(out, name);
    out += ':';
    append_json_string(out, event.*field);
  }
  out += fmt::format(",\"schema_version\":{},\"payload\":", schema_version);
}

} // namespace

result<raw_event_view> read_raw_event(value_view document) {
  if (!document.is_object()) return fail(errc::bad_row, "raw event is no object");
  raw_event_view made;
  for (const auto& [name, field] : texts) {
    const auto value = document.find(name);
    if (!value.is_string() || value.text().empty())
      return fail(errc::bad_row, fmt::format("raw event needs {} as a string", name));
    made.*field = value.text();
  }
  if (!parse_stamp_lenient(made.observed_at))
    return fail(errc::bad_row, fmt::format("observed_at is no ISO 8601 time: {}", made.observed_at));
  const auto version = document.find("schema_version");
  if (version.kind() != value_kind::integer || version.integer() != schema_version)
    return fail(errc::bad_row, fmt::format("schema_version must be {}", schema_version));
  made.payload = document.find("payload");
  if (!made.payload.is_object()) return fail(errc::bad_row, "raw event needs payload as an object");
  return made;
}

bool append_raw_event(std::string& out, const raw_event_view& event, std::size_t bytes_max) {
  append_envelope(out, event);
  if (!append_json(out, event.payload, bytes_max)) return false;
  out += '}';
  return true;
}

void append_raw_event(std::string& out, const raw_event_view& event, std::string_view payload) {
  append_envelope(out, event);
  out += payload;
  out += '}';
}

} // namespace core::contract
