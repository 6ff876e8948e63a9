#include "config/topic_reader.hpp"

#include <fmt/format.h>

#include "core/plan/topic_options.hpp"

namespace config {

using core::errc;
using core::plan::option_values;

namespace {

/// What both sides say of the brokers.
void read_brokers(mapping_reader& from, option_values& to) {
  to["connector"] = "kafka";
  if (const auto brokers = from.need("brokers"))
    to["properties.bootstrap.servers"] = read_text(*brokers, "brokers", from.faults()).value_or("");
  if (const auto topic = from.need("topic")) to["topic"] = read_text(*topic, "topic", from.faults()).value_or("");
  const auto properties = from.take("properties");
  if (!properties) return;
  mapping_reader each(properties, "properties", from.faults());
  for (const auto& one : properties->entries)
    if (const auto value = each.take(one.key->text))
      to["properties." + one.key->text] = read_text(*value, one.key->text, from.faults()).value_or("");
}

/// A complaint in the words of the file: what Flink calls it is of no help here.
void complain(mapping_reader& from, const core::plan::option_error& fault) {
  from.faults().add(errc::bad_value, fault.what.message, from.from().place);
}

} // namespace

void read_topic_source(mapping_reader& from, core::plan::source_plan& made) {
  read_brokers(from, made.options);
  const choices<std::string_view> starts{
      {"earliest", "earliest-offset"}, {"latest", "latest-offset"}, {"group", "group-offsets"}};
  if (from.has("group")) made.options["properties.group.id"] = from.text("group", "");
  const bool has_group = made.options.contains("properties.group.id");
  made.options["scan.startup.mode"] =
      std::string(from.choice<std::string_view>("start", has_group ? "group-offsets" : "earliest-offset", starts));
  // A new group begins at the beginning: a pipeline file has no other way to say where.
  if (has_group) made.options.try_emplace("properties.auto.offset.reset", "earliest");
  if (from.flag("bounded", false)) made.options["scan.bounded.mode"] = "latest-offset";
  if (made.options.contains("topic") && !made.options["topic"].empty())
    if (const auto read = core::plan::read_topic_source(made.options); !read) complain(from, read.error());
}

void read_topic_sink(mapping_reader& from, core::plan::sink_plan& made) {
  read_brokers(from, made.options);
  const choices<std::string_view> guarantees{
      {"none", "none"}, {"at-least-once", "at-least-once"}, {"exactly-once", "exactly-once"}};
  made.options["sink.delivery-guarantee"] =
      std::string(from.choice<std::string_view>("guarantee", "at-least-once", guarantees));
  if (from.has("transactional_id")) made.options["sink.transactional-id-prefix"] = from.text("transactional_id", "");
  if (const auto key = from.take("key")) {
    const auto columns = key->kind == node_kind::list ? key->items : std::vector{key};
    std::string names;
    for (const auto& one : columns)
      if (const auto name = read_text(*one, "key", from.faults())) names += (names.empty() ? "" : ";") + *name;
    made.options["key.format"] = "json";
    made.options["key.fields"] = names;
  }
  if (made.options["sink.delivery-guarantee"] == "exactly-once" && !from.has("transactional_id")) {
    from.faults().add(errc::bad_value, "exactly-once needs a transactional_id", from.from().place,
                      "give every pipeline that writes exactly once one of its own");
    return;
  }
  if (made.options.contains("topic") && !made.options["topic"].empty())
    if (const auto read = core::plan::read_topic_sink(made.options); !read) complain(from, read.error());
}

void find_topic_key(core::plan::sink_plan& sink, core::text_place place, complaints& into) {
  if (!core::plan::is_topic(sink.connector) || !sink.layout) return;
  const auto key = core::plan::read_key(sink.options, *sink.layout, {});
  if (!key) {
    into.add(errc::unknown_name, fmt::format("key: {}", key.error().what.message), place);
    return;
  }
  if (!key->has_key) return;
  sink.key.emplace();
  for (const auto& field : key->fields) sink.key->columns.push_back(*sink.layout->index_of(field));
}

} // namespace config
