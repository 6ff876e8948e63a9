#include "core/contract/jmespath/expression.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "core/contract/json_parser.hpp"
#include "core/contract/json_writer.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

/// The answer as JSON, or `line:column message`.
std::string search(std::string_view text, std::string_view document) {
  const auto compiled = jmespath::expression::compile(text);
  if (!compiled)
    return std::to_string(compiled.error().place.line) + ":" + std::to_string(compiled.error().place.column) + " " +
           compiled.error().message;
  arena memory;
  const auto parsed = json_parser().parse(document, memory);
  REQUIRE(parsed);
  const auto found = compiled->search(*parsed, memory);
  if (!found) return found.error().message;
  std::string json;
  REQUIRE(append_json(json, *found, 1'000'000));
  return json;
}

} // namespace

TEST_CASE("paths, indexes and slices") {
  const auto* document = R"({"a":{"b":[10,20,30,40]},"odd name":1,"ü":2})";
  CHECK(search("a.b[0]", document) == "10");
  CHECK(search("a.b[-1]", document) == "40");
  CHECK(search("a.b[4]", document) == "null");
  CHECK(search("a.b[-5]", document) == "null");
  CHECK(search("a[0]", document) == "null");
  CHECK(search("a.b[1:3]", document) == "[20,30]");
  CHECK(search("a.b[::-1]", document) == "[40,30,20,10]");
  CHECK(search("a.b[-9223372036854775807:9223372036854775807:9223372036854775807]", document) == "[10]");
  CHECK(search("a.b[::-9223372036854775807]", document) == "[40]");
  CHECK(search("a[:]", document) == "null");
  CHECK(search("\"odd name\"", document) == "1");
  CHECK(search("\"\\u00fc\"", document) == "2");
  CHECK(search("a.b.c", document) == "null");
}

TEST_CASE("projections drop nulls, end at a pipe and take in what follows") {
  const auto* document = R"({"p":[{"n":"x","t":[1,2]},{"t":[3]},{"n":"y"}],"o":{"k":{"v":1},"l":{"v":2}}})";
  CHECK(search("p[*].n", document) == R"(["x","y"])");
  CHECK(search("p[*].n | [0]", document) == R"("x")");
  CHECK(search("p[*].t[]", document) == "[1,2,3]");
  CHECK(search("p[].t[0]", document) == "[1,3]");
  CHECK(search("o.*.v", document) == "[1,2]");
  CHECK(search("*.k.v", document) == "[1]");
  CHECK(search("p[?n].n", document) == R"(["x","y"])");
  CHECK(search("p[?!n].t", document) == "[[3]]");
  CHECK(search("p[?n == 'y' || t[0] == `3`] | length(@)", document) == "2");
  CHECK(search("p.x[*]", document) == "null");
  CHECK(search("o[?v]", document) == "null");
  CHECK(search("[].x", document) == "null");
  CHECK(search("*", "[1]") == "null");
}

TEST_CASE("multi-selects build arrays and objects, and nothing from null") {
  CHECK(search("[a, c, a]", R"({"a":1})") == "[1,null,1]");
  CHECK(search("{x: a, \"y z\": [a]}", R"({"a":1})") == R"({"x":1,"y z":[1]})");
  CHECK(search("c.[a]", R"({"a":1})") == "null");
  CHECK(search("c.{a: a}", R"({"a":1})") == "null");
}

TEST_CASE("comparisons: anything for equality, numbers for order") {
  CHECK(search("a == b", R"({"a":{"x":1,"y":[2.0]},"b":{"y":[2],"x":1.0}})") == "true");
  CHECK(search("a != b", R"({"a":"1","b":1})") == "true");
  CHECK(search("a < b", R"({"a":"1","b":"2"})") == "null");
  CHECK(search("a < `2`", R"({"a":1.5})") == "true");
  CHECK(search("a <= `1` && a >= `1` && !(a > `1`)", R"({"a":1})") == "true");
  CHECK(search("a || b", R"({"a":[],"b":0})") == "0");
  CHECK(search("a && b", R"({"a":{},"b":0})") == "{}");
}

