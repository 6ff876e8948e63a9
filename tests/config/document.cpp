#include "config/document.hpp"

#include <fmt/format.h>

#include "tests/support/catch.hpp"

using namespace config;

namespace {

document read(const std::string& text) {
  auto made = parse_document("file.yml", text);
  REQUIRE(made);
  return std::move(*made);
}

std::string place_of(core::text_place place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column) + "+" + std::to_string(place.length);
}

/// Where character `column` of line `line` of the value under `key` stands in the file.
std::string within(const document& from, std::string_view key, std::uint32_t line, std::uint32_t column) {
  return place_of(place_within(from, *from.root->find(key)->value, {line, column, 1}));
}

std::string fault_of(const std::string& text) {
  const auto made = parse_document("file.yml", text);
  return made ? "no fault" : core::to_string(made.error());
}

} // namespace

TEST_CASE("keys and values know their line and column") {
  const auto file = read("a: 1\nb:\n  - x\n  - 'y z'\nc: {d: e}\n");
  const auto& root = *file.root;
  CHECK(root.kind == node_kind::mapping);
  CHECK(place_of(root.find("a")->key->place) == "1:1+1");
  CHECK(place_of(root.find("a")->value->place) == "1:4+1");
  const auto& list = *root.find("b")->value;
  CHECK(list.kind == node_kind::list);
  CHECK(place_of(list.items[0]->place) == "3:5+1");
  CHECK(place_of(list.items[1]->place) == "4:5+5");
  CHECK(list.items[1]->quoted);
  CHECK(!list.items[0]->quoted);
  CHECK(place_of(root.find("c")->value->find("d")->value->place) == "5:8+1");
  CHECK(root.find("z") == nullptr);
}

TEST_CASE("JSON is read as the same tree") {
  const auto file = read("{\n\t\"a\": 1,\n\t\"b\": [\"x\", true],\n\t\"c\": null\n}\n");
  CHECK(file.root->find("a")->value->text == "1");
  CHECK(file.root->find("b")->value->items[0]->quoted);
  CHECK(file.root->find("c")->value->kind == node_kind::nothing);
  CHECK(place_of(file.root->find("b")->key->place) == "3:2+3");
}

TEST_CASE("columns count characters, not bytes") {
  const auto file = read("{ä: 'ö', b: x}");
  CHECK(place_of(file.root->find("b")->value->place) == "1:13+1");
  CHECK(place_of(file.root->find("ä")->value->place) == "1:5+3");
}

TEST_CASE("a byte order mark is no part of the file") {
  CHECK(place_of(read("\xEF\xBB\xBF"
                      "a: 1")
                     .root->find("a")
                     ->value->place) == "1:4+1");
}

TEST_CASE("an empty file is nothing") {
  CHECK(read("").root->kind == node_kind::nothing);
  CHECK(read("# only a comment\n").root->kind == node_kind::nothing);
}

TEST_CASE("a place within a plain value is found in the file") {
  const auto file = read("filter:   value > 3\n");
  CHECK(within(file, "filter", 1, 1) == "1:11+1");
  CHECK(within(file, "filter", 1, 7) == "1:17+1");
  CHECK(within(file, "filter", 1, 9) == "1:19+1");
  CHECK(within(file, "filter", 1, 10) == "1:20+1");
}

TEST_CASE("an unknown place within a value is the value's own") {
  const auto file = read("a: xyz");
  CHECK(place_of(place_within(file, *file.root->find("a")->value, {})) == "1:4+3");
}

TEST_CASE("places are found behind quotes and escapes") {
  const auto file = read(R"(a: "k = \"ü\" AND value"
b: 'k = ''x'' AND value'
c: "\x41\u0042\U00000043\tvalue"
d: &anchor value
)");
  CHECK(file.root->find("a")->value->text == "k = \"ü\" AND value");
  CHECK(within(file, "a", 1, 13) == "1:19+1");
  CHECK(within(file, "b", 1, 5) == "2:9+1");
  CHECK(within(file, "b", 1, 13) == "2:19+1");
  CHECK(file.root->find("c")->value->text == "ABC\tvalue");
  CHECK(within(file, "c", 1, 5) == "3:27+1");
  CHECK(within(file, "d", 1, 1) == "4:12+1");
}

TEST_CASE("places are found in folded and literal blocks") {
  const auto file = read("a: one\n   two\nb: |\n  first\n  second word\nc: >\n  fold\n  this\n");
  CHECK(file.root->find("a")->value->text == "one two");
  CHECK(within(file, "a", 1, 5) == "2:4+1");
  CHECK(within(file, "b", 1, 1) == "4:3+1");
  CHECK(within(file, "b", 2, 8) == "5:10+1");
  CHECK(within(file, "c", 1, 6) == "8:3+1");
  CHECK(within(file, "c", 9, 1) == "9:1+1");
}

TEST_CASE("a file that is no YAML is refused with its place") {
  CHECK(fault_of("a: [1, 2\nb: 3") == "line 2, column 2: end of sequence flow not found");
  CHECK(fault_of("a: b: c") == "line 1, column 5: illegal map value");
  CHECK(fault_of("a: *nope") == "line 1, column 4: the referenced anchor is not defined");
  CHECK(fault_of("? [a]\n: b") == "line 1, column 3: a key must be a plain text");
  CHECK(fault_of("- ? {a: b}\n  : c") == "line 1, column 5: a key must be a plain text");
  CHECK(fault_of("a: {? [b] : c}") == "line 1, column 7: a key must be a plain text");
  CHECK(fault_of("a: 1\n---\nb: 2") ==
        "line 3, column 1: the file holds more than one document (take out the second ---)");
}

TEST_CASE("aliases cannot multiply a file without end") {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char name = 'b'; name <= 'g'; ++name) {
    bomb += std::string(1, name) + ": &" + name + " [";
    for (int i = 0; i < 10; ++i) bomb += std::string(i > 0 ? ", *" : "*") + static_cast<char>(name - 1);
    bomb += "]\n";
  }
  CHECK_THAT(fault_of(bomb), ContainsSubstring("the file has more than 100000 nodes"));
}

TEST_CASE("an alias inside of what it names, or a long chain of aliases, is an error") {
  CHECK(fault_of("a: &a [*a]\n") ==
        "line 1, column 4: nested deeper than 64 levels (does an alias stand inside of what it names?)");
  std::string chain = "n0: &n0 [x]\n";
  for (int i = 1; i < 20'000; ++i) chain += fmt::format("n{}: &n{} [*n{}]\n", i, i, i - 1);
  CHECK_THAT(fault_of(chain), ContainsSubstring("nested deeper than 64 levels"));
}

TEST_CASE("bytes that no text holds are an error with their place") {
  CHECK(fault_of("a: 1\nb: \xFF{\n") == "line 2, column 4: the file is not UTF-8");
  CHECK(fault_of(std::string("a: 1\nb: \x04")) == "line 2, column 4: the file holds a control character: 0x04");
  CHECK(fault_of(std::string("a: \0b", 5)) == "line 1, column 4: the file holds a control character: 0x00");
  CHECK(fault_of("a:\t1\r\nb: grün\r\n") == "no fault");
}
