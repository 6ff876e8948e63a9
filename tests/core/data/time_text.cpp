#include "core/data/time_text.hpp"

#include "tests/support/catch.hpp"

namespace {

using core::stamp;
using core::stamp_style;

std::string stamp_text(stamp value, stamp_style style, int digits) {
  std::string out;
  core::append_stamp(out, value, style, digits);
  return out;
}
std::string date_text(std::int64_t days) {
  std::string out;
  core::append_date(out, days);
  return out;
}
std::string time_text(std::int64_t ms, int digits) {
  std::string out;
  core::append_time(out, ms, digits);
  return out;
}
/// Milliseconds and nanoseconds of what was read, or `none`.
std::string shown(const std::optional<stamp>& read) {
  return read ? std::to_string(read->ms) + "+" + std::to_string(read->nanos) : "none";
}

} // namespace

TEST_CASE("the calendar is right at leap days, year ends and before 1970") {
  CHECK(core::days_from_civil(1970, 1, 1) == 0);
  CHECK(core::days_from_civil(1969, 12, 31) == -1);
  CHECK(core::days_from_civil(2000, 2, 29) == 11016);
  CHECK(core::days_from_civil(2024, 2, 29) == 19782);
  CHECK(core::days_from_civil(1, 1, 1) == -719162);
  CHECK(core::days_from_civil(0, 3, 1) == -719468);
  CHECK(core::days_from_civil(9999, 12, 31) == 2932896);
}

