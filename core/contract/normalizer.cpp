#include "core/contract/normalizer.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/json_writer.hpp"

namespace core::contract {

namespace {

template <class Rules>
const compiled_rule* find_rule(const Rules& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name() == name; });
  return found == all.end() ? nullptr : &*found;
}

result<std::vector<compiled_rule>> compile_all(const std::vector<field_rule>& fields) {
  std::vector<compiled_rule> made;
  for (const auto& one : fields) {
    WEIR_TRY(rule, compiled_rule::compile(one));
    made.push_back(std::move(rule));
  }
  return made;
}

result<void> append_value(std::string& out, value_view value, std::string_view field) {
  if (append_json(out, value, normalized_bytes_max)) return {};
  return fail(errc::limit, fmt::format("field {}: the event grows beyond {} bytes", field, normalized_bytes_max));
}

/// An id as text, whatever a source made it of.
result<void> append_text(std::string& out, value_view value, std::string_view field) {
  if (value.is_array() || value.is_object())
    return fail(errc::bad_type, fmt::format("field {}: no single value", field));
  if (!value.is_string()) return append_value(out, value, field);
  out += value.text();
  return {};
}

/// The default of a rule stands in for null, here as the value it writes.
result<value_view> value_of(const compiled_rule& rule, value_view payload, json_parser& parser, arena& memory) {
  WEIR_TRY(value, rule.apply(payload, memory));
  return value.is_null() ? parser.parse(rule.fallback(), memory) : result<value_view>(value);
}

void append_named(std::string& out, std::string_view lead, std::string_view text) {
  out += lead;
  append_json_string(out, text);
}

dead_letter letter(dead_letter_reason reason, std::string message, std::string_view source = {},
                   std::string_view id = {}) {
  return {reason, std::move(message), std::string(source), std::string(id)};
}

} // namespace

result<normalizer> normalizer::compile(const std::vector<normalization>& contracts) {
  normalizer made;
  for (const auto& one : contracts) {
    WEIR_TRY(rules, compile_one(one));
    if (!made.sources_.try_emplace(one.source, std::move(rules)).second)
      return fail(errc::bad_value, fmt::format("two contracts of one source: {}", one.source));
  }
  return made;
}

result<normalizer::source_rules> normalizer::compile_one(const normalization& contract) {
  source_rules made;
  auto envelope = std::vector{contract.entity_id, contract.entity_name, contract.event_time};
  for (std::size_t i = 0; i < envelope.size(); ++i) envelope[i].name = normalized_fields[6 + i];
  WEIR_TRY(compiled_envelope, compile_all(envelope));
  made.envelope = std::move(compiled_envelope);
  WEIR_TRY(common, compile_all(contract.common));
  made.common = std::move(common);
  for (const auto& type : contract.event_types) {
    auto fields = contract.common;
    for (const auto& one : type.fields) {
      const auto same = std::find_if(fields.begin(), fields.end(), [&](const auto& of) { return of.name == one.name; });
      if (same == fields.end())
        fields.push_back(one);
      else
        *same = one;
    }
    WEIR_TRY(compiled, compile_all(fields));
    made.of_type[type.type] = std::move(compiled);
  }
  if (find_rule(made.envelope, contract.partition_key) != nullptr ||
      find_rule(made.common, contract.partition_key) != nullptr) {
    made.partition_field = contract.partition_key;
  } else {
    WEIR_TRY(names, parse_path(contract.partition_key));
    made.partition_path = std::move(names);
  }
  return made;
}

std::expected<void, dead_letter> normalizer::normalize(std::string_view raw, normalized_event& into) {
  using enum dead_letter_reason;
  memory_.reset();
  const auto document = parser_.parse(raw, memory_);
  if (!document) return std::unexpected(letter(malformed_event, document.error().message));
  const auto event = read_raw_event(*document);
  if (!event) {
    const auto text = [&](std::string_view name) {
      const auto value = document->find(name);
      return value.is_string() ? value.text() : std::string_view();
    };
    return std::unexpected(letter(malformed_event, event.error().message, text("source"), text("source_event_id")));
  }
  const auto found = sources_.find(event->source);
  if (found == sources_.end())
    return std::unexpected(letter(unknown_source, fmt::format("no contract for source {}", event->source),
                                  event->source, event->source_event_id));
  if (auto written = write(found->second, *event, into); !written)
    return std::unexpected(
        letter(failed_rule, std::move(written.error().message), event->source, event->source_event_id));
  return {};
}

result<void> normalizer::write(const source_rules& with, const raw_event_view& event, normalized_event& into) {
  into.json.clear();
  into.key.clear();
  append_named(into.json, "{\"source\":", event.source);
  append_named(into.json, ",\"event_id\":", event.source_event_id);
  append_named(into.json, ",\"event_type\":", event.source_event_type);
  append_named(into.json, ",\"ingested_at\":", event.observed_at);
  into.json += fmt::format(",\"schema_version\":{},\"partition_key\":", schema_version);
  WEIR_TRY(key, partition_key(with, event));
  into.has_key = !key.is_null();
  if (into.has_key) WEIR_CHECK(append_text(into.key, key, "partition_key"));
  if (into.has_key)
    append_json_string(into.json, into.key);
  else
    into.json += "null";

  WEIR_CHECK(append_envelope(with.envelope, event.payload, into));
  const auto type = with.of_type.find(event.source_event_type);
  WEIR_CHECK(append_fields(type == with.of_type.end() ? with.common : type->second, event.payload, into.json));
  into.json += '}';
  return {};
}

result<void> normalizer::append_envelope(const rules& fields, value_view payload, normalized_event& into) {
  const auto& [id, name, time] = std::tie(fields[0], fields[1], fields[2]);
  WEIR_TRY(id_value, value_of(id, payload, parser_, memory_));
  into.json += id.lead();
  std::string text;
  WEIR_CHECK(append_text(text, id_value, id.name()));
  if (id_value.is_null())
    into.json += "null";
  else
    append_json_string(into.json, text);

  WEIR_TRY(name_value, value_of(name, payload, parser_, memory_));
  into.json += name.lead();
  WEIR_CHECK(append_value(into.json, name_value, name.name()));

  WEIR_TRY(time_value, value_of(time, payload, parser_, memory_));
  into.has_time = !time_value.is_null();
  if (into.has_time && time_value.kind() != value_kind::integer)
    return fail(errc::bad_type, "field event_time: no whole number of milliseconds");
  into.time_ms = into.has_time ? time_value.integer() : 0;
  into.json += time.lead();
  return append_value(into.json, time_value, time.name());
}

result<value_view> normalizer::partition_key(const source_rules& with, const raw_event_view& event) {
  if (with.partition_field.empty()) return resolve(with.partition_path, event.payload);
  const auto* rule = find_rule(with.envelope, with.partition_field);
  if (rule == nullptr) rule = find_rule(with.common, with.partition_field);
  return value_of(*rule, event.payload, parser_, memory_);
}

result<void> normalizer::append_fields(const rules& fields, value_view payload, std::string& out) {
  for (const auto& rule : fields) {
    WEIR_TRY(value, rule.apply(payload, memory_));
    out += rule.lead();
    if (value.is_null())
      out += rule.fallback();
    else
      WEIR_CHECK(append_value(out, value, rule.name()));
  }
  return {};
}

} // namespace core::contract
