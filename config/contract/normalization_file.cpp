#include "config/contract/normalization_file.hpp"

#include "config/contract/rule_reader.hpp"
#include "config/contract/source_name.hpp"
#include "core/contract/path.hpp"

namespace config::contract {

using core::errc;
using core::contract::normalization;

namespace {

void read_envelope(mapping_reader& top, normalization& made) {
  const auto value = top.need("envelope");
  if (!value) return;
  mapping_reader envelope(value, "envelope", top.faults());
  // The reader keeps views of the names that it was asked for: literals.
  const auto rule = [&](std::string_view name) {
    const auto written = envelope.need(name);
    return written ? read_rule(std::string(name), written, top.faults()) : core::contract::field_rule{};
  };
  made.entity_id = rule("entity_id");
  made.entity_name = rule("entity_name");
  made.event_time = rule("event_time");
  envelope.finish();
}

void read_partition_key(mapping_reader& top, normalization& made) {
  const auto value = top.need("partition_key");
  if (!value) return;
  const auto text = read_text(*value, "partition_key", top.faults());
  if (!text) return;
  made.partition_key = *text;
  if (const auto names = core::contract::parse_path(*text); !names) top.faults().add_within(*value, names.error());
}

void read_event_types(mapping_reader& top, normalization& made) {
  const auto value = top.take("event_types");
  if (!value) return;
  const mapping_reader types(value, "event_types", top.faults());
  for (const auto& one : types.from().entries)
    made.event_types.push_back({one.key->text, read_rules(one.value, one.key->text, top.faults())});
}

} // namespace

std::expected<normalization, std::vector<core::error>> read_normalization(const std::string& text) {
  const auto parsed = parse_document("", text);
  if (!parsed) return std::unexpected(std::vector{parsed.error()});
  complaints found(*parsed);
  mapping_reader top(parsed->root, "the contract", found);
  normalization made;
  if (const auto source = top.need("source")) made.source = read_source_name(*source, found);
  read_partition_key(top, made);
  read_envelope(top, made);
  if (const auto common = top.take("common")) made.common = read_rules(common, "common", found);
  read_event_types(top, made);
  top.finish();
  if (!found.empty()) return std::unexpected(found.sorted());
  return made;
}

} // namespace config::contract
