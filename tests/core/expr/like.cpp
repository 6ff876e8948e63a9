#include "core/expr/like.hpp"

#include <random>

#include "tests/core/expr/evaluated.hpp"

using core::expr::like_pattern;
using evaluated::table;
using evaluated::texts;

namespace {

bool likes(std::string_view text, std::string_view pattern, char escape = 0) {
  const auto made = like_pattern::compile(pattern, escape);
  REQUIRE(made);
  return made->matches(text);
}

/// The plainest matcher there is, over ASCII.
bool plainly(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '%') return plainly(text, pattern.substr(1)) || (!text.empty() && plainly(text.substr(1), pattern));
  return !text.empty() && (pattern[0] == '_' || pattern[0] == text[0]) && plainly(text.substr(1), pattern.substr(1));
}

} // namespace

TEST_CASE("LIKE over columns, as Flink answers") {
  const table t(
      {"s", "STRING"},
      {{"'abc'"}, {"'a'"}, {"''"}, {"NULL"}, {"'50%'"}, {"'aabbc'"}, {"'xbé'"}, {"'a\nb'"}, {"'Abc'"}, {"'bc'"}});
  const auto f = std::string("FALSE");
  const auto y = std::string("TRUE");
  const auto n = std::string("NULL");
  CHECK(t.ask("s LIKE 'a%'") == texts{y, y, f, n, f, y, f, y, f, f});
  CHECK(t.ask("s LIKE '%b_'") == texts{y, f, f, n, f, y, y, f, y, y});
  CHECK(t.ask("s LIKE '%\\%%' ESCAPE '\\'") == texts{f, f, f, n, y, f, f, f, f, f});
  CHECK(t.ask("s LIKE 'A%'") == texts{f, f, f, n, f, f, f, f, y, f});
  CHECK(t.ask("s NOT LIKE '%c%'") == texts{f, y, y, n, y, f, y, y, f, f});
  CHECK(t.ask("s LIKE ''") == texts{f, f, y, n, f, f, f, f, f, f});
  CHECK(t.ask("s SIMILAR TO '(a|b)+c'") == texts{y, f, f, n, f, y, f, f, f, y});
  CHECK(t.ask("s LIKE s") == texts{y, y, y, n, y, y, y, y, y, y});
  CHECK(t.ask("s LIKE NULL") == texts(10, n));
}

TEST_CASE("the underscore is one character, of however many bytes") {
  CHECK(likes("é", "_"));
  CHECK(likes("日本", "__"));
  CHECK(likes("😀x", "_x"));
  CHECK(likes("x日", "%_"));
  CHECK(likes("日x本", "%x_"));
  CHECK_FALSE(likes("é", "__"));
  CHECK_FALSE(likes("", "_"));
  CHECK_FALSE(likes("a", "a_"));
  CHECK_FALSE(likes("ab", "%__%_"));
}

TEST_CASE("percent signs anywhere") {
  CHECK(likes("abcabc", "a%c"));
  CHECK(likes("abcabc", "%bc%bc"));
  CHECK(likes("aXbYc", "a%b%c"));
  CHECK(likes("", "%%"));
  CHECK(likes("ab", "a%%b"));
  CHECK(likes("aab", "%a_%"));
  CHECK_FALSE(likes("ab", "ab%b"));
  CHECK_FALSE(likes("abc", "%x%"));
  CHECK_FALSE(likes("ab", "%a_b"));
  CHECK_FALSE(likes("xyz", "%a_%"));
}

TEST_CASE("an escape makes percent and underscore plain") {
  CHECK(likes("a%b", "a!%b", '!'));
  CHECK_FALSE(likes("axb", "a!%b", '!'));
  CHECK(likes("a_", "a!_", '!'));
  CHECK(likes("a!", "a!!", '!'));
  CHECK(likes("a_bc", "a!__c", '!'));
  CHECK_FALSE(like_pattern::compile("a!b", '!'));
  CHECK(like_pattern::compile("ab!", '!').error().message == "invalid escape in the pattern 'ab!' at 3");
}

