#include "core/data/utf8.hpp"

#include "tests/support/catch.hpp"

TEST_CASE("UTF-8 is told from what is none") {
  for (const std::string_view good : {"", "a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                                      "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "grün €"})
    CHECK(core::valid_utf8_bytes(good) == good.size());
  for (const std::string_view bad :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF", "\xE2\x82", "\xE2\x82\x41",
        "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
    CHECK(core::valid_utf8_bytes("ok" + std::string(bad)) == 2);
}

TEST_CASE("each byte that is no part of a code point becomes U+FFFD") {
  CHECK(core::as_utf8("plain, grün") == "plain, grün");
  CHECK(core::as_utf8("a\xCF,\xE2\x82x\xFF") == "a\uFFFD,\uFFFD\uFFFDx\uFFFD");
  CHECK(core::as_utf8("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
}
