#include "core/time_zone.hpp"

#include <limits>
#include <thread>
#include <vector>

#include "core/data/time_text.hpp"
#include "core/zone_table.hpp"
#include "tests/support/catch.hpp"

namespace {

constexpr std::int64_t hour_ms = 3'600'000;

std::int64_t at(std::int64_t year, unsigned month, unsigned day, int hour = 0, int minute = 0, int second = 0) {
  return core::days_from_civil(year, month, day) * 24 * hour_ms + hour * hour_ms + minute * 60'000 + second * 1000;
}

const core::time_zone& zone(std::string_view name) {
  const auto found = core::time_zone::find(name);
  REQUIRE(found.has_value());
  return **found;
}

core::error failure(std::string_view name) {
  const auto found = core::time_zone::find(name);
  REQUIRE_FALSE(found.has_value());
  return found.error();
}

} // namespace

TEST_CASE("UTC has many names and no offset") {
  for (const auto* name : {"UTC", "Z", "GMT", "Etc/UTC", "Zulu", "UT"}) {
    CHECK(zone(name).is_utc());
    CHECK(&zone(name) == &core::time_zone::utc());
  }
  CHECK(core::time_zone::utc().name() == "UTC");
  CHECK(core::time_zone::utc().to_local(-1) == -1);
  CHECK(core::time_zone::utc().to_utc_latest(7) == 7);
}

TEST_CASE("fixed offsets are read as Java writes them") {
  CHECK(zone("GMT+08:00").to_local(0) == 8 * hour_ms);
  CHECK(zone("UTC+8").to_local(0) == 8 * hour_ms);
  CHECK(zone("UT-1").to_local(0) == -hour_ms);
  CHECK(zone("+08:00").to_utc(0) == -8 * hour_ms);
  CHECK(zone("+0530").to_utc_latest(0) == -5 * hour_ms - 1'800'000);
  CHECK(zone("-03:30:15").to_local(0) == -3 * hour_ms - 1'815'000);
  CHECK(zone("GMT+8:00").to_local(0) == 8 * hour_ms);
  CHECK(zone("UTC+0").is_utc());
  CHECK_FALSE(zone("+18").is_utc());
  CHECK(zone("GMT+08:00").name() == "GMT+08:00");
}

TEST_CASE("an offset that cannot be is refused") {
  CHECK(failure("GMT+").message == "time zone offset cannot be read: GMT+");
  CHECK(failure("+08:x").message == "time zone offset cannot be read: +08:x");
  CHECK(failure("+19:00").message == "time zone offset must be within 18 hours: +19:00");
  CHECK(failure("+08:60").code == core::errc::bad_value);
  CHECK(failure("+08:00:00:00").code == core::errc::bad_value);
}

TEST_CASE("an unknown zone is an error that names the nearest one") {
  const auto fault = failure("Europe/Berlim");
  CHECK(fault.code == core::errc::unknown_name);
  CHECK(fault.message == "unknown time zone: Europe/Berlim");
  CHECK(fault.hint == "did you mean Europe/Berlin?");
  CHECK(failure("europe/berlin").hint == "did you mean Europe/Berlin?");
  CHECK(failure("Qqqqqqqqqqqqqq/Xxxxxxxxxxxxxx").hint == "zones are named as Europe/Berlin or GMT+08:00");
}

TEST_CASE("a zone is found once and kept") {
  CHECK(&zone("Europe/Berlin") == &zone("Europe/Berlin"));
  CHECK(zone("Europe/Berlin").name() == "Europe/Berlin");
  CHECK_FALSE(zone("Europe/Berlin").is_utc());
}

TEST_CASE("Java's short names mean what Java says") {
  CHECK(zone("PST").to_local(at(2024, 7, 1, 12)) == at(2024, 7, 1, 5));
  CHECK(zone("CTT").to_local(at(2024, 7, 1, 12)) == at(2024, 7, 1, 20));
}

