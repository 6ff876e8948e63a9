#include "core/query/table_options.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
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

/// The format named by `format` or `value.format`.
result<plan::format_options> read_format(const catalog_table& table) {
  plan::format_options made;
  const auto* format = find(table.options, "format");
  const std::string prefix = format == nullptr && find(table.options, "value.format") != nullptr ? "value." : "";
  if (format == nullptr) format = find(table.options, "value.format");
  if (format == nullptr) return made;
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
  if (made.format.format == plan::record_format::raw && made.columns.size() != 1)
    return fail(errc::bad_value, fmt::format("the raw format has one column, not {}", made.columns.size()),
                table.place);
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
  return made;
}

bool takes_updates(const catalog_table& table) {
  const auto* connector = find(table.options, "connector");
  return connector != nullptr && connector_takes_updates(connector->value);
}

} // namespace core::query