TEST_CASE("every day of 900 years goes to its date and back") {
  std::int64_t year = 1500;
  std::uint32_t month = 1;
  std::uint32_t day = 1;
  for (auto days = core::days_from_civil(1500, 1, 1); days < core::days_from_civil(2400, 1, 1); ++days) {
    const auto date = core::civil_from_days(days);
    REQUIRE((date.year == year && date.month == month && date.day == day));
    REQUIRE(core::days_from_civil(year, month, day) == days);
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const std::uint32_t lengths[] = {31, leap ? 29U : 28U, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (++day > lengths[month - 1]) {
      day = 1;
      if (++month > 12) month = 1, ++year;
    }
  }
}

TEST_CASE("dates are written with four digits of the year, and a sign beyond them") {
  CHECK(date_text(0) == "1970-01-01");
  CHECK(date_text(19782) == "2024-02-29");
  CHECK(date_text(-719162) == "0001-01-01");
  CHECK(date_text(2932896) == "9999-12-31");
  CHECK(date_text(2932897) == "+10000-01-01");
  CHECK(date_text(core::days_from_civil(-1, 1, 1)) == "-0001-01-01");
  CHECK(date_text(core::days_from_civil(-12345, 6, 7)) == "-12345-06-07");
}

TEST_CASE("times are written with as many digits as asked for") {
  CHECK(time_text(0, -1) == "00:00:00");
  CHECK(time_text(86399999, -1) == "23:59:59.999");
  CHECK(time_text(45296120, -1) == "12:34:56.12");
  CHECK(time_text(45296120, 3) == "12:34:56.120");
  CHECK(time_text(45296120, 0) == "12:34:56");
  CHECK(time_text(45296000, 1) == "12:34:56.0");
}

TEST_CASE("stamps are written in both styles") {
  CHECK(stamp_text({0, 0}, stamp_style::sql, -1) == "1970-01-01 00:00:00");
  CHECK(stamp_text({-1, 0}, stamp_style::sql, -1) == "1969-12-31 23:59:59.999");
  CHECK(stamp_text({-1, 999999}, stamp_style::iso8601, -1) == "1969-12-31T23:59:59.999999999");
  CHECK(stamp_text({1700000000100, 0}, stamp_style::sql, -1) == "2023-11-14 22:13:20.1");
  CHECK(stamp_text({1700000000000, 1000}, stamp_style::sql, -1) == "2023-11-14 22:13:20.000001");
  CHECK(stamp_text({1700000000000, 0}, stamp_style::sql, 3) == "2023-11-14 22:13:20.000");
  CHECK(stamp_text({1700000000123, 456789}, stamp_style::iso8601, 6) == "2023-11-14T22:13:20.123456");
}

TEST_CASE("a stamp writer goes from day to day and back") {
  core::stamp_writer writer;
  const auto text = [&](std::int64_t ms) {
    char made[core::stamp_chars_max];
    return std::string(made, writer.write(made, {ms, 0}, stamp_style::sql, -1));
  };
  CHECK(text(0) == "1970-01-01 00:00:00");
  CHECK(text(-1) == "1969-12-31 23:59:59.999");
  CHECK(text(1700000000000) == "2023-11-14 22:13:20");
  CHECK(text(1700006400000) == "2023-11-15 00:00:00");
  CHECK(text(1700006399999) == "2023-11-14 23:59:59.999");
  CHECK(text(253402300800000) == "+10000-01-01 00:00:00");
}

TEST_CASE("dates are read strictly") {
  CHECK(core::parse_date("2024-02-29") == 19782);
  CHECK(core::parse_date("0001-01-01") == -719162);
  CHECK(core::parse_date("2024-12-31") == 20088);
  for (const auto* text : {"", "2023-02-29", "2023-02-30", "2024-13-01", "2024-00-01", "2024-01-00", "2024-04-31",
                           "2024-1-01", "2024-01-1", "2024/01/01", "2024-01-01 ", "24-01-01", "12024-01-01"})
    CHECK_FALSE(core::parse_date(text));
}

TEST_CASE("times are read with seconds and an optional fraction") {
  CHECK(core::parse_time("23:59:59") == 86399000);
  CHECK(core::parse_time("23:59:59.999") == 86399999);
  CHECK(core::parse_time("00:00:00.5") == 500);
  CHECK(core::parse_time("24:00:00") == 0);
  for (const auto* text : {"", "12:00", "1:00:00", "24:00:01", "12:60:00", "12:00:60", "12:00:00x", "12-00-00"})
    CHECK_FALSE(core::parse_time(text));
}

TEST_CASE("the SQL style takes what Flink's JSON format takes") {
  const auto read = [](std::string_view text) { return shown(core::parse_stamp(text, stamp_style::sql, false)); };
  CHECK(read("2024-01-01 00:00:00") == "1704067200000+0");
  CHECK(read("2024-01-01 00:00:00.123456") == "1704067200123+456000");
  CHECK(read("2024-01-01 00:00:00.123456789") == "1704067200123+456789");
  CHECK(read("2024-01-01 00:00:00.") == "1704067200000+0");
  CHECK(read("1969-12-31 23:59:59.9999") == "-1+900000");
  CHECK(read("2023-02-30 00:00:00") == "1677542400000+0"); // java.time's SMART: the last of February.
  CHECK(read("2023-02-28 24:00:00") == "1677628800000+0");
  for (const auto* text :
       {"2024-01-01T00:00:00", "2024-01-01", "2024-01-01 00:00", "2024-13-01 00:00:00", "", "2024-01-01 00:00:00Z",
        "2024-01-01 00:00:00.1234567891", " 2024-01-01 00:00:00", "2023-02-28 24:00:00.001", "2023-02-32 00:00:00"})
    CHECK(read(text) == "none");
}

TEST_CASE("a stamp with zone ends in a capital Z") {
  const auto sql = [](std::string_view text) { return shown(core::parse_stamp(text, stamp_style::sql, true)); };
  const auto iso = [](std::string_view text) { return shown(core::parse_stamp(text, stamp_style::iso8601, true)); };
  CHECK(sql("2024-01-01 00:00:00.5Z") == "1704067200500+0");
  CHECK(iso("2024-01-01T00:00:00Z") == "1704067200000+0");
  CHECK(iso("2024-01-01T00:00Z") == "1704067200000+0");
  CHECK(iso("2023-02-30T00:00:00Z") == "1677542400000+0");
  CHECK(sql("2024-01-01 00:00:00") == "none");
  CHECK(sql("2024-01-01 00:00:00z") == "none");
  CHECK(iso("2024-01-01T02:00:00+02:00") == "none");
  CHECK(iso("2024-01-01T00:00:00") == "none");
  CHECK(iso("2024-01-01 00:00:00Z") == "none");
}

TEST_CASE("the ISO style may leave out seconds and is strict about days") {
  const auto iso = [](std::string_view text) { return shown(core::parse_stamp(text, stamp_style::iso8601, false)); };
  CHECK(iso("2024-01-01T00:00:00.5") == "1704067200500+0");
  CHECK(iso("2024-01-01T00:00") == "1704067200000+0");
  CHECK(iso("2023-02-30T00:00:00") == "none");
  CHECK(iso("2023-02-28T24:00:00") == "none");
  CHECK(iso("2024-01-01 00:00:00") == "none");
  CHECK(iso("2024-01-01T00:00:00Z") == "none");
}

TEST_CASE("lenient reading takes what other producers write") {
  const auto read = [](std::string_view text) { return shown(core::parse_stamp_lenient(text)); };
  CHECK(read("2024-01-01T00:00:00Z") == "1704067200000+0");
  CHECK(read("2024-01-01t00:00:00z") == "1704067200000+0");
  CHECK(read("2024-01-01 00:00") == "1704067200000+0");
  CHECK(read("2024-01-01T02:00:00+02:00") == "1704067200000+0");
  CHECK(read("2024-01-01T02:00:00+02") == "1704067200000+0");
  CHECK(read("2023-12-31T18:30:00-0530") == "1704067200000+0");
  CHECK(read("2024-01-01T00:00:00.123456789123Z") == "1704067200123+456789");
  for (const auto* text : {"", "2024-01-01", "2024-01-01T00:00:00+2", "2024-01-01T00:00:00+02:", "soon",
                           "2024-01-01T00:00:00+19:00", "2024-01-01T00:00:00+02:00x", "2024-01-01T00:00:00 Z",
                           "2023-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00+02:60", "1704067200"})
    CHECK(read(text) == "none");
}

TEST_CASE("CAST takes short fields, a date alone and surrounding blanks") {
  const auto read = [](std::string_view text) { return shown(core::parse_stamp_cast(text)); };
  CHECK(read("2024-01-01") == "1704067200000+0");
  CHECK(read(" 2024-1-1 ") == "1704067200000+0");
  CHECK(read("2024-01-01 1:2:3.5") == "1704070923500+0");
  CHECK(read("2024-01-01T00:00") == "1704067200000+0");
  CHECK(read("2024-01-01 00:00:00.123456789") == "1704067200123+456789");
  CHECK(read("2024-01-01 ") == "1704067200000+0");
  for (const auto* text : {"", "  ", "2024", "2024-01-01 x", "2024-01-01 00:00:00Z", "2024-01-01x"})
    CHECK(read(text) == "none");
}
