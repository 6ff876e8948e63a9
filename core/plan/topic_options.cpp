#include "core/plan/topic_options.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace core::plan {

namespace {

std::unexpected<option_error> wrong(std::string option, std::string message, std::string hint = {}) {
  return std::unexpected(option_error{std::move(option), {errc::bad_value, std::move(message), {}, std::move(hint)}});
}

const std::string* find(const option_values& options, const std::string& key) {
  const auto found = options.find(key);
  return found == options.end() ? nullptr : &found->second;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator)) {
    std::string_view one(part.begin(), part.end());
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (!one.empty()) parts.emplace_back(one);
  }
  return parts;
}

option_values properties_of(const option_values& options) {
  constexpr std::string_view prefix = "properties.";
  option_values made;
  for (const auto& [key, value] : options)
    if (key.starts_with(prefix)) made[key.substr(prefix.size())] = value;
  return made;
}

/// One of `known`, whose texts are Flink's.
template <class T>
option_result<T> read_choice(const option_values& options, const std::string& key, T unset,
                             const std::vector<std::pair<std::string_view, T>>& known) {
  const auto* value = find(options, key);
  if (value == nullptr) return unset;
  for (const auto& [text, meaning] : known)
    if (*value == text) return meaning;
  std::vector<std::string_view> texts;
  for (const auto& one : known) texts.push_back(one.first);
  return wrong(key, fmt::format("{} is not known: {}", key, *value),
               fmt::format("write one of {}", fmt::join(texts, ", ")));
}

option_result<std::int64_t> read_number(const option_values& options, const std::string& key, std::string_view why) {
  const auto* value = find(options, key);
  if (value == nullptr) return wrong(key, fmt::format("{} is missing: {} needs it", key, why));
  std::int64_t made = 0;
  const auto* const end = value->data() + value->size();
  const auto [at, fault] = std::from_chars(value->data(), end, made);
  if (fault != std::errc() || at != end || made < 0)
    return wrong(key, fmt::format("{} must be a number of milliseconds: {}", key, *value));
  return made;
}

/// `partition:0,offset:42;partition:1,offset:300`.
option_result<std::map<std::int32_t, std::int64_t>> read_offsets(const option_values& options, const std::string& key,
                                                                 std::string_view why) {
  const auto* value = find(options, key);
  if (value == nullptr) return wrong(key, fmt::format("{} is missing: {} needs it", key, why));
  std::map<std::int32_t, std::int64_t> made;
  const auto refuse = [&] {
    return wrong(key, fmt::format("{} cannot be read: {}", key, *value),
                 "write 'partition:0,offset:42;partition:1,offset:300'");
  };
  const auto number = [](std::string_view text, std::string_view prefix, auto& to) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    const auto [at, fault] = std::from_chars(text.data(), text.data() + text.size(), to);
    return fault == std::errc() && at == text.data() + text.size() && to >= 0;
  };
  for (const auto& pair : split(*value, ';')) {
    const auto parts = split(pair, ',');
    std::int32_t partition = 0;
    std::int64_t offset = 0;
    if (parts.size() != 2 || !number(parts[0], "partition:", partition) || !number(parts[1], "offset:", offset))
      return refuse();
    made[partition] = offset;
  }
  if (made.empty()) return refuse();
  return made;
}

/// Milliseconds of `5 min`, `30s`, `1000` …: Flink's durations are checked by the planner already.
std::int64_t milliseconds(std::string_view text) {
  std::int64_t count = 0;
  const auto [at, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  std::string_view unit(at, static_cast<std::size_t>(text.data() + text.size() - at));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit.starts_with("ms") || unit.starts_with("milli") || unit.empty()) return count;
  if (unit.starts_with("s")) return count * 1000;
  if (unit.starts_with("m")) return count * 60'000;
  if (unit.starts_with("h")) return count * 3'600'000;
  return count * 86'400'000;
}

option_result<void> read_start(const option_values& options, topic_source_options& to) {
  const std::string mode = "scan.startup.mode";
  WEIR_TRY(start, read_choice<topic_start>(options, mode, topic_start::group_offsets,
                                           {{"earliest-offset", topic_start::earliest},
                                            {"latest-offset", topic_start::latest},
                                            {"group-offsets", topic_start::group_offsets},
                                            {"timestamp", topic_start::timestamp},
                                            {"specific-offsets", topic_start::specific_offsets}}));
  to.start = start;
  if (start == topic_start::timestamp) {
    WEIR_TRY(at, read_number(options, "scan.startup.timestamp-millis", "scan.startup.mode 'timestamp'"));
    to.start_timestamp_ms = at;
  }
  if (start == topic_start::specific_offsets) {
    WEIR_TRY(at, read_offsets(options, "scan.startup.specific-offsets", "scan.startup.mode 'specific-offsets'"));
    to.start_offsets = at;
  }
  if (start == topic_start::group_offsets && !to.properties.contains("group.id"))
    return wrong(options.contains(mode) ? mode : "connector",
                 "reading from the group's offsets needs the option 'properties.group.id'",
                 "name a group, or set 'scan.startup.mode' = 'earliest-offset'");
  return {};
}

