#include "core/query/interval_argument.hpp"

#include "tests/support/catch.hpp"

using namespace core;

namespace {

result<std::int64_t> length_of(std::string_view text) {
  const auto parsed = sql::parse_expression(text);
  REQUIRE(parsed);
  return query::interval_ms(std::make_shared<const sql::expression_syntax>(*parsed), "SIZE of TUMBLE");
}

} // namespace

TEST_CASE("a length is an INTERVAL of days to seconds, in milliseconds, with its sign") {
  CHECK(length_of("INTERVAL '10' SECOND").value() == 10'000);
  CHECK(length_of("INTERVAL '0.5' SECOND").value() == 500);
  CHECK(length_of("INTERVAL '1 02:03:04' DAY TO SECOND").value() == 93'784'000);
  CHECK(length_of("-INTERVAL '8' HOUR").value() == -28'800'000);
  CHECK(length_of("INTERVAL -'8' HOUR").value() == -28'800'000);
}

TEST_CASE("anything else is no length, and says where it stands") {
  const auto number = length_of("10");
  REQUIRE(!number);
  CHECK(number.error().message == "SIZE of TUMBLE must be an INTERVAL: 10");
  CHECK(number.error().code == errc::bad_type);
  CHECK(number.error().place.column == 1);
  CHECK(number.error().hint == "write INTERVAL '10' MINUTE");
  CHECK(!length_of("-x"));
  CHECK(!length_of("a + INTERVAL '1' SECOND"));
}

TEST_CASE("months have no fixed length") {
  const auto month = length_of("INTERVAL '1' MONTH");
  REQUIRE(!month);
  CHECK(month.error().code == errc::unsupported);
  CHECK(month.error().hint == "write days");
}
