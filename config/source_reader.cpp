#include "config/source_reader.hpp"

#include <array>

#include <fmt/format.h>

#include "config/format_reader.hpp"
#include "config/quantity.hpp"
#include "config/row_steps.hpp"
#include "config/source_time.hpp"
#include "config/topic_reader.hpp"

namespace config {

using core::errc;

namespace {

/// Paths that the listener of HTTP tables reads, and what a SQL file calls them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> listener_files{
    {{"tls_certificate", "tls-certificate"}, {"tls_key", "tls-key"}, {"token_file", "token-file"}}};

void read_connector(mapping_reader& from, core::plan::source_plan& made) {
  const choices<std::string_view> types{
      {"file", "file"}, {"stdin", "stdin"}, {"http", "http"}, {"kafka", "kafka"}, {"memory", "memory"}};
  made.connector = from.choice("type", std::string_view{}, types);
  if (!from.has("type")) (void)from.need("type");
  if (made.connector == "file") {
    if (const auto path = from.need("path")) {
      made.options["path"] = read_text(*path, "path", from.faults()).value_or("");
      if (path->kind == node_kind::scalar && path->text.empty())
        from.faults().add(errc::bad_value, "path is empty", path->place);
    }
    made.options["follow"] = from.flag("follow", false) ? "true" : "false";
  } else if (made.connector == "kafka") {
    read_topic_source(from, made);
  } else if (made.connector == "http") {
    made.options["host"] = from.text("host", "127.0.0.1");
    made.options["port"] = fmt::format("{}", from.whole("port", 8080, {0, 65535}));
    for (const auto& [key, option] : listener_files)
      if (from.has(key)) made.options[std::string(option)] = from.text(key, "");
    made.name = from.text("table", made.name);
    made.options["table"] = made.name;
  }
}

core::data_type read_type(const node& text, std::string_view column, row_scope& table, complaints& into) {
  table.broken.emplace(column);          // Until it is known to be right.
  if (text.kind == node_kind::nothing) { // `{a: DECIMAL(10, 2)}` is the type `DECIMAL(10` and a key `2)`.
    into.add(errc::bad_type, fmt::format("column {} has no type", column), text.place,
             column.ends_with(')') ? "inside { } a type with a comma needs quotes" : "");
    return {};
  }
  if (!read_text(text, fmt::format("the type of {}", column), into)) return {};
  auto type = core::sql::parse_type(text.text);
  if (!type) {
    into.add_within(text, std::move(type.error()));
    return {};
  }
  table.broken.erase(table.broken.find(column));
  return std::move(*type);
}

core::plan::source_column read_column(const entry& from, row_scope& table, complaints& into) {
  core::plan::source_column made;
  made.name = from.key->text;
  if (from.value->kind != node_kind::mapping) {
    made.type = read_type(*from.value, made.name, table, into);
    return made;
  }
  mapping_reader options(from.value, fmt::format("column {}", made.name), into);
  table.broken.insert(made.name);
  if (const auto type = options.need("type")) made.type = read_type(*type, made.name, table, into);
  made.path = options.text("path", "");
  made.required = options.flag("required", false);
  options.finish();
  return made;
}

void read_columns(mapping_reader& from, source_read& made) {
  auto& into = from.faults();
  const bool is_raw = made.plan.format.format == core::plan::record_format::raw;
  if (is_raw && !from.has("columns")) {
    (void)from.take("columns");
    made.plan.columns.push_back({.name = "line", .type = core::string_type()});
    return;
  }
  const auto columns = from.need("columns");
  if (!columns) return;
  if (columns->kind != node_kind::mapping || columns->entries.empty()) {
    into.add(errc::bad_type, "columns must be a mapping of names to types (value: DOUBLE)", columns->place);
    return;
  }
  mapping_reader twins(columns, "columns", into);
  for (const auto& one : columns->entries)
    if (columns->find(one.key->text) == &one) made.plan.columns.push_back(read_column(one, made.table, into));
  if (is_raw && made.plan.columns.size() != 1)
    into.add(errc::bad_value, fmt::format("the raw format has one column, not {}", made.plan.columns.size()),
             columns->place);
}

} // namespace

source_read read_source(const node_ptr& node, const source_settings& settings, complaints& into) {
  mapping_reader from(node, "source", into);
  source_read made;
  made.place = node->place;
  auto& plan = made.plan;
  plan.name = from.text("name", settings.default_name);
  if (plan.name.empty()) into.add(errc::bad_value, "a source's name is empty", node->place);
  read_connector(from, plan);
  const auto format = read_source_format(from);
  plan.format = format.options;
  plan.format.line_bytes_max = settings.line_bytes_max;
  plan.format.depth_max = settings.depth_max;
  plan.strict = settings.strict;
  made.table.time_zone = settings.time_zone;
  read_columns(from, made);
  source_time time(from, made, format.says_timestamps);
  time.declare_column();
  made.table.columns = core::plan::table_layout(plan);
  row_steps steps(made.table, into);
  if (const auto transform = from.take("transform")) steps.add_transform(*transform);
  time.add_computed(steps);
  plan.computed = steps.finish();
  made.table = steps.scope();
  time.finish();
  plan.idle_timeout_ms = from.duration_ms("idle_timeout", 0, {0, duration_ms_max});
  from.finish();
  return made;
}

} // namespace config
