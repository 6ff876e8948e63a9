#include "config/script_settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "config/quantity.hpp"

namespace config {

namespace {

using core::errc;

core::result<std::uint32_t> number(const std::string& key, const std::string& value, std::uint32_t most) {
  std::uint32_t made = 0;
  const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), made);
  if (failed == std::errc{} && end == value.data() + value.size() && made >= 1 && made <= most) return made;
  return core::fail(errc::bad_value, fmt::format("{} must be a whole number from 1 to {}: {}", key, most, value));
}

core::result<bool> flag(const std::string& key, const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  return core::fail(errc::bad_value, fmt::format("{} must be 'true' or 'false': {}", key, value));
}

struct numbered {
  std::string_view key;
  std::uint32_t engine_options::*field;
  std::uint32_t most;
};
constexpr std::array<numbered, 3> numbers{{{"weir.shards", &engine_options::shards, 1024},
                                           {"weir.threads", &engine_options::threads, 1024},
                                           {"weir.batch-rows", &engine_options::batch_rows, 4096}}};
constexpr std::array<std::string_view, 7> known{"weir.shards",  "weir.threads", "weir.batch-rows",      "weir.strict",
                                                "weir.on-stop", "weir.memory",  "weir.share-partitions"};

/// Flink's name: how often it commits as well.
constexpr std::string_view interval_key = "execution.checkpointing.interval";

core::result<void> apply_interval(const std::string& value, engine_options& to) {
  const auto length = parse_duration_ms(value);
  if (!length || *length < epoch_ms_min || *length > epoch_ms_max)
    return core::fail(errc::bad_value,
                      fmt::format("{} must be a length of time from 10 ms to 1 h: {}", interval_key, value));
  to.epoch_ms = static_cast<std::uint32_t>(*length);
  return {};
}

/// Flink's names for where checkpoints lie; a URL of a file there.
constexpr std::array<std::string_view, 2> folder_keys{"execution.checkpointing.dir", "state.checkpoints.dir"};

core::result<void> apply_folder(std::string_view key, std::string_view value, engine_options& to) {
  if (value.starts_with("file:")) {
    value.remove_prefix(5);
    if (value.starts_with("//")) value.remove_prefix(2);
  }
  if (value.empty() || value.find("://") != std::string_view::npos)
    return core::fail(errc::bad_value, fmt::format("{} must be a folder of this machine: {}", key, value), {},
                      "such as 'file:///var/lib/weir'");
  to.state_folder = value;
  return {};
}

core::result<void> apply(const std::string& key, const std::string& value, engine_options& to) {
  for (const auto& one : numbers) {
    if (one.key != key) continue;
    const auto read = number(key, value, one.most);
    if (!read) return std::unexpected(read.error());
    to.*one.field = *read;
    return {};
  }
  if (key == "weir.strict" || key == "weir.share-partitions") {
    const auto read = flag(key, value);
    if (!read) return std::unexpected(read.error());
    (key == "weir.strict" ? to.strict : to.shares_partitions) = *read;
    return {};
  }
  if (key == "weir.on-stop") {
    if (value != "close" && value != "drop" && value != "keep")
      return core::fail(errc::bad_value, fmt::format("{} must be 'close', 'drop' or 'keep': {}", key, value));
    to.on_stop = value == "close" ? stop_policy::close : value == "drop" ? stop_policy::drop : stop_policy::keep;
    to.on_stop_is_stated = true;
    return {};
  }
  if (key == "weir.memory") {
    const auto bytes = parse_bytes(value);
    if (!bytes || *bytes < memory_bytes_min)
      return core::fail(errc::bad_value, fmt::format("{} must be a size from 16 MiB: {}", key, value));
    to.memory_bytes_max = *bytes;
    return {};
  }
  const auto near = core::closest(key, known.data(), known.size());
  return core::fail(errc::unknown_name, fmt::format("there is no setting {}", key), {},
                    near.empty() ? std::string() : fmt::format("did you mean {}?", near));
}

} // namespace

core::result<void> apply_settings(const std::map<std::string, std::string>& settings, engine_options& to) {
  for (const auto& [key, value] : settings) {
    if (key.starts_with("weir."))
      if (auto applied = apply(key, value, to); !applied) return applied;
    if (std::ranges::find(folder_keys, key) != folder_keys.end())
      if (auto applied = apply_folder(key, value, to); !applied) return applied;
    if (key == interval_key)
      if (auto applied = apply_interval(value, to); !applied) return applied;
  }
  return {};
}

} // namespace config
