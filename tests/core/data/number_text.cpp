#include "core/data/number_text.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "tests/support/catch.hpp"

namespace {

std::string double_text(double value) {
  std::string out;
  core::append_double(out, value);
  return out;
}
std::string float_text(double value) {
  std::string out;
  core::append_float(out, value);
  return out;
}
std::string decimal_text(core::int128 value, int scale) {
  std::string out;
  core::append_decimal(out, value, scale);
  return out;
}
std::string stripped_text(core::int128 value, int scale) {
  std::string out;
  core::append_decimal_stripped(out, value, scale);
  return out;
}
constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("doubles are written as Java writes them") {
  CHECK(double_text(0.0) == "0.0");
  CHECK(double_text(-0.0) == "-0.0");
  CHECK(double_text(1.0) == "1.0");
  CHECK(double_text(-1.5) == "-1.5");
  CHECK(double_text(20.25) == "20.25");
  CHECK(double_text(0.1) == "0.1");
  CHECK(double_text(0.001) == "0.001");
  CHECK(double_text(0.002) == "0.002");
  CHECK(double_text(0.00123) == "0.00123");
  CHECK(double_text(0.01234567) == "0.01234567");
  CHECK(double_text(0.0001) == "1.0E-4");
  CHECK(double_text(0.00099) == "9.9E-4");
  CHECK(double_text(9999999.0) == "9999999.0");
  CHECK(double_text(9999999.123) == "9999999.123");
  CHECK(double_text(1234567.1234567) == "1234567.1234567");
  CHECK(double_text(1e7) == "1.0E7");
  CHECK(double_text(-123456789.125) == "-1.23456789125E8");
  CHECK(double_text(100.0) == "100.0");
  CHECK(double_text(1.0 / 3.0) == "0.3333333333333333");
  CHECK(double_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(double_text(9007199254740992.0) == "9.007199254740992E15");
  CHECK(double_text(1.2345678901234567e19) == "1.2345678901234567E19");
  CHECK(double_text(1.7976931348623157e308) == "1.7976931348623157E308");
  CHECK(double_text(2.2250738585072014e-308) == "2.2250738585072014E-308");
  CHECK(double_text(2.5e-310) == "2.5E-310");
  CHECK(double_text(1e300) == "1.0E300");
  CHECK(double_text(1e-300) == "1.0E-300");
  CHECK(double_text(infinity) == "Infinity");
  CHECK(double_text(-infinity) == "-Infinity");
  CHECK(double_text(std::nan("")) == "NaN");
}

TEST_CASE("where one digit would do, Java's two nearest digits are written") {
  CHECK(double_text(5e-324) == "4.9E-324");
  CHECK(double_text(1e-323) == "9.9E-324");
  CHECK(double_text(2e-323) == "2.0E-323");
  CHECK(float_text(1.4e-45) == "1.4E-45");
  CHECK(float_text(2.8e-45) == "2.8E-45");
}

TEST_CASE("floats are written with the digits of a float") {
  CHECK(float_text(0.0) == "0.0");
  CHECK(float_text(-0.0) == "-0.0");
  CHECK(float_text(0.1F) == "0.1");
  CHECK(float_text(1e7) == "1.0E7");
  CHECK(float_text(0.0001F) == "1.0E-4");
  CHECK(float_text(3.4028235e38F) == "3.4028235E38");
  CHECK(float_text(33554432.0) == "3.3554432E7");
  CHECK(float_text(9999999.0) == "9999999.0");
  CHECK(float_text(1234567.8F) == "1234567.8");
  CHECK(float_text(infinity) == "Infinity");
  CHECK(float_text(std::nan("")) == "NaN");
}

TEST_CASE("every double reads back to itself and has no shorter text") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    auto value = std::bit_cast<double>(random());
    if (i % 4 == 1) value = static_cast<double>(static_cast<std::int64_t>(random() % 20'000'000) - 10'000'000) / 1000.0;
    if (i % 4 == 2) value = static_cast<double>(random() % 1'000'000'007) / 10'000.0;
    if (i % 4 == 3) value = static_cast<double>(random()) / 1.7e17;
    if (!std::isfinite(value)) continue;
    const auto text = double_text(value);
    REQUIRE(core::parse_double(text) == value);
    REQUIRE(std::strtod(text.c_str(), nullptr) == value);
    char exact[64];
    int digits = 1;
    for (; digits < 17; ++digits) {
      std::snprintf(exact, sizeof exact, "%.*e", digits - 1, value);
      if (std::strtod(exact, nullptr) == value) break;
    }
    std::string mantissa;
    for (const char c : text.substr(0, text.find('E')))
      if (c >= '0' && c <= '9') mantissa += c;
    mantissa.erase(0, mantissa.find_first_not_of('0'));
    while (mantissa.size() > 1 && mantissa.back() == '0') mantissa.pop_back();
    if (std::abs(value) > 1e-300) REQUIRE(mantissa.size() <= std::size_t(digits));
  }
}

TEST_CASE("integers are written whole") {
  std::string out;
  core::append_integer(out, std::numeric_limits<std::int64_t>::min());
  core::append_integer(out, 0);
  core::append_integer(out, std::numeric_limits<std::int64_t>::max());
  CHECK(out == "-922337203685477580809223372036854775807");
}

TEST_CASE("decimals show all digits of their scale") {
  CHECK(decimal_text(1230, 2) == "12.30");
  CHECK(decimal_text(-5, 2) == "-0.05");
  CHECK(decimal_text(0, 2) == "0.00");
  CHECK(decimal_text(7, 0) == "7");
  CHECK(decimal_text(7, -2) == "700");
  CHECK(decimal_text(-50, 2) == "-0.50");
  CHECK(decimal_text(core::power_of_ten(38) - 1, 0) == "99999999999999999999999999999999999999");
  CHECK(decimal_text(1 - core::power_of_ten(38), 38) == "-0.99999999999999999999999999999999999999");
  CHECK(decimal_text(core::power_of_ten(37) + 5, 10) == "1000000000000000000000000000.0000000005");
}

TEST_CASE("stripped decimals are BigDecimal's text") {
  CHECK(stripped_text(0, 6) == "0");
  CHECK(stripped_text(10000, 2) == "1E+2");
  CHECK(stripped_text(1'000'000'000, 6) == "1E+3");
  CHECK(stripped_text(150000, 2) == "1.5E+3");
  CHECK(stripped_text(-150000, 2) == "-1.5E+3");
  CHECK(stripped_text(1, 6) == "0.000001");
  CHECK(stripped_text(1, 7) == "1E-7");
  CHECK(stripped_text(-120, 9) == "-1.2E-7");
  CHECK(stripped_text(-100000, 6) == "-0.1");
  CHECK(stripped_text(1'000'000, 6) == "1");
  CHECK(stripped_text(core::int128{12345678901234} * 1'000'000 + 500'000, 6) == "12345678901234.5");
}

TEST_CASE("decimals are read exactly and rounded half up") {
  using core::parse_decimal;
  CHECK((parse_decimal("12.30", 10, 2) == core::int128{1230}));
  CHECK((parse_decimal("-1.005", 10, 2) == core::int128{-101}));
  CHECK((parse_decimal("1.00499999999999999999999999999999999999999999", 10, 2) == core::int128{100}));
  CHECK((parse_decimal("+3", 10, 0) == core::int128{3}));
  CHECK((parse_decimal("1e3", 10, 2) == core::int128{100000}));
  CHECK((parse_decimal("1.5E-2", 10, 2) == core::int128{2}));
  CHECK((parse_decimal("5.", 10, 1) == core::int128{50}));
  CHECK((parse_decimal(".5", 10, 1) == core::int128{5}));
  CHECK((parse_decimal("0.5", 10, 0) == core::int128{1}));
  CHECK((parse_decimal("0.05", 10, 0) == core::int128{0}));
  CHECK((parse_decimal("0.4", 10, 0) == core::int128{0}));
  CHECK((parse_decimal("5.5", 10, 0) == core::int128{6}));
  CHECK((parse_decimal("0000000000000000000000000000000000000000000012", 2, 0) == core::int128{12}));
  CHECK((parse_decimal("0e999999999999999999999", 2, 0) == core::int128{0}));
  CHECK((parse_decimal("1e-999999999999999999999", 2, 0) == core::int128{0}));
  CHECK((parse_decimal("99999999999999999999999999999999999999", 38, 0) == core::power_of_ten(38) - 1));
  CHECK((parse_decimal("-123456789012345678901234567890.12345678", 38, 8) ==
         -(core::int128{12345678901234567890U} * core::power_of_ten(18) + core::int128{123456789012345678})));
}

TEST_CASE("decimals that do not fit or are no numbers give nothing") {
  using core::parse_decimal;
  CHECK_FALSE(parse_decimal("1e400", 38, 0));
  CHECK_FALSE(parse_decimal("1e999999999999999999999", 38, 0));
  CHECK_FALSE(parse_decimal("100", 2, 0));
  CHECK_FALSE(parse_decimal("99.5", 2, 0));
  CHECK_FALSE(parse_decimal("99999999999999999999999999999999999999.5", 38, 0));
  for (const auto* text : {"", "-", ".", "e5", "1e", "1e+", "1e5x", "1.2.3", " 1", "1 ", "NaN", "0x1", "--1"})
    CHECK_FALSE(parse_decimal(text, 10, 2));
}

TEST_CASE("changing the scale rounds half away from zero") {
  using core::rescale_decimal;
  CHECK((rescale_decimal(1230, 2, 10, 1) == core::int128{123}));
  CHECK((rescale_decimal(125, 2, 10, 1) == core::int128{13}));
  CHECK((rescale_decimal(-125, 2, 10, 1) == core::int128{-13}));
  CHECK((rescale_decimal(-124, 2, 10, 1) == core::int128{-12}));
  CHECK((rescale_decimal(5, 0, 10, 2) == core::int128{500}));
  CHECK((rescale_decimal(5, 3, 10, 3) == core::int128{5}));
  CHECK((rescale_decimal(0, 0, 38, 38) == core::int128{0}));
  CHECK((rescale_decimal(7, 40, 10, 0) == core::int128{0}));
  CHECK_FALSE(rescale_decimal(999, 1, 2, 0));
  CHECK_FALSE(rescale_decimal(-999, 1, 2, 0));
  CHECK_FALSE(rescale_decimal(core::power_of_ten(30), 0, 38, 20));
  CHECK_FALSE(rescale_decimal(1, 0, 38, 39));
}

TEST_CASE("integers are read when they fit 64 bits") {
  using core::parse_integer;
  CHECK(parse_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_integer("+3") == 3);
  CHECK(parse_integer("007") == 7);
  for (const auto* text :
       {"", "+", "-", "+-3", "9223372036854775808", "-9223372036854775809", "1.0", "1e3", " 1", "1 "})
    CHECK_FALSE(parse_integer(text));
}

TEST_CASE("doubles are read as Java reads them") {
  using core::parse_double;
  CHECK(parse_double("1") == 1.0);
  CHECK(parse_double("+1.5e3") == 1500.0);
  CHECK(parse_double("-.5") == -0.5);
  CHECK(parse_double("5.") == 5.0);
  CHECK(parse_double("1e400") == infinity);
  CHECK(parse_double("-1e400") == -infinity);
  CHECK(parse_double("0.000001e400") == infinity);
  CHECK(parse_double("1e-400") == 0.0);
  CHECK(parse_double("123e-500") == 0.0);
  CHECK(std::signbit(*parse_double("-1e-400")));
  CHECK(parse_double("5e-324") == 5e-324);
  CHECK(parse_double("2.5e-310") == 2.5e-310);
  CHECK(parse_double("Infinity") == infinity);
  CHECK(parse_double("-Infinity") == -infinity);
  CHECK(std::isnan(*parse_double("NaN")));
  CHECK(parse_double("0.1234567890123456789012345678901234567890") == 0.12345678901234568);
  for (const auto* text : {"", "+", "-", ".", "inf", "nan", "infinity", "1x", " 1", "1 ", "1e", "--1", "+-1"})
    CHECK_FALSE(parse_double(text));
}

TEST_CASE("a decimal becomes the nearest double") {
  CHECK(core::decimal_to_double(1230, 2) == 12.3);
  CHECK(core::decimal_to_double(-1, 1) == -0.1);
  CHECK(core::decimal_to_double(0, 30) == 0.0);
  CHECK(core::decimal_to_double(1, 30) == 1e-30);
  CHECK(core::decimal_to_double(-core::power_of_ten(37) - 1, 10) == -1e27);
  CHECK(core::decimal_to_double(core::int128{9007199254740993}, 0) == 9007199254740992.0);
}
