#include "io/client/http_date.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("the three forms of a date in a header are read") {
  CHECK(io::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT") == 784111777000);
  CHECK(io::parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT") == 784111777000);
  CHECK(io::parse_http_date("Sun Nov  6 08:49:37 1994") == 784111777000);
  CHECK(io::parse_http_date("Mon, 17 Jun 2013 18:19:20 GMT") == 1371493160000);
}

TEST_CASE("what is no date is none") {
  for (const auto* const text : {"", "120", "soon", "10:00", "Sunday", "0", "2013"})
    CHECK_FALSE(io::parse_http_date(text).has_value());
}
