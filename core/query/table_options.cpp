#include "core/query/table_options.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/topic_options.hpp"
#include "core/query/connector_options.hpp"

namespace core::query {

namespace {

using sort = sql::column_definition::sort;
using option_map = std::map<std::string, sql::option_definition>;

const sql::option_definition* find(const option_map& options, const std::string& key) {
  const auto found = options.find(key);
  return found == options.end() ? nullptr : &found->second;
}

result<void> read_flag(const option_map& options, const std::string& key, bool& to) {
  const auto* one = find(options, key);
  if (one == nullptr) return {};
  if (one->value != "true" && one->value != "false")
    return fail(errc::bad_value, fmt::format("{} must be 'true' or 'false': {}", key, one->value), one->value_place);
  to = one->value == "true";
  return {};
}

/// One character; Flink's files also write `\t` and U&'\0009'.
result<void> read_character(const option_map& options, const std::string& key, char& to) {
  const auto* one = find(options, key);
  if (one == nullptr) return {};
  if (one->value == "\\t") {
    to = '\t';
    return {};
  }
  if (one->value.size() != 1)
    return fail(errc::bad_value, fmt::format("{} must be one character: {}", key, one->value), one->value_place);
  to = one->value[0];
  return {};
}

result<void> read_timestamps(const option_map& options, const std::string& key, plan::format_options& to) {
  const auto* one = find(options, key);
  if (one == nullptr) return {};
  if (one->value != "SQL" && one->value != "ISO-8601")
    return fail(errc::bad_value, fmt::format("{} must be 'SQL' or 'ISO-8601': {}", key, one->value), one->value_place);
  to.timestamps = one->value == "SQL" ? plan::time_format::sql : plan::time_format::iso8601;
  return {};
}

result<void> read_json(const option_map& options, const std::string& prefix, plan::format_options& to) {
  const auto key = [&](std::string_view name) { return fmt::format("{}json.{}", prefix, name); };
  WEIR_CHECK(read_flag(options, key("ignore-parse-errors"), to.ignore_parse_errors));
  WEIR_CHECK(read_timestamps(options, key("timestamp-format.standard"), to));
  WEIR_CHECK(read_flag(options, key("encode.decimal-as-plain-number"), to.decimal_as_plain_number));
  WEIR_CHECK(read_flag(options, key("encode.ignore-null-fields"), to.ignore_null_fields));
  return {};
}

result<void> read_csv(const option_map& options, const std::string& prefix, plan::format_options& to) {
  const auto key = [&](std::string_view name) { return fmt::format("{}csv.{}", prefix, name); };
  to.format = plan::record_format::csv;
  WEIR_CHECK(read_flag(options, key("ignore-parse-errors"), to.ignore_parse_errors));
  WEIR_CHECK(read_flag(options, key("allow-comments"), to.csv_allow_comments));
  WEIR_CHECK(read_character(options, key("field-delimiter"), to.csv_delimiter));
  WEIR_CHECK(read_character(options, key("quote-character"), to.csv_quote));
  if (const auto* literal = find(options, key("null-literal"))) {
    to.csv_null_literal = literal->value;
    to.has_csv_null_literal = true;
  }
  return {};
}

/// The format that option `format` names, whose own options have the prefix.
result<plan::format_options> read_format_of(const catalog_table& table, const sql::option_definition* format,
                                            const std::string& prefix) {
  plan::format_options made;
  if (format->value == "json")
    WEIR_CHECK(read_json(table.options, prefix, made));
  else if (format->value == "csv")
    WEIR_CHECK(read_csv(table.options, prefix, made));
  else if (format->value == "raw")
    made.format = plan::record_format::raw;
  else
    return fail(errc::unsupported, fmt::format("there is no format {}", format->value), format->value_place,
                "json, csv and raw are there");
  return made;
}

/// The format named by `format` or `value.format`.
result<plan::format_options> read_format(const catalog_table& table) {
  if (const auto* format = find(table.options, "format")) return read_format_of(table, format, "");
  if (const auto* format = find(table.options, "value.format")) return read_format_of(table, format, "value.");
  return plan::format_options{};
}

/// Under the connector names of plans.
result<std::string> read_connector(const catalog_table& table) {
  const auto* connector = find(table.options, "connector");
  if (connector == nullptr)
    return fail(errc::bad_value, fmt::format("table {} has no connector", table.name), table.place,
                "write WITH ('connector' = 'filesystem', 'path' = '...', 'format' = 'json')");
  WEIR_CHECK(check_options(connector->value, table.options));
  if (connector->value == "filesystem") return "file";
  if (connector->value == "print") return "stdout";
  return connector->value;
}

std::map<std::string, std::string> plain_options(const catalog_table& table) {
  std::map<std::string, std::string> made;
  for (const auto& [key, one] : table.options) made[key] = one.value;
  return made;
}

/// The table's columns out of the stored ones, in the order of their declaration.
plan::row_program computed_columns(const catalog_table& table, const std::vector<plan::source_column>& stored) {
  plan::row_program made;
  auto input = std::make_shared<schema>();
  for (const auto& one : stored) input->fields.push_back({one.name, one.type});
  made.input = input;
  made.output = input;
  const bool any = std::ranges::any_of(table.columns, [](const auto& one) { return one.what == sort::computed; });
  if (!any) return made;
  plan::project_step step;
  auto layout = std::make_shared<schema>();
  for (const auto& one : table.columns) {
    layout->fields.push_back({one.name, one.type});
    step.columns.push_back(one.computed ? one.computed
                                        : expr::column_reference(*input->index_of(one.name), {one.name, one.type}));
  }
  step.layout = layout;
  made.output = layout;
  made.steps.emplace_back(std::move(step));
  return made;
}

result<void> take_over_times(const catalog_table& table, plan::source_plan& made) {
  made.time_column = table.time_column;
  made.watermark = table.watermark;
  if (const auto* idle = find(table.options, "scan.watermark.idle-timeout")) {
    auto read = read_duration(idle->value);
    if (!read) return fail(read.error().code, read.error().message, idle->value_place, read.error().hint);
    made.idle_timeout_ms = *read;
  }
  if (const auto* skew = find(table.options, "future-skew")) {
    auto read = read_duration(skew->value);
    if (!read) return fail(read.error().code, read.error().message, skew->value_place, read.error().hint);
    made.future_skew_ms = *read;
  }
  return {};
}

/// An error of a connector's options, at the option that is wrong.
std::unexpected<error> at_option(const catalog_table& table, plan::option_error fault) {
  auto what = std::move(fault.what);
  const auto* one = find(table.options, fault.option);
  what.place = one == nullptr ? table.options.at("connector").value_place : one->value_place;
  return std::unexpected(std::move(what));
}

schema physical_columns(const catalog_table& table) {
  schema made;
  for (const auto& one : table.columns)
    if (one.what == sort::physical) made.fields.push_back({one.name, one.type});
  return made;
}

result<void> read_topic_source(const catalog_table& table, plan::source_plan& made) {
  if (auto read = plan::read_topic_source(made.options); !read) return at_option(table, std::move(read.error()));
  auto key = plan::read_key(made.options, physical_columns(table), table.primary_key);
  if (!key) return at_option(table, std::move(key.error()));
  if (!key->has_key || key->value_has_key) return {}; // The value has the key's fields as well: they are read there.
  WEIR_TRY(format, read_format_of(table, find(table.options, "key.format"), "key."));
  made.key_format = format;
  for (auto& column : made.columns) {
    if (std::ranges::find(key->fields, column.name) == key->fields.end()) continue;
    column.in_key = true;
    if (!key->prefix.empty()) column.path = column.name.substr(key->prefix.size());
  }
  return {};
}

result<void> read_topic_sink(const catalog_table& table, plan::sink_plan& made) {
  if (auto read = plan::read_topic_sink(made.options); !read) return at_option(table, std::move(read.error()));
  for (const auto& one : table.columns)
    if (one.what == sort::physical || (one.what == sort::metadata && !one.is_virtual))
      made.metadata.push_back(one.what == sort::metadata ? one.metadata_key : std::string());
  auto key = plan::read_key(made.options, *made.layout, table.primary_key);
  if (!key) return at_option(table, std::move(key.error()));
  if (made.connector == "upsert-kafka" && key->fields.empty())
    return fail(errc::bad_value, fmt::format("table {} needs a PRIMARY KEY: connector upsert-kafka", table.name),
                table.place);
  if (!key->has_key) return {};
  WEIR_TRY(format, read_format_of(table, find(table.options, "key.format"), "key."));
  plan::record_key record{format, {}, key->prefix, key->value_has_key};
  for (const auto& field : key->fields) record.columns.push_back(*made.layout->index_of(field));
  made.key = std::move(record);
  return {};
}

} // namespace

result<plan::source_plan> make_source(const catalog_table& table, const catalog& session) {
  plan::source_plan made;
  WEIR_TRY(connector, read_connector(table));
  made.name = table.name;
  made.connector = connector;
  WEIR_CHECK(check_readable(connector, table));
  WEIR_TRY(format, read_format(table));
  made.format = format;
  made.options = plain_options(table);
  if (made.connector == "file")
    made.options["follow"] = table.options.contains("source.monitor-interval") ? "true" : "false";
  if (made.connector == "http") made.options["table"] = table.name;
  bool required = false;
  WEIR_CHECK(read_flag(table.options, "json.fail-on-missing-field", required));
  for (const auto& one : table.columns) {
    if (one.what == sort::computed) continue;
    if (one.what == sort::metadata) WEIR_CHECK(check_metadata(connector, table, one));
    made.columns.push_back({.name = one.name,
                            .type = one.type,
                            .metadata = one.what == sort::metadata ? one.metadata_key : std::string(),
                            .required = required && one.what == sort::physical});
  }
  if (plan::is_topic(connector)) WEIR_CHECK(read_topic_source(table, made));
  const auto in_value = std::ranges::count_if(
      made.columns, [](const plan::source_column& one) { return one.metadata.empty() && !one.in_key; });
  if (made.format.format == plan::record_format::raw && in_value != 1)
    return fail(errc::bad_value, fmt::format("the raw format has one column, not {}", in_value), table.place);
  made.computed = computed_columns(table, made.columns);
  WEIR_CHECK(take_over_times(table, made));
  if (made.idle_timeout_ms == 0) made.idle_timeout_ms = session.duration_ms("table.exec.source.idle-timeout");
  return made;
}

schema_ptr sink_layout(const catalog_table& table) {
  auto made = std::make_shared<schema>();
  for (const auto& one : table.columns)
    if (one.what == sort::physical || (one.what == sort::metadata && !one.is_virtual))
      made->fields.push_back({one.name, one.type});
  return made;
}

result<plan::sink_plan> make_sink(const catalog_table& table) {
  plan::sink_plan made;
  WEIR_TRY(connector, read_connector(table));
  WEIR_CHECK(check_writable(connector, table));
  WEIR_TRY(format, read_format(table));
  made.name = table.name;
  made.connector = connector;
  made.format = format;
  made.options = plain_options(table);
  for (std::size_t i = 0; i < table.primary_key.size(); ++i)
    made.options["primary-key"] += (i > 0 ? ";" : "") + table.primary_key[i];
  made.layout = sink_layout(table);
  if (plan::is_topic(connector)) WEIR_CHECK(read_topic_sink(table, made));
  return made;
}

bool takes_updates(const catalog_table& table) {
  const auto* connector = find(table.options, "connector");
  return connector != nullptr && connector_takes_updates(connector->value);
}

} // namespace core::query
