// Options and connectors of tables that only weir has.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/query/catalog.hpp"
#include "daemon/flink/weir_only.hpp"

namespace weir {

namespace {

namespace sql = core::sql;

constexpr std::array<std::string_view, 9> weir_options{"future-skew",
                                                       "emit",
                                                       "document-id.prefix",
                                                       "dead-letter.path",
                                                       "connection.gzip",
                                                       "connection.ca-file",
                                                       "index-template",
                                                       "index-template.number-of-shards",
                                                       "index-template.number-of-replicas"};
constexpr std::array<std::string_view, 4> formatless{"print", "blackhole", "memory", "datagen"};
constexpr std::array<std::string_view, 3> connector_options{"host", "port", "rows-max"};

bool is_one_of(const auto& all, std::string_view name) { return std::ranges::find(all, name) != all.end(); }

bool is_format_option(std::string_view key) {
  return key == "format" || key.starts_with("json.") || key.starts_with("csv.") || key.starts_with("raw.");
}

const sql::option_definition* find_option(const sql::create_table& table, std::string_view key) {
  const auto found = std::ranges::find(table.options, key, &sql::option_definition::key);
  return found == table.options.end() ? nullptr : &*found;
}

/// Flink refuses it for this connector, or knows it not at all.
bool is_weirs(const sql::option_definition& option, std::string_view connector) {
  if (is_one_of(weir_options, option.key)) return true;
  if (is_one_of(formatless, connector) && is_format_option(option.key)) return true;
  return (connector == "http" || connector == "memory") && is_one_of(connector_options, option.key);
}

} // namespace

void weir_only_finder::find_options(const sql::create_table& table) {
  const auto* connector = find_option(table, "connector");
  if (connector == nullptr) return;
  map_connector(*connector, table);
  std::vector<bool> gone;
  for (const auto& option : table.options) gone.push_back(is_weirs(option, connector->value));
  take_out_options(table.options, gone);
}

void weir_only_finder::map_connector(const sql::option_definition& connector, const sql::create_table& table) {
  const auto& value = tokens_[token_at(connector.value_place)];
  const auto name = core::query::plain_name(table.name);
  const auto what = fmt::format("connector '{}' of table {}", connector.value, name);
  if (connector.value == "memory")
    found_.push_back(
        {connector.value_place, what, "'print' in its place", {{value.begin, value.end, "'print'"}}, false});
  if (connector.value == "http") {
    auto kafka = fmt::format("'kafka', 'topic' = '{}', 'properties.bootstrap.servers' = 'localhost:9092', "
                             "'scan.startup.mode' = 'earliest-offset'",
                             name);
    if (find_option(table, "format") == nullptr) kafka += ", 'format' = 'json'";
    found_.push_back({connector.value_place,
                      what,
                      "'kafka' in its place: write your broker and topic, and send the rows there",
                      {{value.begin, value.end, std::move(kafka)}},
                      false});
  }
  const auto* path = find_option(table, "path");
  if (connector.value == "filesystem" && path != nullptr && path->value.find_first_of("*?[") != std::string::npos)
    found_.push_back({path->value_place,
                      fmt::format("pattern '{}' in 'path'", path->value),
                      "left as it is: give Flink the folder, and the pattern as 'source.path.regex-pattern'",
                      {},
                      false});
}

/// An option goes with the comma behind it; the last ones with the comma before them.
void weir_only_finder::take_out_options(const std::vector<sql::option_definition>& options,
                                        const std::vector<bool>& gone) {
  std::size_t kept_end = options.size();
  while (kept_end > 0 && gone[kept_end - 1]) --kept_end;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!gone[i]) continue;
    const auto& first = tokens_[token_at(options[i].key_place)];
    const auto last = token_at(options[i].value_place);
    const auto end = is_symbol(last + 1, ",") ? tokens_[last + 1].end : tokens_[last].end;
    weir_only made{
        options[i].key_place, fmt::format("option '{}'", options[i].key), "taken out", {{first.begin, end, {}}}, false};
    if (i == kept_end && i > 0) {
      const auto comma = token_at(options[i - 1].value_place) + 1;
      made.edits.push_back({tokens_[comma].begin, tokens_[comma].end, {}});
    }
    found_.push_back(std::move(made));
  }
}

} // namespace weir
