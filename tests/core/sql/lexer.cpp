#include "core/sql/lexer.hpp"

#include "core/sql/reserved_words.hpp"
#include "core/sql/unicode_escape.hpp"
#include "tests/support/catch.hpp"

using core::sql::token_kind;
using core::sql::tokenize;

namespace {

/// Kind and text of each token but the end: `w:a` word, `q:` quoted, `t:` text, `b:` bytes, `n:` number, `e:`
/// approximate, `s:` symbol.
std::vector<std::string> cut(const std::string& text) {
  const auto tokens = tokenize(text);
  if (!tokens) return {core::to_string(tokens.error())};
  std::vector<std::string> out;
  for (const auto& token : *tokens) {
    if (token.kind == token_kind::end) break;
    constexpr std::string_view marks = "?wqtbnes";
    out.push_back(std::string(1, marks[static_cast<std::size_t>(token.kind)]) + ":" + token.text);
  }
  return out;
}

using texts = std::vector<std::string>;

} // namespace

TEST_CASE("names, numbers, texts and symbols are told apart") {
  CHECK(cut("a_1 12 1.5 .5 1e3 2.5E-1 'x' X'6162' `q r` <= b") ==
        texts{"w:a_1", "n:12", "n:1.5", "n:.5", "e:1e3", "e:2.5E-1", "t:x", "b:ab", "q:q r", "s:<=", "w:b"});
  CHECK(cut("a<>b||c=>d!=e>=f") ==
        texts{"w:a", "s:<>", "w:b", "s:||", "w:c", "s:=>", "w:d", "s:!=", "w:e", "s:>=", "w:f"});
  CHECK(cut("r.a[1].EXPR$0") == texts{"w:r", "s:.", "w:a", "s:[", "n:1", "s:]", "s:.", "w:EXPR$0"});
  CHECK(cut("größe") == texts{"w:größe"});
  CHECK(cut("1.") == texts{"n:1."});
}

TEST_CASE("a doubled quote stands for one, in texts and in names") {
  CHECK(cut("'it''s' `a``b` ''") == texts{"t:it's", "q:a`b", "t:"});
}

TEST_CASE("comments and blanks fall away, hints stay") {
  CHECK(cut("a -- b\n /* c\n d */ e // f\n g") == texts{"w:a", "w:e", "w:g"});
  CHECK(cut("t /*+ OPTIONS('a'='b') */ c") ==
        texts{"w:t", "s:/*+", "w:OPTIONS", "s:(", "t:a", "s:=", "t:b", "s:)", "s:*/", "w:c"});
}

TEST_CASE("unicode escapes become UTF-8") {
  CHECK(cut("U&'\\00e9\\+01F600\\\\'") == texts{"t:é😀\\"});
  CHECK(cut("U&'!00e9' UESCAPE '!'") == texts{"t:é"});
  CHECK(cut("U&'a' b") == texts{"t:a", "w:b"});
  CHECK(cut("N'a' _UTF8'é'") == texts{"t:a", "t:é"});
  CHECK(cut("U&'\\0024\\20ac'") == texts{"t:$€"});
}

TEST_CASE("what cannot be cut is named with its place") {
  CHECK(cut("a\n  'x") == texts{"line 2, column 3: a text is not closed: '"});
  CHECK(cut("`x") == texts{"line 1, column 1: a quoted name is not closed: `"});
  CHECK(cut("``") == texts{"line 1, column 1: a quoted name is empty: ``"});
  CHECK(cut("a /* b") == texts{"line 1, column 3: a comment is not closed: /*"});
  CHECK(cut("a # b") == texts{"line 1, column 3: a character has no meaning here: #"});
  CHECK(cut("12ab") == texts{"line 1, column 1: a number ends in a letter: 12a"});
  CHECK(cut("X'616'") == texts{"line 1, column 1: not pairs of hexadecimal digits: X'616'"});
  CHECK(cut("X'zz'") == texts{"line 1, column 1: not pairs of hexadecimal digits: X'zz'"});
  CHECK(cut("X'61") == texts{"line 1, column 1: a text is not closed: '"});
  CHECK(cut("U&'\\00g9'") == texts{"line 1, column 1: not a unicode escape: \\00g9"});
  CHECK(cut("U&'\\+110000'") == texts{"line 1, column 1: not a unicode escape: \\+110000"});
  CHECK(cut("U&'x") == texts{"line 1, column 1: a text is not closed: '"});
  CHECK(cut("U&'a' UESCAPE x") == texts{"line 1, column 15: UESCAPE needs one character in quotes"});
  CHECK(cut("U&'a' /*") == texts{"line 1, column 7: a comment is not closed: /*"});
}

TEST_CASE("columns count code points and tokens know their length") {
  const auto tokens = tokenize("'é' ab\n cde");
  REQUIRE(tokens);
  CHECK((*tokens)[1].place.column == 5);
  CHECK((*tokens)[1].place.length == 2);
  CHECK((*tokens)[2].place.line == 2);
  CHECK((*tokens)[2].place.column == 2);
  CHECK((*tokens)[2].begin == 9);
  CHECK((*tokens)[2].end == 12);
}

TEST_CASE("words are reserved as Flink reserves them") {
  for (const auto* word : {"VALUE", "USER", "RESULT", "AT", "PREV", "TIMESTAMP", "DATE", "END", "START", "COUNT"}) {
    CHECK(core::sql::is_reserved(word));
  }
  for (const auto* word : {"KEY", "NAME", "TYPE", "LEVEL", "STATUS", "MAP", "SOURCE", "DATA"}) {
    CHECK_FALSE(core::sql::is_reserved(word));
  }
  CHECK(core::sql::is_structural("AND"));
  CHECK_FALSE(core::sql::is_structural("VALUE"));
}
