#include "core/contract/json_parser.hpp"

#include <random>

#include "core/contract/json_writer.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

std::string again(std::string_view text) {
  arena memory;
  const auto read = json_parser().parse(text, memory);
  if (!read) return read.error().message;
  std::string json;
  REQUIRE(append_json(json, *read, 1'000'000));
  return json;
}

std::string many(std::string_view text, std::size_t count) {
  std::string made;
  for (std::size_t i = 0; i < count; ++i) made += text;
  return made;
}

} // namespace

TEST_CASE("what is read is written alike, without blanks") {
  CHECK(again(" { \"a\" : [ 1 , -2 , true , false , null , \"x\" ] ,\n\t\"b\":{},\"c\":[] } \r\n") ==
        R"({"a":[1,-2,true,false,null,"x"],"b":{},"c":[]})");
  CHECK(again("1.50e+03") == "1.50e+03");
  CHECK(again(R"("a long string without any escape in it, over eight bytes")") ==
        R"("a long string without any escape in it, over eight bytes")");
  CHECK(again(R"("\"\\\/\b\f\n\r\t\u0001\u00e9\u20ac\ud83d\ude00")") ==
        "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  CHECK(again(R"("\ud83d \ude00 \ud83d\u0041")") == "\"\xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD"
                                                    "A\"");
}

TEST_CASE("of members of one name the last holds") {
  arena memory;
  const auto read = json_parser().parse(R"({"a":1,"b":2,"a":3})", memory);
  CHECK(read->find("a").integer() == 3);
  CHECK(read->find("c").is_null());
  std::size_t steps = 0;
  const auto other = json_parser().parse(R"({"b":2,"a":3})", memory);
  CHECK(is_equal(*read, *other, steps, 100));
  CHECK_FALSE(is_equal(*read, value_view(), steps, 100));
}

TEST_CASE("what is not json is refused with its place") {
  CHECK(again("") == "not json: the text ends early at byte 0");
  CHECK(again("[1") == "not json: the text ends early at byte 2");
  CHECK(again("[1 2]") == "not json: neither a comma nor the end at byte 3");
  CHECK(again("[1,]") == "not json: no value at byte 3");
  CHECK(again("{1:2}") == "not json: no name of a member at byte 1");
  CHECK(again("{\"a\" 2}") == "not json: no colon at byte 5");
  CHECK(again("1 2") == "not json: text behind the value at byte 2");
  CHECK(again("tru") == "not json: no such word at byte 0");
  CHECK(again("\"a") == "not json: the text ends within a string at byte 2");
  CHECK(again("\"\\") == "not json: the text ends within a string at byte 2");
  CHECK(again("\"\\n") == "not json: the text ends within a string at byte 3");
  CHECK(again("\"a\nb\"") == "not json: a control character in a string at byte 2");
  CHECK(again("\"\\n\n\"") == "not json: a control character in a string at byte 3");
  CHECK(again("\"\\u12") == "not json: an unknown escape in a string at byte 3");
  CHECK(again("\"\\u12x4\"") == "not json: an unknown escape in a string at byte 3");
  CHECK(again("\"\\ud800\\uzzzz\"") == "not json: an unknown escape in a string at byte 9");
  for (const auto* number : {"01", "-", "1.", "1.e1", "1e", "1e+", ".5", "+1", "NaN"})
    CHECK(again(number).starts_with("not json:"));
  CHECK(again("\"\xFF\"") == "json is not utf-8");
  CHECK(again(many("[", 10'000)).starts_with("not json: nested too deeply"));
  CHECK(again(many("{\"a\":", 10'000)).starts_with("not json: nested too deeply"));
  CHECK(again(many("[", 256) + many("]", 256)) == many("[", 256) + many("]", 256));
  CHECK(again(many(" ", json_bytes_max + 1)) == "json longer than 16777216 bytes: 16777217");
}

TEST_CASE("memory serves again and again, whatever the sizes") {
  arena memory;
  json_parser parser;
  for (const std::size_t count : {10U, 80'000U, 3U, 20'000U}) {
    memory.reset();
    const auto text = "[" + many("{\"a\":[1,\"\\n\"]},", count) + "1]";
    const auto read = parser.parse(text, memory);
    REQUIRE(read);
    CHECK(read->items().size() == count + 1);
    CHECK(read->items()[count - 1].find("a").items()[1].text() == "\n");
    CHECK(memory.used() > count * 32);
  }
  memory.reset();
  CHECK(memory.used() == 0);
  arena large_first;
  CHECK(large_first.keep(std::string(100'000, 'x')).size() == 100'000);
  large_first.reset();
  CHECK(large_first.keep("y") == "y");
}

TEST_CASE("writing stops at its limit") {
  arena memory;
  std::string out;
  CHECK_FALSE(append_json(out, *json_parser().parse(R"([[1,2],{"a":"0123456789"}])", memory), 10));
}

namespace {

/// A random value as its compact text; at most `depth` deep.
std::string random_json(std::mt19937& random, int depth) {
  static constexpr std::string_view leaves[] = {"null",
                                                "true",
                                                "false",
                                                "0",
                                                "-7",
                                                "1.50",
                                                "1e-3",
                                                "\"\"",
                                                "\"a\"",
                                                "\"\\n\"",
                                                "\"ü\"",
                                                "18446744073709551616",
                                                "\"a longer text, with \\\" in it\""};
  const auto kind = depth == 0 ? 0 : random() % 3;
  if (kind == 0) return std::string(leaves[random() % std::size(leaves)]);
  std::string made = kind == 1 ? "[" : "{";
  for (auto count = random() % 4; count > 0; --count) {
    if (kind == 2) made += "\"k" + std::to_string(count) + "\":";
    made += random_json(random, depth - 1) + (count > 1 ? "," : "");
  }
  return made + (kind == 1 ? "]" : "}");
}

} // namespace

TEST_CASE("every document is written as it was read, blanks or not, and equals itself") {
  std::mt19937 random(11);
  for (int round = 0; round < 3'000; ++round) {
    const auto text = random_json(random, 6);
    CHECK(again(text) == text);
    CHECK(again(" \n" + text + "\t ") == text);
    arena memory;
    const auto one = json_parser().parse(text, memory);
    const auto two = json_parser().parse(text, memory);
    std::size_t steps = 0;
    CHECK(is_equal(*one, *two, steps, 1'000'000));
  }
}