TEST_CASE("any pattern matches as the plainest matcher does") {
  std::mt19937 random(11);
  const auto some = [&](std::string_view letters, std::size_t most) {
    std::string out;
    for (auto i = random() % (most + 1); i > 0; --i) out += letters[random() % letters.size()];
    return out;
  };
  for (int i = 0; i < 5000; ++i) {
    const auto text = some("ab", 8);
    const auto pattern = some("ab_%", 6);
    INFO(text << " LIKE " << pattern);
    CHECK(likes(text, pattern) == plainly(text, pattern));
  }
}

TEST_CASE("SIMILAR TO is a regular expression with % and _") {
  const auto similar = [](const std::string& text, const std::string& pattern) {
    const table t({"s", "STRING"}, {{"'" + text + "'"}});
    return t.ask("s SIMILAR TO '" + pattern + "'")[0] == "TRUE";
  };
  CHECK(similar("12", "(1|2)+"));
  CHECK(similar("12", "[1-2]+"));
  CHECK(similar("12", "[[:DIGIT:]]+"));
  CHECK(similar(" ", "[[:WHITESPACE:]]"));
  CHECK(similar("12", "1_"));
  CHECK(similar("12", "1%"));
  CHECK(similar("axb", "a.b")); // Flink's quirk: a point is any character.
  CHECK(similar("aaa", "a{2,3}"));
  CHECK(similar("a$b", "a$b"));
  CHECK(similar("a\\b", "a\\b"));
  CHECK(similar("[", "[[]"));
  CHECK_FALSE(similar("ab", "[^a]b"));
  CHECK_FALSE(similar("12", "1"));
  CHECK(core::expr::similar_to_regex("1!%!_!(", '!').value() == "1%_\\(");
}

TEST_CASE("patterns that are wrong are told when they are written, or row by row") {
  const table t({"s", "STRING", "p", "STRING", "e", "STRING"}, {{"'a%'", "'a!%'", "'!'"},
                                                                {"'a'", "'a!b'", "'!'"},
                                                                {"'a'", "'a'", "'xx'"},
                                                                {"'a'", "NULL", "'!'"},
                                                                {"'a'", "'a'", "NULL"}});
  CHECK(t.refusal("s LIKE 'a!b' ESCAPE '!'") ==
        "line 1, column 8: invalid escape in the pattern 'a!b' at 2 (the escape may stand before %, _ and itself)");
  CHECK(t.refusal("s LIKE 'a' ESCAPE '!!'") == "line 1, column 8: an escape is one character: '!!'");
  CHECK(t.refusal("s SIMILAR TO '[a'") == "line 1, column 14: a bracket is not closed in the pattern '[a'");
  CHECK(t.refusal("s SIMILAR TO '[[:a'") == "line 1, column 14: a bracket is not closed in the pattern '[[:a'");
  CHECK(t.refusal("s SIMILAR TO '(a'") == "line 1, column 14: not a pattern: '(a': missing ): (a");
  CHECK(t.refusal("s SIMILAR TO '!a' ESCAPE '!'") ==
        "line 1, column 14: invalid escape in the pattern '!a' at 1 (the escape may stand before %, _ and itself)");
  CHECK(t.refusal("1 LIKE 'a'") == "line 1, column 1: LIKE needs STRING, not INT NOT NULL");
  CHECK(t.refusal("s SIMILAR TO 1") == "line 1, column 14: SIMILAR TO needs STRING, not INT NOT NULL");
  CHECK(t.refusal("s LIKE 'a' ESCAPE 1") == "line 1, column 19: ESCAPE needs STRING, not INT NOT NULL");
  CHECK(t.ask("s LIKE p ESCAPE e") == texts{"TRUE", "!invalid escape in the pattern 'a!b' at 2",
                                            "!an escape is one character: 'xx'", "NULL", "NULL"});
  CHECK(t.bound("s LIKE 'a%' ESCAPE '!'")->to_string() == "(s LIKE 'a%' ESCAPE '!')");
  CHECK(t.bound("'abc' LIKE 'a%'")->to_string() == "TRUE");
}
