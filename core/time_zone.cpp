#include "core/time_zone.hpp"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "core/time.hpp"
#include "core/zone_table.hpp"

namespace core {

namespace {

/// UTC and other zones that never change.
class fixed_zone final : public time_zone {
public:
  fixed_zone(std::string name, std::int64_t offset_ms) : name_(std::move(name)), offset_ms_(offset_ms) {}

  bool is_utc() const noexcept override { return offset_ms_ == 0; }
  const std::string& name() const noexcept override { return name_; }
  std::int64_t to_local(std::int64_t utc_ms) const override { return saturating_add(utc_ms, offset_ms_); }
  std::int64_t to_utc(std::int64_t local_ms) const override { return saturating_sub(local_ms, offset_ms_); }
  std::int64_t to_utc_latest(std::int64_t local_ms) const override { return to_utc(local_ms); }

private:
  std::string name_;
  std::int64_t offset_ms_;
};

class named_zone final : public time_zone {
public:
  named_zone(std::string name, std::vector<zone_range> ranges) : name_(std::move(name)), table_(std::move(ranges)) {}

  bool is_utc() const noexcept override { return false; }
  const std::string& name() const noexcept override { return name_; }
  std::int64_t to_local(std::int64_t utc_ms) const override { return table_.to_local(utc_ms); }
  std::int64_t to_utc(std::int64_t local_ms) const override { return table_.to_utc(local_ms); }
  std::int64_t to_utc_latest(std::int64_t local_ms) const override { return table_.to_utc_latest(local_ms); }

private:
  std::string name_;
  zone_table table_;
};

struct name_pair {
  std::string_view name;
  std::string_view meant;
};

/// Names that mean UTC also where no database is installed.
constexpr std::array utc_names{"UTC",           "Z",       "GMT",     "UT",      "UCT",     "Zulu",     "Universal",
                               "Greenwich",     "GMT0",    "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "Etc/Universal",
                               "Etc/Greenwich", "Etc/GMT0"};

/// java.time.ZoneId.SHORT_IDS, which CONVERT_TZ takes (EST, MST and HST are zones of the database).
constexpr std::array short_names{name_pair{"ACT", "Australia/Darwin"},
                                 name_pair{"AET", "Australia/Sydney"},
                                 name_pair{"AGT", "America/Argentina/Buenos_Aires"},
                                 name_pair{"ART", "Africa/Cairo"},
                                 name_pair{"AST", "America/Anchorage"},
                                 name_pair{"BET", "America/Sao_Paulo"},
                                 name_pair{"BST", "Asia/Dhaka"},
                                 name_pair{"CAT", "Africa/Harare"},
                                 name_pair{"CNT", "America/St_Johns"},
                                 name_pair{"CST", "America/Chicago"},
                                 name_pair{"CTT", "Asia/Shanghai"},
                                 name_pair{"EAT", "Africa/Addis_Ababa"},
                                 name_pair{"ECT", "Europe/Paris"},
                                 name_pair{"IET", "America/Indiana/Indianapolis"},
                                 name_pair{"IST", "Asia/Kolkata"},
                                 name_pair{"JST", "Asia/Tokyo"},
                                 name_pair{"MIT", "Pacific/Apia"},
                                 name_pair{"NET", "Asia/Yerevan"},
                                 name_pair{"NST", "Pacific/Auckland"},
                                 name_pair{"PLT", "Asia/Karachi"},
                                 name_pair{"PNT", "America/Phoenix"},
                                 name_pair{"PRT", "America/Puerto_Rico"},
                                 name_pair{"PST", "America/Los_Angeles"},
                                 name_pair{"SST", "Pacific/Guadalcanal"},
                                 name_pair{"VST", "Asia/Ho_Chi_Minh"}};

bool is_utc_name(std::string_view name) {
  for (const std::string_view known : utc_names)
    if (name == known) return true;
  return false;
}

/// One or two digits off the front of `text`.
std::optional<int> take_digits(std::string_view& text, std::size_t most) {
  int value = 0;
  std::size_t taken = 0;
  while (taken < most && taken < text.size() && text[taken] >= '0' && text[taken] <= '9')
    value = value * 10 + (text[taken++] - '0');
  if (taken == 0) return {};
  text.remove_prefix(taken);
  return value;
}

/// `+8`, `+08`, `+08:00`, `+0800`, `-03:30:15`, each also behind UTC, GMT or UT. Nothing when it is no offset at all.
std::optional<result<std::int64_t>> parse_offset(std::string_view name) {
  auto text = name;
  for (const std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    break;
  }
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return {};
  const std::int64_t sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  std::array<int, 3> parts{};
  for (std::size_t i = 0; i < parts.size() && !(i > 0 && text.empty()); ++i) {
    if (i > 0 && text.starts_with(':')) text.remove_prefix(1);
    const auto part = take_digits(text, 2);
    if (!part)
      return fail(errc::bad_value, fmt::format("time zone offset cannot be read: {}", name), {}, "as in GMT+08:00");
    parts[i] = *part;
  }
  const std::int64_t seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  if (!text.empty() || parts[1] > 59 || parts[2] > 59 || seconds > 18 * 3600)
    return fail(errc::bad_value, fmt::format("time zone offset must be within 18 hours: {}", name), {},
                "as in GMT+08:00");
  return sign * seconds * 1000;
}

result<std::unique_ptr<time_zone>> make_zone(const std::string& name) {
  if (auto offset = parse_offset(name)) {
    if (!*offset) return std::unexpected(offset->error());
    return std::make_unique<fixed_zone>(name, **offset);
  }
  auto looked_up = name;
  for (const auto& known : short_names)
    if (known.name == name) looked_up = known.meant;
  auto ranges = read_zone(looked_up);
  if (!ranges) return std::unexpected(std::move(ranges.error()));
  return std::make_unique<named_zone>(name, std::move(*ranges));
}

struct zone_cache {
  std::mutex guard;
  std::map<std::string, std::unique_ptr<time_zone>, std::less<>> zones;
};

/// Never destroyed: expressions that hold a zone may outlive static destruction.
zone_cache& found_zones() {
  static auto* cache = new zone_cache;
  return *cache;
}

} // namespace

const time_zone& time_zone::utc() {
  static const auto* zone = new fixed_zone("UTC", 0);
  return *zone;
}

result<const time_zone*> time_zone::find(std::string_view name) {
  if (is_utc_name(name)) return &utc();
  auto& cache = found_zones();
  const std::lock_guard lock(cache.guard);
  const auto known = cache.zones.find(name);
  if (known != cache.zones.end()) return known->second.get();
  auto made = make_zone(std::string(name));
  if (!made) return std::unexpected(std::move(made.error()));
  return cache.zones.emplace(std::string(name), std::move(*made)).first->second.get();
}

} // namespace core