TEST_CASE("whole numbers are exact to 64 bits, and longer ones stay as they were written") {
  CHECK(search("@", "[9223372036854775807,18446744073709551615,-9223372036854775808]") ==
        "[9223372036854775807,18446744073709551615,-9223372036854775808]");
  CHECK(search("@", "[18446744073709551616, 1.10, 1e400, -0]") == "[18446744073709551616,1.10,1e400,-0]");
  CHECK(search("a == b", R"({"a":9007199254740993,"b":9007199254740992})") == "false");
  CHECK(search("a > b", R"({"a":18446744073709551617,"b":18446744073709551616})") == "true");
  CHECK(search("a < b", R"({"a":-18446744073709551617,"b":18446744073709551616})") == "true");
  CHECK(search("sort(@)", "[3, 18446744073709551616, -18446744073709551616, 18446744073709551615, 2.5]") ==
        "[-18446744073709551616,2.5,3,18446744073709551615,18446744073709551616]");
  CHECK(search("sum(@)", "[9223372036854775807,9223372036854775807]") == "18446744073709551614");
  CHECK(search("sum(@)", "[18446744073709551615,1]") == "1.8446744073709552e+19");
  CHECK(search("sum(@)", "[1e308,1e308]") == "invalid-value: a number beyond every double");
  CHECK(search("abs(@)", "-9223372036854775808") == "9223372036854775808");
  CHECK(search("abs(@)", "-18446744073709551616") == "18446744073709551616");
  CHECK(search("abs(@)", "18446744073709551615") == "18446744073709551615");
  CHECK(search("abs(avg(@))", "[-1.5,-2]") == "1.75");
  CHECK(search("avg(@)", "[1,2]") == "1.5");
  CHECK(search("avg(@)", "[1,3]") == "2");
  CHECK(search("avg(@)", "[]") == "null");
  CHECK(search("[ceil(a), floor(a), ceil(b), floor(c)]", R"({"a":1.2,"b":7,"c":1e30})") == "[2,1,7,1e+30]");
  CHECK(search("floor(avg(@))", "[1,2]") == "1");
  CHECK(search("sum(@)", "[0.5,0.5]") == "1.0");
}

