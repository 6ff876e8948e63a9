#include "daemon/api/open_windows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/data/time_text.hpp"
#include "io/format/encoder.hpp"

namespace weir {

namespace {

using json = nlohmann::ordered_json;

double seconds(std::int64_t ms) { return static_cast<double>(ms) / 1000.0; }

json seconds_json(std::int64_t ms) {
  if (ms % 1000 == 0) return ms / 1000;
  return seconds(ms);
}

std::string moment(std::int64_t ms) {
  std::string text;
  core::append_stamp(text, {ms, 0}, core::stamp_style::iso8601, -1);
  return text + "Z";
}

/// The decoded keys of a stage's windows as JSON values.
std::vector<json> keys_of(const core::window::window_aggregate_plan& plan,
                          const std::vector<core::window::open_window>& windows) {
  if (plan.keys.empty()) return std::vector<json>(windows.size());
  std::vector<std::string_view> encoded;
  std::vector<core::data_type> types;
  core::schema layout;
  for (const auto& window : windows)
    encoded.push_back(window.key_is_null ? std::string_view{} : std::string_view(window.key));
  for (const auto key : plan.keys) {
    types.push_back(plan.input->fields[key].type);
    layout.fields.push_back(plan.input->fields[key]);
  }
  core::batch rows;
  rows.layout = std::make_shared<const core::schema>(std::move(layout));
  rows.rows = static_cast<std::uint32_t>(windows.size());
  rows.columns = core::decode_keys(encoded.data(), encoded.size(), types);
  const auto encoder = io::make_encoder({}, rows.layout);
  WEIR_ENSURE(encoder.has_value(), "key columns can be written as JSON");
  std::string text;
  (*encoder)->encode(rows, text);
  std::vector<json> made;
  std::size_t at = 0;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const auto end = text.find('\n', at);
    auto row = json::parse(text.substr(at, end - at));
    made.push_back(row.size() == 1 ? row.begin().value() : row);
    at = end + 1;
  }
  return made;
}

} // namespace

bool open_window_view::has_key(const std::string& wanted) const {
  return (key.is_string() && key.get<std::string>() == wanted) || key.dump() == wanted;
}

std::vector<open_window_view> open_windows_of(const core::plan::pipeline_plan& plan,
                                              const actors::engine_status& status) {
  std::vector<open_window_view> made;
  for (const auto& shard : status.shards) {
    const auto* stage = std::get_if<core::window::window_aggregate_plan>(&plan.stages[shard.stage].operation);
    if (stage == nullptr) continue; // Other operators hold rows, not groups with a key of their own.
    const auto keys = keys_of(*stage, shard.open);
    for (std::size_t i = 0; i < shard.open.size(); ++i) {
      const auto& window = shard.open[i];
      made.push_back({shard.stage, keys[i], window.start, window.end, window.fires_at, window.rows});
    }
  }
  std::ranges::stable_sort(made, [](const open_window_view& a, const open_window_view& b) {
    return a.end_ms != b.end_ms ? a.end_ms < b.end_ms : a.key < b.key;
  });
  return made;
}

json to_json(const open_window_view& window) {
  return {{"key", window.key},
          {"start", seconds_json(window.start_ms)},
          {"end", seconds_json(window.end_ms)},
          {"rows", window.rows}};
}

json why_json(const open_window_view& window, const actors::engine_status& status) {
  auto body = to_json(window);
  body["closes_at_watermark_ms"] = window.fires_at_ms;
  body["held_by"] = json::array();
  for (const auto& source : status.sources) {
    if (source.ended || source.idle || source.watermark >= window.fires_at_ms) continue;
    json one = {{"source", source.name}, {"partition", source.partition}, {"where", source.where}};
    if (source.watermark == core::no_watermark) {
      one["watermark_ms"] = nullptr;
      one["missing"] = "no row with an event time has come yet";
    } else {
      one["watermark_ms"] = source.watermark;
      one["missing_ms"] = window.fires_at_ms - source.watermark;
      one["missing"] = fmt::format("its watermark is {}; the window closes at {}", moment(source.watermark),
                                   moment(window.fires_at_ms));
    }
    body["held_by"].push_back(std::move(one));
  }
  body["released_by"] =
      "a row of each of these whose time moves its watermark so far, its end, its idleness, or POST /flush";
  return body;
}

bool key_matches(const core::column& keys, std::uint32_t row, const std::string& wanted) {
  if (keys.is_null(row)) return wanted == "null";
  switch (core::storage_of(keys.type.kind)) {
  case core::storage::text: {
    const auto text = keys.texts[row];
    if (text == wanted) return true;
    if (keys.type.kind != core::type_kind::variant) return false;
    const auto parsed = json::parse(text, nullptr, false);
    return parsed.is_string() && parsed.get<std::string>() == wanted;
  }
  case core::storage::integer: return std::to_string(keys.ints[row]) == wanted;
  default: return false;
  }
}

} // namespace weir