TEST_CASE("the wall clock follows summer time") {
  const auto& berlin = zone("Europe/Berlin");
  CHECK(berlin.to_local(at(2024, 1, 1)) == at(2024, 1, 1, 1));
  CHECK(berlin.to_local(at(2024, 7, 1)) == at(2024, 7, 1, 2));
  CHECK(berlin.to_local(at(2024, 3, 31, 0, 59, 59)) == at(2024, 3, 31, 1, 59, 59));
  CHECK(berlin.to_local(at(2024, 3, 31, 1)) == at(2024, 3, 31, 3));
  CHECK(berlin.to_local(at(2024, 10, 27, 0, 59, 59)) == at(2024, 10, 27, 2, 59, 59));
  CHECK(berlin.to_local(at(2024, 10, 27, 1)) == at(2024, 10, 27, 2));
}

TEST_CASE("a wall clock inside a gap is moved forward by the gap") {
  const auto& berlin = zone("Europe/Berlin");
  CHECK(berlin.to_utc(at(2024, 3, 31, 1, 59, 59)) == at(2024, 3, 31, 0, 59, 59));
  CHECK(berlin.to_utc(at(2024, 3, 31, 2)) == at(2024, 3, 31, 1));
  CHECK(berlin.to_utc(at(2024, 3, 31, 2, 30)) == at(2024, 3, 31, 1, 30));
  CHECK(berlin.to_utc(at(2024, 3, 31, 3)) == at(2024, 3, 31, 1));
  CHECK(berlin.to_utc(at(2024, 3, 31, 3, 30)) == at(2024, 3, 31, 1, 30));
}

TEST_CASE("a window that would end in a gap fires at the change") {
  const auto& berlin = zone("Europe/Berlin");
  CHECK(berlin.to_utc_latest(at(2024, 3, 31, 1, 59, 59)) == at(2024, 3, 31, 0, 59, 59));
  CHECK(berlin.to_utc_latest(at(2024, 3, 31, 2)) == at(2024, 3, 31, 1));
  CHECK(berlin.to_utc_latest(at(2024, 3, 31, 2, 30)) == at(2024, 3, 31, 1));
  CHECK(berlin.to_utc_latest(at(2024, 3, 31, 3)) == at(2024, 3, 31, 1));
}

TEST_CASE("a wall clock shown twice has an earlier and a later moment") {
  const auto& berlin = zone("Europe/Berlin");
  CHECK(berlin.to_utc(at(2024, 10, 27, 1, 59, 59)) == at(2024, 10, 26, 23, 59, 59));
  CHECK(berlin.to_utc_latest(at(2024, 10, 27, 1, 59, 59)) == at(2024, 10, 26, 23, 59, 59));
  CHECK(berlin.to_utc(at(2024, 10, 27, 2)) == at(2024, 10, 27, 0));
  CHECK(berlin.to_utc_latest(at(2024, 10, 27, 2)) == at(2024, 10, 27, 1));
  CHECK(berlin.to_utc(at(2024, 10, 27, 2, 59, 59)) == at(2024, 10, 27, 0, 59, 59));
  CHECK(berlin.to_utc_latest(at(2024, 10, 27, 2, 59, 59)) == at(2024, 10, 27, 1, 59, 59));
  CHECK(berlin.to_utc(at(2024, 10, 27, 3)) == at(2024, 10, 27, 2));
  CHECK(berlin.to_utc_latest(at(2024, 10, 27, 3)) == at(2024, 10, 27, 2));
}

TEST_CASE("times long ago have local mean time") {
  const auto& berlin = zone("Europe/Berlin");
  const auto mean = 53 * 60'000 + 28'000;
  CHECK(berlin.to_local(at(1800, 7, 1)) == at(1800, 7, 1) + mean);
  CHECK(berlin.to_utc(at(1800, 7, 1)) == at(1800, 7, 1) - mean);
  CHECK(berlin.to_utc(at(-4000, 7, 1)) == at(-4000, 7, 1) - mean);
  CHECK(berlin.to_local(at(1969, 7, 1)) == at(1969, 7, 1, 1));
  CHECK(berlin.to_local(std::numeric_limits<std::int64_t>::min()) == std::numeric_limits<std::int64_t>::min() + mean);
}

