#include "config/format_reader.hpp"

#include <optional>

#include <fmt/format.h>

namespace config {

using core::errc;
using core::plan::format_options;
using core::plan::record_format;
using core::plan::time_format;

namespace {

/// The mapping behind `format`, whichever form it has, and its type.
struct format_node {
  record_format type = record_format::json;
  node_ptr options{};
};

node_ptr no_options() {
  node made;
  made.kind = node_kind::mapping;
  return std::make_shared<const node>(std::move(made));
}

format_node read_type(mapping_reader& of, const choices<record_format>& known) {
  const auto value = of.take("format");
  if (!value) return {record_format::json, no_options()};
  if (value->kind == node_kind::mapping) return {record_format::json, value};
  return {of.choice("format", record_format::json, known), no_options()};
}

char one_character(mapping_reader& options, std::string_view key, char fallback) {
  const auto value = options.take(key);
  if (!value) return fallback;
  if (value->kind == node_kind::scalar && value->text.size() == 1 && value->text != "\n" && value->text != "\r")
    return value->text[0];
  options.faults().add(errc::bad_value, fmt::format("{} must be one character: {}", key, value->text), value->place);
  return fallback;
}

void read_csv(mapping_reader& options, format_options& made) {
  made.csv_delimiter = one_character(options, "delimiter", ',');
  made.csv_quote = one_character(options, "quote", '"');
  made.csv_header = options.flag("header", false);
  if (const auto value = options.take("null_literal")) {
    made.csv_null_literal = read_text(*value, "null_literal", options.faults()).value_or("");
    made.has_csv_null_literal = true;
  }
  if (made.csv_delimiter == made.csv_quote)
    options.faults().add(errc::bad_value, fmt::format("delimiter and quote must differ: {}", made.csv_quote),
                         options.from().place);
}

} // namespace

const choices<std::string_view>& timestamp_units() {
  static const choices<std::string_view> units{{"auto", "auto"}, {"s", "s"},     {"ms", "ms"},  {"us", "us"},
                                               {"ns", "ns"},     {"iso", "iso"}, {"sql", "sql"}};
  return units;
}

void set_timestamps(format_options& options, std::string_view unit) {
  options.lenient_timestamps = unit == "auto";
  if (unit == "s")
    options.timestamps = time_format::epoch_seconds;
  else if (unit == "us")
    options.timestamps = time_format::epoch_micros;
  else if (unit == "ns")
    options.timestamps = time_format::epoch_nanos;
  else if (unit == "iso")
    options.timestamps = time_format::iso8601;
  else if (unit == "sql")
    options.timestamps = time_format::sql;
  else
    options.timestamps = time_format::epoch_millis; // `ms`, and the numbers of `auto`.
}

source_format read_source_format(mapping_reader& source) {
  const choices<record_format> types{
      {"json", record_format::json}, {"csv", record_format::csv}, {"raw", record_format::raw}};
  const auto written = read_type(source, types);
  mapping_reader options(written.options, "format", source.faults());
  source_format made;
  made.options.format = options.choice("type", written.type, types);
  made.says_timestamps = options.has("timestamps");
  if (made.options.format != record_format::raw) {
    set_timestamps(made.options, options.choice("timestamps", std::string_view("auto"), timestamp_units()));
    made.options.ignore_parse_errors = options.flag("ignore_parse_errors", false);
  }
  if (made.options.format == record_format::csv) {
    read_csv(options, made.options);
    made.options.csv_allow_comments = options.flag("comments", false);
  }
  options.finish();
  return made;
}

format_options read_sink_format(mapping_reader& sink) {
  const choices<record_format> types{{"json", record_format::json}, {"csv", record_format::csv}};
  const auto written = read_type(sink, types);
  mapping_reader options(written.options, "format", sink.faults());
  format_options made;
  made.format = options.choice("type", written.type, types);
  made.timestamps = options.choice("timestamps", time_format::sql,
                                   choices<time_format>{{"sql", time_format::sql},
                                                        {"iso", time_format::iso8601},
                                                        {"s", time_format::epoch_seconds},
                                                        {"ms", time_format::epoch_millis},
                                                        {"us", time_format::epoch_micros},
                                                        {"ns", time_format::epoch_nanos}});
  if (made.format == record_format::json) {
    made.decimal_as_plain_number = options.flag("decimal_as_plain_number", false);
    made.ignore_null_fields = options.flag("ignore_null_fields", false);
  } else {
    read_csv(options, made);
  }
  options.finish();
  return made;
}

} // namespace config
