#include "core/query/connector_options.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace core::query {

namespace {

using names = std::vector<std::string_view>;

struct connector_entry {
  std::string_view name;    ///< In SQL.
  std::string_view in_plan; ///< In plans.
  bool readable;
  bool writable;
  bool takes_updates;
  names needed;
  names options;
  names metadata;
};

names opensearch_options() {
  return {"username",
          "password",
          "document-id.key-delimiter",
          "sink.bulk-flush.max-actions",
          "sink.bulk-flush.max-size",
          "sink.bulk-flush.interval",
          "sink.bulk-flush.backoff.strategy",
          "sink.bulk-flush.backoff.max-retries",
          "sink.bulk-flush.backoff.delay",
          "sink.delivery-guarantee",
          "sink.parallelism",
          "failure-handler",
          "allow-insecure",
          "connection.path-prefix",
          "connection.timeout",
          "connection.request-timeout",
          "socket.timeout",
          "connection.gzip",
          "connection.ca-file",
          "document-id.prefix",
          "dead-letter.path",
          "index-template",
          "index-template.number-of-shards",
          "index-template.number-of-replicas"};
}

const std::array<connector_entry, 9>& connectors() {
  static const std::array<connector_entry, 9> known{{
      {"filesystem",
       "file",
       true,
       true,
       false,
       {"path", "format"},
       {"source.monitor-interval", "source.path.regex-pattern", "sink.rolling-policy.file-size",
        "sink.rolling-policy.rollover-interval", "sink.rolling-policy.check-interval",
        "sink.rolling-policy.inactivity-interval", "sink.parallelism", "auto-compaction", "compaction.file-size"},
       {}},
      {"kafka",
       "kafka",
       true,
       true,
       false,
       {"topic", "properties.bootstrap.servers"},
       {"topic-pattern",
        "scan.startup.mode",
        "scan.startup.specific-offsets",
        "scan.startup.timestamp-millis",
        "scan.bounded.mode",
        "scan.bounded.specific-offsets",
        "scan.bounded.timestamp-millis",
        "scan.topic-partition-discovery.interval",
        "key.format",
        "key.fields",
        "key.fields-prefix",
        "value.format",
        "value.fields-include",
        "sink.partitioner",
        "sink.semantic",
        "sink.delivery-guarantee",
        "sink.transactional-id-prefix",
        "sink.transaction-naming-strategy",
        "sink.parallelism",
        "scan.parallelism"},
       {"topic", "partition", "headers", "leader-epoch", "offset", "timestamp", "timestamp-type"}},
      {"upsert-kafka",
       "upsert-kafka",
       false,
       true,
       true,
       {"topic", "properties.bootstrap.servers", "key.format", "value.format"},
       {"key.fields-prefix", "value.fields-include", "sink.delivery-guarantee", "sink.transactional-id-prefix",
        "sink.buffer-flush.max-rows", "sink.buffer-flush.interval", "sink.parallelism"},
       {}},
      {"print", "stdout", false, true, true, {}, {"print-identifier", "standard-error", "sink.parallelism"}, {}},
      {"blackhole", "blackhole", false, true, true, {}, {"sink.parallelism"}, {}},
      {"datagen", "datagen", true, false, false, {}, {"rows-per-second", "number-of-rows", "scan.parallelism"}, {}},
      {"http", "http", true, false, false, {}, {"host", "port", "tls-certificate", "tls-key", "token-file"}, {}},
      {"memory", "memory", false, true, true, {}, {"rows-max"}, {}},
      {"opensearch", "opensearch", false, true, true, {"hosts", "index"}, opensearch_options(), {}},
  }};
  return known;
}

/// Any connector may have these.
const names& everyones() {
  static const names known{"connector",
                           "format",
                           "scan.watermark.idle-timeout",
                           "scan.watermark.emit.strategy",
                           "scan.watermark.alignment.group",
                           "scan.watermark.alignment.max-drift",
                           "scan.watermark.alignment.update-interval",
                           "future-skew",
                           "emit"};
  return known;
}

const names& format_options() {
  static const names known{"json.ignore-parse-errors",
                           "json.fail-on-missing-field",
                           "json.timestamp-format.standard",
                           "json.map-null-key.mode",
                           "json.map-null-key.literal",
                           "json.encode.decimal-as-plain-number",
                           "json.encode.ignore-null-fields",
                           "json.decode.json-parser.enabled",
                           "csv.field-delimiter",
                           "csv.disable-quote-character",
                           "csv.quote-character",
                           "csv.allow-comments",
                           "csv.ignore-parse-errors",
                           "csv.array-element-delimiter",
                           "csv.escape-character",
                           "csv.null-literal",
                           "csv.write-bigdecimal-in-scientific-notation",
                           "raw.charset",
                           "raw.endianness"};
  return known;
}

const connector_entry* find_connector(std::string_view name) {
  for (const auto& one : connectors())
    if (one.name == name) return &one;
  return nullptr;
}

const connector_entry& planned(std::string_view in_plan) {
  const auto found = std::ranges::find(connectors(), in_plan, &connector_entry::in_plan);
  WEIR_ENSURE(found != connectors().end(), "check_options has found it");
  return *found;
}

std::string_view without_prefix(std::string_view key) {
  for (const std::string_view prefix : {"key.", "value."})
    if (key.starts_with(prefix)) return key.substr(prefix.size());
  return key;
}

bool is_known(const connector_entry& connector, std::string_view key) {
  const auto in = [](const names& all, std::string_view name) { return std::ranges::find(all, name) != all.end(); };
  if (in(connector.needed, key) || in(connector.options, key) || in(everyones(), key)) return true;
  if (connector.in_plan == "kafka" || connector.in_plan == "upsert-kafka") {
    if (key.starts_with("properties.")) return true;
    if (in(format_options(), without_prefix(key))) return true;
  }
  if (connector.in_plan == "datagen" && key.starts_with("fields.")) return true;
  return in(format_options(), key);
}

std::string did_you_mean(const connector_entry& connector, std::string_view key) {
  names all = connector.options;
  all.insert(all.end(), connector.needed.begin(), connector.needed.end());
  all.insert(all.end(), everyones().begin(), everyones().end());
  all.insert(all.end(), format_options().begin(), format_options().end());
  const auto near = closest(key, all.data(), all.size());
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

} // namespace

result<void> check_options(const std::string& connector, const std::map<std::string, sql::option_definition>& options) {
  const auto* known = find_connector(connector);
  const auto& named = options.at("connector");
  if (known == nullptr) {
    names all;
    for (const auto& one : connectors()) all.push_back(one.name);
    const auto near = closest(connector, all.data(), all.size());
    return fail(errc::unknown_name, fmt::format("there is no connector {}", connector), named.value_place,
                near.empty() ? fmt::format("there are {}", fmt::join(all, ", "))
                             : fmt::format("did you mean {}?", near));
  }
  for (const auto& [key, one] : options)
    if (!is_known(*known, key))
      return fail(errc::unknown_name, fmt::format("connector {} has no option {}", connector, key), one.key_place,
                  did_you_mean(*known, key));
  for (const auto needed : known->needed) {
    const std::string key(needed);
    if (options.contains(key) || (key == "format" && options.contains("value.format")) ||
        (key == "topic" && options.contains("topic-pattern")))
      continue;
    return fail(errc::bad_value, fmt::format("connector {} needs the option '{}'", connector, key), named.value_place);
  }
  return {};
}

result<void> check_readable(const std::string& connector, const catalog_table& table) {
  if (planned(connector).readable) return {};
  return fail(errc::unsupported,
              fmt::format("table {} can only be written: connector {}", table.name, planned(connector).name),
              table.place);
}

result<void> check_writable(const std::string& connector, const catalog_table& table) {
  if (planned(connector).writable) return {};
  return fail(errc::unsupported,
              fmt::format("table {} can only be read: connector {}", table.name, planned(connector).name), table.place);
}

namespace {

/// What a record says of itself, as the type it has in Flink or one that holds the same.
result<void> check_type(const catalog_table& table, const table_column& column) {
  const auto kind = column.type.kind;
  const auto refuse = [&](std::string_view wanted) {
    return fail(errc::bad_type,
                fmt::format("metadata {} is {}, not {}", column.metadata_key, wanted, to_string(column.type)),
                table.place, fmt::format("declare {} as {}", column.name, wanted));
  };
  if (column.metadata_key == "partition" || column.metadata_key == "leader-epoch")
    return kind == type_kind::int32 || kind == type_kind::int64 ? result<void>{} : refuse("INT");
  if (column.metadata_key == "offset") return kind == type_kind::int64 ? result<void>{} : refuse("BIGINT");
  if (column.metadata_key == "topic" || column.metadata_key == "timestamp-type")
    return kind == type_kind::string ? result<void>{} : refuse("STRING");
  if (column.metadata_key == "timestamp")
    return kind == type_kind::timestamp_ltz ? result<void>{} : refuse("TIMESTAMP_LTZ(3)");
  if (column.metadata_key != "headers") return {};
  const bool fits = kind == type_kind::map && (*column.type.fields)[0].type.kind == type_kind::string &&
                    (*column.type.fields)[1].type.kind == type_kind::bytes;
  return fits ? result<void>{} : refuse("MAP<STRING, BYTES>");
}

} // namespace

result<void> check_metadata(const std::string& connector, const catalog_table& table, const table_column& column) {
  const auto& known = planned(connector);
  if (std::ranges::find(known.metadata, column.metadata_key) != known.metadata.end()) return check_type(table, column);
  const auto all =
      known.metadata.empty() ? std::string("it has none") : fmt::format("it has {}", fmt::join(known.metadata, ", "));
  return fail(errc::unknown_name, fmt::format("connector {} has no metadata {}", known.name, column.metadata_key),
              table.place, all);
}

bool connector_takes_updates(const std::string& connector) {
  const auto* known = find_connector(connector);
  return known != nullptr && known->takes_updates;
}

} // namespace core::query
