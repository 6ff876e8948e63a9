#include "io/opensearch/date_pattern.hpp"

#include "tests/support/catch.hpp"

using io::opensearch::date_pattern;

namespace {

std::string shown(std::string_view pattern, std::int64_t ms) {
  const auto made = date_pattern::parse(pattern);
  if (!made) return core::to_string(made.error());
  std::string out = "x-";
  made->append(out, ms);
  return out;
}

constexpr std::int64_t moment = 1'585'311'955'123; // 2020-03-27 12:25:55.123

} // namespace

TEST_CASE("a pattern prints a moment as Java's formatter does") {
  CHECK(shown("yyyy-MM-dd", moment) == "x-2020-03-27");
  CHECK(shown("uuuu_MM", moment) == "x-2020_03");
  CHECK(shown("yy.M.d H", moment) == "x-20.3.27 12");
  CHECK(shown("yyyy-DDD", moment) == "x-2020-087");
  CHECK(shown("yyyy_MM_dd_HH_mm_ssX", moment) == "x-2020_03_27_12_25_55Z");
  CHECK(shown("ss.SSS", moment) == "x-55.123");
  CHECK(shown("S", moment) == "x-1");
  CHECK(shown("SSSSSS", moment) == "x-123000");
  CHECK(shown("yyyy'w'MM''dd", moment) == "x-2020w03'27");
}

TEST_CASE("days before 1970 begin at their own midnight") {
  CHECK(shown("yyyy-MM-dd HH:mm:ss.SSS", -1) == "x-1969-12-31 23:59:59.999");
  CHECK(shown("yyyy-MM-dd", -86'400'000) == "x-1969-12-31");
}

TEST_CASE("what would print a name, a week or a zone is refused, as is a broken pattern") {
  CHECK(shown("yyyy-MMM", 0) ==
        "MMM in the date pattern yyyy-MMM (there are y, u, M, d, D, H, m, s, S and X, as numbers; "
        "other text stands in quotes)");
  CHECK(shown("YYYY-ww", 0).starts_with("YYYY in the date pattern"));
  CHECK(shown("HHmm'h", 0) == "a quote without its partner in the date pattern HHmm'h");
  CHECK(shown("", 0) == "the date pattern is empty");
}
