#include "config/quantity.hpp"

#include "tests/support/catch.hpp"

using config::duration_text;
using config::parse_bytes;
using config::parse_duration_ms;

namespace {
std::string fault_of(std::string_view text) {
  const auto read = parse_duration_ms(text);
  return read ? "read as " + std::to_string(*read) : core::to_string(read.error());
}
} // namespace

TEST_CASE("durations are read with every unit, in parts and as fractions") {
  CHECK(parse_duration_ms("500ms") == 500);
  CHECK(parse_duration_ms("5s") == 5000);
  CHECK(parse_duration_ms("1m") == 60'000);
  CHECK(parse_duration_ms("2h") == 7'200'000);
  CHECK(parse_duration_ms("1d") == 86'400'000);
  CHECK(parse_duration_ms("1h30m") == 5'400'000);
  CHECK(parse_duration_ms("1h 30 min") == 5'400'000);
  CHECK(parse_duration_ms("1.5s") == 1500);
  CHECK(parse_duration_ms("0.001s") == 1);
  CHECK(parse_duration_ms(" 10 SECONDS ") == 10'000);
  CHECK(parse_duration_ms("-30m") == -1'800'000);
}

TEST_CASE("a number alone is seconds") {
  CHECK(parse_duration_ms("60") == 60'000);
  CHECK(parse_duration_ms("0.25") == 250);
  CHECK(parse_duration_ms("0") == 0);
}

TEST_CASE("ISO 8601 durations are read") {
  CHECK(parse_duration_ms("PT5S") == 5000);
  CHECK(parse_duration_ms("PT0.5S") == 500);
  CHECK(parse_duration_ms("P1DT2H3M") == 93'780'000);
  CHECK(parse_duration_ms("P2D") == 172'800'000);
  CHECK(parse_duration_ms("-PT1M") == -60'000);
}

TEST_CASE("what is no duration is refused with the reason") {
  const std::string hint = " (write 500ms, 5s, 1m, 2h, 1d or 1h30m)";
  CHECK(fault_of("soon") == "not a duration: soon" + hint);
  CHECK(fault_of("") == "not a duration: " + hint);
  CHECK(fault_of("-") == "not a duration: -" + hint);
  CHECK(fault_of("5x") == "not a duration: 5x" + hint);
  CHECK(fault_of("5 5") == "not a duration: 5 5" + hint);
  CHECK(fault_of("1m 5") == "not a duration: 1m 5" + hint);
  CHECK(fault_of("P") == "not a duration: P" + hint);
  CHECK(fault_of("PT") == "not a duration: PT" + hint);
  CHECK(fault_of("PT5") == "not a duration: PT5" + hint);
  CHECK(fault_of("P5S") == "not a duration: P5S" + hint);
  CHECK(fault_of("PT5D") == "not a duration: PT5D" + hint);
  CHECK(fault_of("PT5X") == "not a duration: PT5X" + hint);
  CHECK(fault_of("P1Y") == "not a duration: P1Y" + hint);
  CHECK(fault_of("1.2.3s") == "not a duration: 1.2.3s" + hint);
  CHECK(fault_of("0.0005s") == "a duration is whole milliseconds: 0.0005s");
  CHECK(fault_of("PT0.0005S") == "a duration is whole milliseconds: PT0.0005S");
  CHECK(fault_of("40000d") == "a duration is at most 100 years: 40000d");
  CHECK(fault_of("30000d 30000d") == "a duration is at most 100 years: 30000d 30000d");
  CHECK(fault_of("P40000D") == "a duration is at most 100 years: P40000D");
  CHECK(fault_of("999999999999999d") == "a duration is at most 100 years: 999999999999999d");
  CHECK(fault_of("9999999999999999s") == "not a duration: 9999999999999999s" + hint);
}

TEST_CASE("a duration's text reads back as the same duration") {
  for (const std::int64_t ms : {0L, 1L, 999L, 1000L, 61'001L, 86'400'000L, 90'061'001L, -1500L, 3'155'760'000'000L})
    CHECK(parse_duration_ms(duration_text(ms)) == ms);
  CHECK(duration_text(5'400'000) == "1h30m");
  CHECK(duration_text(0) == "0s");
  CHECK(duration_text(-1500) == "-1s500ms");
}

TEST_CASE("sizes are read in powers of 1000 and of 1024") {
  CHECK(parse_bytes("65536") == 65'536U);
  CHECK(parse_bytes("10B") == 10U);
  CHECK(parse_bytes("1KB") == 1000U);
  CHECK(parse_bytes("64 KiB") == 65'536U);
  CHECK(parse_bytes("16mib") == 16'777'216U);
  CHECK(parse_bytes("1.5GiB") == 1'610'612'736U);
  CHECK(parse_bytes("2GB") == 2'000'000'000U);
  CHECK(parse_bytes("1TiB") == 1'099'511'627'776U);
}

TEST_CASE("what is no size is refused") {
  for (const auto* text : {"", "much", "5 apples", "-1", "0.5B", "999999999999999TiB"}) {
    const auto read = parse_bytes(text);
    REQUIRE(!read);
    CHECK(core::to_string(read.error()) == "not a size: " + std::string(text) + " (write 65536, 64KiB, 16MiB or 2GiB)");
  }
}

TEST_CASE("a size is shown in the largest unit that divides it") {
  CHECK(config::bytes_text(0) == "0B");
  CHECK(config::bytes_text(1000) == "1000B");
  CHECK(config::bytes_text(65'536) == "64KiB");
  CHECK(config::bytes_text(3ULL << 30) == "3GiB");
  CHECK(config::bytes_text(1ULL << 40) == "1TiB");
}