TEST_CASE("functions of text count code points") {
  CHECK(search("length(@)", "\"a\\u00fc\\ud83d\\ude00\"") == "3");
  CHECK(search("reverse(@)", "\"a\\u00fc\\ud83d\\ude00\"") == "\"\xF0\x9F\x98\x80\xC3\xBC"
                                                              "a\"");
  CHECK(search("reverse(@)", "[1,2]") == "[2,1]");
  CHECK(search("[starts_with(@,'ab'), ends_with(@,'bc'), contains(@,'b'), contains(@,`1`)]", "\"abc\"") ==
        "[true,true,true,false]");
  CHECK(search("[contains(@,`2`), contains(@,'x')]", "[1,2]") == "[true,false]");
  CHECK(search("join('-',@)", R"(["a","b"])") == R"("a-b")");
  CHECK(search("to_string(@)", R"({"a":[1,"x"]})") == R"("{\"a\":[1,\"x\"]}")");
  CHECK(search("to_string(@)", "\"x\"") == "\"x\"");
  CHECK(search("[*].to_number(@)", R"(["1","1.50","x"," 1","1 ",[],3,"18446744073709551616"])") ==
        "[1,1.50,3,18446744073709551616]");
  CHECK(search("[*].type(@)", R"([1,"x",[],{},true,1.5])") ==
        R"(["number","string","array","object","boolean","number"])");
  CHECK(search("type(x)", "{}") == R"("null")");
  CHECK(search("'it\\'s \\n'", "1") == R"("it's \\n")");
  CHECK(search("`\"a\\`b\"`", "1") == R"("a`b")");
}

TEST_CASE("functions of arrays and objects") {
  CHECK(search("sort_by(@,&k)[*].n", R"([{"k":2,"n":1},{"k":1,"n":2},{"k":2,"n":3},{"k":1,"n":4}])") == "[2,4,1,3]");
  CHECK(search("[max_by(@,&k).n, min_by(@,&k).n]", R"([{"k":"b","n":1},{"k":"a","n":2}])") == "[1,2]");
  CHECK(search("[max_by(@,&k), min_by(@,&k), max(@), min(@)]", "[]") == "[null,null,null,null]");
  CHECK(search("[max(@), min(@)]", R"(["b","a"])") == R"(["b","a"])");
  CHECK(search("map(&a, @)", R"([{"a":1},{}])") == "[1,null]");
  CHECK(search("merge(@, `{\"b\":3,\"c\":4}`)", R"({"a":1,"b":2})") == R"({"a":1,"b":3,"c":4})");
  CHECK(search("[keys(@), values(@), length(@)]", R"({"a":1,"b":2})") == R"([["a","b"],[1,2],2])");
  CHECK(search("not_null(x, a, b)", R"({"a":1})") == "1");
  CHECK(search("not_null(x)", R"({"a":1})") == "null");
  CHECK(search("[to_array(@), to_array([@])]", "1") == "[[1],[1]]");
}

TEST_CASE("errors name their kind and their place") {
  CHECK(search("a.", "{}") == "1:3 syntax: the expression ends early");
  CHECK(search("a..b", "{}") == "1:3 syntax: no name behind a dot");
  CHECK(search("a =b", "{}") == "1:3 syntax: a single =, meant as ==?");
  CHECK(search("ü", "{}") == "1:1 syntax: unexpected character");
  CHECK(search("a ||\n  #", "{}") == "2:3 syntax: unexpected character");
  CHECK(search("a b", "{}") == "1:3 syntax: something behind the end of the expression");
  CHECK(search("a {b: c}", "{}") == "1:3 syntax: an expression where an operator belongs");
  CHECK(search("a[*]b", "{}") == "1:5 syntax: something behind the end of the expression");
  CHECK(search("a[*]{b: c}", "{}") == "1:5 syntax: an expression where an operator belongs");
  CHECK(search("(a", "{}") == "1:3 syntax: the expression ends early");
  CHECK(search("(a]", "{}") == "1:3 syntax: a ( without its )");
  CHECK(search("[a)", "{}") == "1:3 syntax: a [ without its ]");
  CHECK(search("{a: b)", "{}") == "1:6 syntax: a { without its }");
  CHECK(search("{a b}", "{}") == "1:4 syntax: no : behind a name within { }");
  CHECK(search("{`1`: b}", "{}") == "1:2 syntax: no name within { }");
  CHECK(search("a[?b)", "{}") == "1:5 syntax: a [? without its ]");
  CHECK(search("a[b]", "{}") == "1:3 syntax: a [ that is no index, slice or *");
  CHECK(search("a[1:2:3:4]", "{}") == "1:8 syntax: neither an index nor a slice");
  CHECK(search("\"a", "{}") == "1:1 syntax: a quoted name without its end");
  CHECK(search("\"\\x\"", "{}") == "1:1 syntax: quoted name: not json: an unknown escape in a string at byte 3");
  CHECK(search("'a", "{}") == "1:1 syntax: a raw string without its end");
  CHECK(search("`a", "{}") == "1:1 syntax: a literal without its end");
  CHECK(search("`a`", "{}") == "1:1 syntax: literal: not json: no value at byte 0");
  CHECK(search("a[-]", "{}") == "1:3 syntax: a minus without a number");
  CHECK(search("a[9223372036854775808]", "{}") == "1:3 syntax: number too large");
  CHECK(search("&a", "{}") == "1:1 syntax: a reference & that is no argument");
  CHECK(search("length(a b)", "{}") == "1:10 syntax: neither , nor ) behind an argument");
  CHECK(search("\"length\"(a)", "{}") == "1:1 syntax: a quoted name is no function");
  CHECK(search("a[::0]", "{}") == "1:3 invalid-value: slice step 0");
  CHECK(search("a.lenght(@)", "{}") == "1:3 unknown-function: lenght");
  CHECK(search("length()", "{}") == "1:1 invalid-arity: length() takes 1 argument, not 0");
  CHECK(search("contains(a)", "{}") == "1:1 invalid-arity: contains() takes 2 arguments, not 1");
  CHECK(search("merge()", "{}") == "1:1 invalid-arity: merge() takes at least 1 argument, not 0");
  CHECK(search("abs(&a)", "{}") == "1:1 invalid-type: abs() takes no reference & as argument 1");
  CHECK(search("sort_by(a, b)", "{}") ==
        "1:1 invalid-type: sort_by() needs a reference & to an expression as argument 2");
  CHECK(search("abs(@)", "\"x\"") == "invalid-type: abs() needs a number as argument 1, not string");
  CHECK(search("sort(@)", "[1,\"x\"]") ==
        "invalid-type: sort() needs an array of numbers or an array of strings as argument 1, not an array of others");
  CHECK(search("sort_by(@, &a)", R"([{"a":1},{"a":"x"}])") ==
        "invalid-type: sort_by() needs a number or a string of each item, the same of all, not string");
  CHECK(search("min_by(@, &a)", R"([{}])").starts_with("invalid-type: min_by()"));
  CHECK(search("max_by(@, &a)", R"([{}])").starts_with("invalid-type: max_by()"));
  CHECK(search("map(&abs(@), @)", R"(["x"])").starts_with("invalid-type: abs()"));
}

TEST_CASE("hostile expressions run into a limit, not out of the stack or of memory") {
  const auto many = [](std::string_view text, std::size_t count) {
    std::string made;
    for (std::size_t i = 0; i < count; ++i) made += text;
    return made;
  };
  CHECK(search(many("(", 10'000), "1").find("syntax: nested deeper than 256") != std::string::npos);
  CHECK(search(many("!", 10'000) + "a", "1").find("syntax: nested deeper than 256") != std::string::npos);
  CHECK(search("a" + many(".a", 10'000), "1").find("syntax: nested deeper than 256") != std::string::npos);
  CHECK(search("a" + many("[0]", 10'000), "1").find("syntax: nested deeper than 256") != std::string::npos);
  CHECK(search(many("[", 10'000), "1").find("syntax: nested deeper than 256") != std::string::npos);
  CHECK(search("`" + many("[", 10'000) + "`", "1").find("nested too deeply") != std::string::npos);
  CHECK(search(many(" ", 70'000) + "a", "1") == "0:0 syntax: expression longer than 65536 bytes: 70001");
  CHECK(search("a" + many(" | a", 200), "1") == "null");
  // Each step doubles the answer.
  CHECK(search("[@,@]" + many("|[@,@]", 40) + "|to_string(@)", "1") == "limit: to_string() gives too long a string");
  CHECK(search("[@,@]" + many("|[@,@][]", 60), "1") == "limit: the expression takes too many steps or too much memory");
  const auto wide = "[@,@]" + many("|[@,@]", 40);
  CHECK(search("(" + wide + ") == (" + wide + ")", "1") ==
        "limit: the expression takes too many steps or too much memory");
  CHECK(search("contains([" + wide + "], " + wide + ")", "1") ==
        "limit: the expression takes too many steps or too much memory");
  CHECK(search("[@,@]" + many("|[@,@][]", 18) + "|join('" + many("x", 2000) + "', [].to_string(@))", "1") ==
        "limit: join() gives too long a string");
}

TEST_CASE("any sequence of signs either compiles and runs or is refused") {
  std::mt19937 random(7);
  const std::string_view parts[] = {
      "a", ".",  "*",  "[", "]",  "[]", "[?", "{",  "}",   "(",   ")",     ",",      ":",       "@", "&",
      "|", "||", "&&", "!", "==", "<",  "1",  "-1", "`1`", "'x'", "\"b\"", "length", "sort_by", " "};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length) text += parts[random() % std::size(parts)];
    CHECK_FALSE(search(text, R"({"a":[{"b":1},{"b":[2]}],"b":{"a":"x"}})").empty());
  }
}

TEST_CASE("a slice takes what a walk along the array takes") {
  std::mt19937 random(5);
  for (int round = 0; round < 3'000; ++round) {
    const int size = static_cast<int>(random() % 7);
    const int start = static_cast<int>(random() % 20) - 10;
    const int stop = static_cast<int>(random() % 20) - 10;
    const int step = random() % 2 == 0 ? static_cast<int>(random() % 4) + 1 : -static_cast<int>(random() % 4) - 1;
    std::string document;
    for (int i = 0; i < size; ++i) document += (i > 0 ? "," : "") + std::to_string(i);
    std::string expected;
    const int from = start < 0 ? start + size : start;
    const int to = stop < 0 ? stop + size : stop;
    for (int at = step > 0 ? std::max(from, 0) : std::min(from, size - 1);
         step > 0 ? at < std::min(to, size) : at > std::max(to, -1); at += step)
      expected += (expected.empty() ? "" : ",") + std::to_string(at);
    const auto text = "[" + std::to_string(start) + ":" + std::to_string(stop) + ":" + std::to_string(step) + "]";
    CHECK(search(text, "[" + document + "]") == "[" + expected + "]");
  }
}

TEST_CASE("sorting keeps the order of equals") {
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<int, int>> rows;
    std::string document;
    for (int i = 0; i < 30; ++i) {
      rows.emplace_back(static_cast<int>(random() % 5), i);
      document += (i > 0 ? "," : "") + std::string("{\"k\":") + std::to_string(rows.back().first) +
                  ",\"n\":" + std::to_string(i) + "}";
    }
    std::sort(rows.begin(), rows.end()); // By key, then by place.
    std::string expected;
    for (const auto& [key, place] : rows) expected += (expected.empty() ? "" : ",") + std::to_string(place);
    CHECK(search("sort_by(@, &k)[*].n", "[" + document + "]") == "[" + expected + "]");
  }
}
