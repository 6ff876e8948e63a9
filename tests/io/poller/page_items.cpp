#include "io/poller/page_items.hpp"

#include "tests/support/catch.hpp"

namespace {

using io::bad_item;
using views = std::vector<std::string_view>;

views split(std::string_view answer, const core::contract::path& items = {}) {
  const auto made = io::split_items(answer, items);
  INFO((made ? "" : made.error().message));
  REQUIRE(made.has_value());
  return *made;
}

std::string fault(std::string_view answer, const core::contract::path& items = {}) {
  const auto made = io::split_items(answer, items);
  REQUIRE_FALSE(made.has_value());
  return made.error().message;
}

std::string read(std::string_view item) {
  io::item_reader reader({"id"}, {"kind", "name"});
  const auto made = reader.read(item);
  return made ? made->id + "/" + made->type : std::string(to_string(made.error()));
}

} // namespace

TEST_CASE("the items of a page are the very text they came as") {
  CHECK(split("[]").empty());
  CHECK(split(" [ ] \n").empty());
  CHECK(split(R"([{"a":1.50},{"b":[1,{"c":"]},{"}]} , {"d":"\"}\\"}])") ==
        views{R"({"a":1.50})", R"({"b":[1,{"c":"]},{"}]})", R"({"d":"\"}\\"})"});
  CHECK(split(R"([1, "a,b", null ,true])") == views{"1", R"("a,b")", "null", "true"});
}

TEST_CASE("items may stand deeper in the answer") {
  CHECK(split(R"({"next":"x","data":{"a b":[{"id":1}]},"data2":[]})", {"data", "a b"}) == views{R"({"id":1})"});
  CHECK(split(R"({"data":[1],"data":[2]})", {"data"}) == views{"2"});
  CHECK(fault(R"({"data":{"rows":[]}})", {"data", "items"}) == "the answer has no data.items");
  CHECK(fault("[]", {"data"}) == "the answer has no data");
}

TEST_CASE("a broken item takes no other with it") {
  CHECK(split(R"([{"a":01},{"b":tru},{"c" 1},{"d":1}])") ==
        views{R"({"a":01})", R"({"b":tru})", R"({"c" 1})", R"({"d":1})"});
}

TEST_CASE("a page that is no array, or breaks off, is none") {
  CHECK(fault("") == "the answer's items are no array");
  CHECK(fault("<html>") == "the answer's items are no array");
  CHECK(fault(R"({"message":"x"})") == "the answer's items are no array");
  for (const auto* const page :
       {"[", "[1", "[1,", "[1,]", R"([{"a":1)", R"([{"a":"1}])", R"(["\)", "[1}", "[1 2]", "[{}"})
    CHECK(fault(page) == "the answer's array breaks off");
  CHECK(fault("[1] [2]") == "the answer goes on behind its end");
}

TEST_CASE("ids and types are texts, also where they are numbers") {
  CHECK(read(R"({"id":"a","kind":{"name":"b"}})") == "a/b");
  CHECK(read(R"({"id":12345678901234567890123,"kind":{"name":7}})") == "12345678901234567890123/7");
  CHECK(read(R"({"id":-1,"kind":{"name":"\u00e9"}})") == "-1/\u00e9");
}

TEST_CASE("what an item lacks is said") {
  CHECK(read("{") == "unreadable");
  CHECK(read("{\"id\":\"\xFF\"}") == "unreadable");
  CHECK(read(R"({"id":"a","kind":{"name":"b"}} 1)") == "unreadable");
  CHECK(read("[1]") == "no object");
  CHECK(read("null") == "no object");
  CHECK(read(R"({"kind":{"name":"b"}})") == "no id");
  CHECK(read(R"({"id":"","kind":{"name":"b"}})") == "no id");
  CHECK(read(R"({"id":[1],"kind":{"name":"b"}})") == "no id");
  CHECK(read(R"({"id":true,"kind":{"name":"b"}})") == "no id");
  CHECK(read(R"({"id":1,"kind":"b"})") == "no type");
  CHECK(read(R"({"id":1,"kind":{"name":null}})") == "no type");
  CHECK(read("{\"id\":1,\"a\":\"" + std::string(io::item_reader::item_bytes_max, 'x') + "\"}") == "too long");
}

TEST_CASE("a text without line breaks stays as it is, byte for byte") {
  const std::string text = R"({ "a" : 1.0e+2,  "b":"\u00e9\/ \n" })";
  CHECK(io::one_line(text) == text);
}

TEST_CASE("a text of many lines becomes one, its strings and numbers as they were") {
  CHECK(io::one_line("{\r\n  \"a\" : 1.50,\n\t\"b \\\" c\": [ \"x  y\\\\\" , 2 ]\n}") ==
        R"({"a":1.50,"b \" c":["x  y\\",2]})");
}
