#include "core/zone_table.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <date/tz.h>
#include <fmt/format.h>

#include "core/time.hpp"

namespace core {

namespace {

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t cycle_ms = 146'097 * day_ms; ///< 400 years: dates and weekdays repeat.
constexpr int rule_years = 14;                      ///< So many years show a month beginning on each weekday.

/// One change of the clock each year: at a time of the `weekday` on or after `day` of `month`, in the wall clock before
/// the change.
struct yearly_change {
  date::month month{1};
  unsigned day = 0;
  unsigned last_day = 0;
  date::weekday weekday{0U};
  std::int64_t time_ms = 0;
  std::int64_t before_ms = 0;
  std::int64_t after_ms = 0;

  [[nodiscard]] zone_range in(int year) const {
    const auto earliest = date::sys_days{date::year{year} / month / date::day{day}};
    const auto wanted = earliest + (weekday - date::weekday{earliest});
    return {wanted.time_since_epoch().count() * day_ms + time_ms - before_ms, after_ms};
  }
};

yearly_change change_at(const std::vector<zone_range>& ranges, std::size_t i) {
  const auto before = ranges[i - 1].offset_ms;
  const auto local = ranges[i].begin_ms + before;
  const date::sys_days midnight{date::days{floor_div(local, day_ms)}};
  const date::year_month_day when{midnight};
  const auto day = static_cast<unsigned>(when.day());
  return {when.month(),       day, day, date::weekday{midnight}, local - floor_div(local, day_ms) * day_ms, before,
          ranges[i].offset_ms};
}

bool same_pattern(const yearly_change& a, const yearly_change& b) {
  return a.month == b.month && a.weekday == b.weekday && a.time_ms == b.time_ms && a.before_ms == b.before_ms &&
         a.after_ms == b.after_ms;
}

int year_of(std::int64_t ms) {
  const date::sys_days midnight{date::days{floor_div(ms, day_ms)}};
  return static_cast<int>(date::year_month_day{midnight}.year());
}

struct yearly_rule {
  yearly_change first;
  yearly_change second;
};

/// The rule that the last years of the table follow, when there is one. The database's own rule is not handed out by
/// the library, so it is read off its results; a zone whose last changes are irregular (or that has stopped changing)
/// keeps its last offset.
std::optional<yearly_rule> rule_of(const std::vector<zone_range>& ranges) {
  constexpr std::size_t needed = 2 * rule_years;
  if (ranges.size() <= needed) return {};
  const auto start = ranges.size() - needed;
  yearly_rule rule{change_at(ranges, start), change_at(ranges, start + 1)};
  for (std::size_t i = start; i < ranges.size(); ++i) {
    auto& mine = (i - start) % 2 == 0 ? rule.first : rule.second;
    const auto seen = change_at(ranges, i);
    if (!same_pattern(mine, seen)) return {};
    mine.day = std::min(mine.day, seen.day);
    mine.last_day = std::max(mine.last_day, seen.day);
    if (mine.last_day - mine.day > 6) return {};
  }
  if (year_of(ranges[start].begin_ms) != year_of(ranges[start + 1].begin_ms)) return {};
  return rule;
}

/// Carries the table on by its rule for more than one cycle; gives the time from which on cycles are taken off.
std::int64_t carry_on(std::vector<zone_range>& ranges) {
  const auto rule = rule_of(ranges);
  if (!rule) return std::numeric_limits<std::int64_t>::max();
  const auto last_year = year_of(ranges.back().begin_ms);
  for (int year = last_year + 1; year <= last_year + 402; ++year) {
    ranges.push_back(rule->first.in(year));
    ranges.push_back(rule->second.in(year));
  }
  const date::sys_days limit{date::year{last_year + 402} / 1 / 1};
  return limit.time_since_epoch().count() * day_ms;
}

} // namespace

zone_table::zone_table(std::vector<zone_range> ranges) : ranges_(std::move(ranges)), limit_ms_(carry_on(ranges_)) {
  WEIR_ENSURE(!ranges_.empty(), "every zone has an offset at the beginning of time");
  local_from_.push_back(std::numeric_limits<std::int64_t>::min());
  for (std::size_t i = 1; i < ranges_.size(); ++i)
    local_from_.push_back(ranges_[i].begin_ms + std::max(ranges_[i - 1].offset_ms, ranges_[i].offset_ms));
}

std::size_t zone_table::range_of_utc(std::int64_t utc_ms) const {
  const auto after = std::upper_bound(ranges_.begin() + 1, ranges_.end(), utc_ms,
                                      [](std::int64_t t, const zone_range& range) { return t < range.begin_ms; });
  return static_cast<std::size_t>(after - ranges_.begin()) - 1;
}

std::size_t zone_table::range_of_local(std::int64_t local_ms) const {
  const auto after = std::upper_bound(local_from_.begin() + 1, local_from_.end(), local_ms);
  return static_cast<std::size_t>(after - local_from_.begin()) - 1;
}

/// Whether the wall clock lies before the gap or overlap that ends the range.
bool zone_table::is_clear(std::size_t range, std::int64_t local_ms) const {
  if (range + 1 == ranges_.size()) return true;
  return local_ms < ranges_[range + 1].begin_ms + std::min(ranges_[range].offset_ms, ranges_[range + 1].offset_ms);
}

std::int64_t zone_table::whole_cycles(std::int64_t ms) const {
  return ms < limit_ms_ ? 0 : ((ms - limit_ms_) / cycle_ms + 1) * cycle_ms;
}

namespace {

/// Rows mostly come near each other in time. One memory a thread, so that no two threads share it.
struct last_range {
  const zone_table* table = nullptr;
  std::int64_t begin_ms = 0;
  std::int64_t end_ms = 0;
  std::int64_t offset_ms = 0;
};
thread_local last_range last_utc;
thread_local last_range last_local;

bool holds(const last_range& last, const zone_table* table, std::int64_t ms) {
  return last.table == table && ms >= last.begin_ms && ms < last.end_ms;
}

} // namespace

std::int64_t zone_table::to_local(std::int64_t utc_ms) const {
  if (holds(last_utc, this, utc_ms)) return saturating_add(utc_ms, last_utc.offset_ms);
  const auto i = range_of_utc(utc_ms - whole_cycles(utc_ms));
  if (utc_ms < limit_ms_) {
    const auto end = i + 1 < ranges_.size() ? ranges_[i + 1].begin_ms : limit_ms_;
    last_utc = {this, ranges_[i].begin_ms, end, ranges_[i].offset_ms};
  }
  return saturating_add(utc_ms, ranges_[i].offset_ms);
}

std::int64_t zone_table::to_utc(std::int64_t local_ms) const {
  if (holds(last_local, this, local_ms)) return saturating_sub(local_ms, last_local.offset_ms);
  const auto i = range_of_local(local_ms - whole_cycles(local_ms));
  if (local_ms < limit_ms_) {
    // In a gap and in an overlap java.time takes the offset before the change: it holds up to where the next range
    // begins.
    const auto end = i + 1 < ranges_.size() ? local_from_[i + 1] : limit_ms_;
    last_local = {this, local_from_[i], end, ranges_[i].offset_ms};
  }
  return saturating_sub(local_ms, ranges_[i].offset_ms);
}

std::int64_t zone_table::to_utc_latest(std::int64_t local_ms) const {
  const auto cycles = whole_cycles(local_ms);
  const auto within = local_ms - cycles;
  const auto i = range_of_local(within);
  if (is_clear(i, within)) return saturating_sub(local_ms, ranges_[i].offset_ms);
  const auto& next = ranges_[i + 1];
  const bool gap = next.offset_ms > ranges_[i].offset_ms;
  return cycles + (gap ? next.begin_ms : within - next.offset_ms);
}

namespace {

std::string hint_for(const std::string& name, const date::tzdb& database) {
  std::vector<std::string_view> known;
  for (const auto& zone : database.zones) known.push_back(zone.name());
  const auto near = closest(name, known.data(), known.size());
  return near.empty() ? "zones are named as Europe/Berlin or GMT+08:00" : fmt::format("did you mean {}?", near);
}

std::vector<zone_range> ranges_of(const date::time_zone& zone) {
  // Databases of newer library versions go on for ever; this is past the years that have rules of their own.
  constexpr auto enough = date::sys_days{date::year{2100} / 1 / 1};
  std::vector<zone_range> ranges;
  auto info = zone.get_info(date::sys_days{date::year{1} / 1 / 1});
  while (true) {
    const auto offset = std::chrono::milliseconds{info.offset}.count();
    const auto begin = std::chrono::milliseconds{info.begin.time_since_epoch()}.count();
    if (ranges.empty() || ranges.back().offset_ms != offset) ranges.push_back({begin, offset});
    if (info.end >= enough) return ranges;
    info = zone.get_info(info.end);
  }
}

} // namespace

result<std::vector<zone_range>> read_zone(const std::string& name) {
  try {
    const auto& database = date::get_tzdb();
    const auto found =
        std::lower_bound(database.zones.begin(), database.zones.end(), name,
                         [](const date::time_zone& zone, const std::string& n) { return zone.name() < n; });
    if (found == database.zones.end() || found->name() != name)
      return fail(errc::unknown_name, fmt::format("unknown time zone: {}", name), {}, hint_for(name, database));
    return ranges_of(*found);
  } catch (const std::runtime_error& fault) {
    return fail(errc::io_failed, fmt::format("time zone database cannot be read: {}", fault.what()));
  }
}

} // namespace core