TEST_CASE("summer time goes on past the years of the database") {
  const auto& berlin = zone("Europe/Berlin");
  for (const int year : {2038, 2050, 2399, 2438, 2439, 2440, 2441, 2800, 9999, 250'000}) {
    CHECK(berlin.to_local(at(year, 7, 1)) == at(year, 7, 1, 2));
    CHECK(berlin.to_local(at(year, 1, 1)) == at(year, 1, 1, 1));
    CHECK(berlin.to_local(at(year, 12, 31, 23)) == at(year + 1, 1, 1));
    CHECK(berlin.to_utc(at(year, 7, 1, 2)) == at(year, 7, 1));
    CHECK(berlin.to_utc_latest(at(year, 7, 1, 2)) == at(year, 7, 1));
  }
  // The last Sunday of October 2050 is the 30th.
  CHECK(berlin.to_local(at(2050, 10, 30, 0, 59)) == at(2050, 10, 30, 2, 59));
  CHECK(berlin.to_local(at(2050, 10, 30, 1)) == at(2050, 10, 30, 2));
  CHECK(berlin.to_utc_latest(at(2050, 10, 30, 2, 30)) == at(2050, 10, 30, 1, 30));
  // 2450 = 2050 + 400: the same calendar.
  CHECK(berlin.to_utc_latest(at(2450, 10, 30, 2, 30)) == at(2450, 10, 30, 1, 30));
  CHECK(berlin.to_local(std::numeric_limits<std::int64_t>::max()) == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("the south has summer time over the new year") {
  const auto& sydney = zone("Australia/Sydney");
  CHECK(sydney.to_local(at(2050, 1, 1)) == at(2050, 1, 1, 11));
  CHECK(sydney.to_local(at(2050, 7, 1)) == at(2050, 7, 1, 10));
  CHECK(sydney.to_local(at(2439, 12, 31, 23)) == at(2440, 1, 1, 10));
}

TEST_CASE("a zone without summer time today keeps its offset") {
  const auto& kolkata = zone("Asia/Kolkata");
  CHECK(kolkata.to_local(at(2300, 7, 1)) == at(2300, 7, 1, 5, 30));
  CHECK(kolkata.to_utc(at(2300, 7, 1, 5, 30)) == at(2300, 7, 1));
  CHECK(kolkata.to_utc_latest(at(2300, 7, 1, 5, 30)) == at(2300, 7, 1));
  CHECK(zone("America/Sao_Paulo").to_local(at(2050, 1, 1, 3)) == at(2050, 1, 1));
}

TEST_CASE("irregular changes are not taken for a rule") {
  std::vector<core::zone_range> ranges{{std::numeric_limits<std::int64_t>::min(), 0}};
  for (int year = 2000; year < 2020; ++year) {
    ranges.push_back({at(year, 3, 1 + static_cast<unsigned>(year % 20)), hour_ms});
    ranges.push_back({at(year, 9, 1), 0});
  }
  static const core::zone_table table(ranges);
  CHECK(table.to_local(at(2019, 4, 1)) == at(2019, 4, 1, 1));
  CHECK(table.to_local(at(2030, 4, 1)) == at(2030, 4, 1));
}

TEST_CASE("there and back gives the moment, in any order and on any thread") {
  const auto run = [] {
    int wrong = 0;
    for (const auto* name :
         {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"}) {
      const auto found = core::time_zone::find(name);
      if (!found) return -1;
      std::uint64_t seed = 42;
      for (int i = 0; i < 20'000; ++i) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        const auto utc = static_cast<std::int64_t>((seed >> 16) % 12'000'000'000'000ULL) - 3'000'000'000'000;
        const auto local = (*found)->to_local(utc);
        const auto early = (*found)->to_utc(local);
        const auto late = (*found)->to_utc_latest(local);
        if ((early != utc && late != utc) || early > late) ++wrong;
      }
    }
    return wrong;
  };
  std::vector<int> wrong(3, -2);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : wrong) threads.emplace_back([&mine, &run] { mine = run(); });
  }
  CHECK(wrong == std::vector<int>{0, 0, 0});
}
