#include "core/contract/path.hpp"

#include "core/contract/json_parser.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

std::string fault(std::string_view text) {
  const auto made = parse_path(text);
  if (made) return "none";
  return std::to_string(made.error().place.column) + " " + made.error().message;
}

} // namespace

TEST_CASE("a path is names between dots, quoted where needed") {
  CHECK(*parse_path("a") == path{"a"});
  CHECK(*parse_path("a.b-c.1xx.@x") == path{"a", "b-c", "1xx", "@x"});
  CHECK(*parse_path(R"("a b"."c.d".e."\"")") == path{"a b", "c.d", "e", "\""});
  arena memory;
  const auto document = json_parser().parse(R"({"a":{"c.d":7}})", memory);
  CHECK(resolve({"a", "c.d"}, *document).integer() == 7);
  CHECK(resolve({"a", "x", "y"}, *document).is_null());
}

TEST_CASE("what is no path is refused with its place") {
  CHECK(fault("") == "1 path has an empty name: ");
  CHECK(fault("a.") == "3 path has an empty name: a.");
  CHECK(fault("a..b") == "3 path has an empty name: a..b");
  CHECK(fault("a[0]") == "2 path has an unquoted [: a[0]");
  CHECK(fault("a b") == "2 path has an unquoted blank: a b");
  CHECK(fault("x.\"a") == "3 path has a quote without its end: x.\"a");
  CHECK(fault("\"\\x\"") == "1 path has a bad quoted name: \"\\x\"");
  CHECK(fault("\"a\"b") == "4 path needs a dot behind a quoted name: \"a\"b");
}