option_result<void> read_end(const option_values& options, topic_source_options& to) {
  WEIR_TRY(end, read_choice<topic_end>(options, "scan.bounded.mode", topic_end::never,
                                       {{"unbounded", topic_end::never},
                                        {"latest-offset", topic_end::latest},
                                        {"group-offsets", topic_end::group_offsets},
                                        {"timestamp", topic_end::timestamp},
                                        {"specific-offsets", topic_end::specific_offsets}}));
  to.end = end;
  if (end == topic_end::timestamp) {
    WEIR_TRY(at, read_number(options, "scan.bounded.timestamp-millis", "scan.bounded.mode 'timestamp'"));
    to.end_timestamp_ms = at;
  }
  if (end == topic_end::specific_offsets) {
    WEIR_TRY(at, read_offsets(options, "scan.bounded.specific-offsets", "scan.bounded.mode 'specific-offsets'"));
    to.end_offsets = at;
  }
  if (end == topic_end::group_offsets && !to.properties.contains("group.id"))
    return wrong("scan.bounded.mode", "ending at the group's offsets needs the option 'properties.group.id'");
  return {};
}

} // namespace

option_result<topic_source_options> read_topic_source(const option_values& options) {
  topic_source_options made;
  made.properties = properties_of(options);
  const auto* topic = find(options, "topic");
  const auto* pattern = find(options, "topic-pattern");
  if (topic != nullptr && pattern != nullptr)
    return wrong("topic-pattern", "a table has either 'topic' or 'topic-pattern', not both");
  if (topic != nullptr) made.topics = split(*topic, ';');
  if (pattern != nullptr) made.pattern = *pattern;
  if (made.topics.empty() && made.pattern.empty()) return wrong("topic", "no topic is named");
  WEIR_CHECK(read_start(options, made));
  WEIR_CHECK(read_end(options, made));
  if (const auto* every = find(options, "scan.topic-partition-discovery.interval"))
    made.discovery_interval_ms = milliseconds(*every);
  return made;
}

option_result<topic_sink_options> read_topic_sink(const option_values& options) {
  topic_sink_options made;
  made.properties = properties_of(options);
  if (const auto* topic = find(options, "topic")) made.topic = *topic;
  if (made.topic.empty() || made.topic.contains(';'))
    return wrong("topic", fmt::format("a table that is written needs exactly one topic: {}", made.topic));
  const std::vector<std::pair<std::string_view, delivery>> guarantees{
      {"none", delivery::none}, {"at-least-once", delivery::at_least_once}, {"exactly-once", delivery::exactly_once}};
  for (const std::string key : {"sink.semantic", "sink.delivery-guarantee"}) {
    WEIR_TRY(guarantee, read_choice<delivery>(options, key, made.guarantee, guarantees));
    made.guarantee = guarantee;
    made.guarantee_is_stated = made.guarantee_is_stated || options.contains(key);
  }
  if (const auto* prefix = find(options, "sink.transactional-id-prefix")) made.transactional_id_prefix = *prefix;
  if (made.guarantee == delivery::exactly_once && made.transactional_id_prefix.empty())
    return wrong("sink.delivery-guarantee", "exactly-once needs the option 'sink.transactional-id-prefix'",
                 "give every file that writes exactly once a prefix of its own");
  WEIR_TRY(partitioner, read_choice<topic_partitioner>(options, "sink.partitioner", topic_partitioner::by_key,
                                                       {{"default", topic_partitioner::by_key},
                                                        {"fixed", topic_partitioner::fixed},
                                                        {"round-robin", topic_partitioner::round_robin}}));
  made.partitioner = partitioner;
  return made;
}

option_result<key_options> read_key(const option_values& options, const schema& columns,
                                    const std::vector<std::string>& primary_key) {
  key_options made;
  const bool upsert = find(options, "connector") != nullptr && *find(options, "connector") == "upsert-kafka";
  made.has_key = options.contains("key.format");
  if (const auto* fields = find(options, "key.fields")) made.fields = split(*fields, ';');
  if (upsert) made.fields = primary_key;
  if (const auto* prefix = find(options, "key.fields-prefix")) made.prefix = *prefix;
  WEIR_TRY(included, read_choice<bool>(options, "value.fields-include", true, {{"ALL", true}, {"EXCEPT_KEY", false}}));
  made.value_has_key = included;
  if (made.has_key && made.fields.empty())
    return wrong("key.format", "a key format needs the columns of the key: the option 'key.fields'");
  if (!made.has_key && !made.fields.empty() && !upsert)
    return wrong("key.fields", "'key.fields' needs a format: the option 'key.format'");
  if (!made.has_key && !made.value_has_key)
    return wrong("value.fields-include", "'EXCEPT_KEY' needs a key: the options 'key.format' and 'key.fields'");
  for (const auto& field : made.fields) {
    if (!columns.index_of(field)) return wrong("key.fields", fmt::format("there is no column {}", field));
    if (!field.starts_with(made.prefix))
      return wrong("key.fields-prefix", fmt::format("key column {} does not begin with {}", field, made.prefix));
  }
  if (!made.prefix.empty() && made.value_has_key)
    return wrong("key.fields-prefix", "a prefix needs 'value.fields-include' = 'EXCEPT_KEY'");
  return made;
}

} // namespace core::plan
