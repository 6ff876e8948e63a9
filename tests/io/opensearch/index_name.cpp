#include "io/opensearch/index_name.hpp"

#include "tests/io/opensearch/rows.hpp"

using io::opensearch::index_name;

namespace {

core::schema layout() {
  return {{{"name", core::string_type()},
           {"n", core::int64_type()},
           {"at", core::timestamp_type(3)},
           {"seen", core::timestamp_ltz_type(3)},
           {"day", core::simple_type(core::type_kind::date)},
           {"share", core::float64_type()}}};
}

std::string named(const std::string& text) {
  const auto made = index_name::parse(text, layout());
  if (!made) return core::to_string(made.error());
  const auto rows = rows_of(
      layout(), R"({"name":"a b","n":7,"at":"2024-01-31 23:59:59","seen":"2024-02-01 00:00:00Z","day":"2024-03-01"})"
                "\n{}\n");
  std::string out;
  made->append(out, *rows, 0);
  out += " ";
  made->append(out, *rows, 1);
  return out + " " + made->wildcard();
}

} // namespace

TEST_CASE("a name without braces is the name of all rows") { CHECK(named("windows") == "windows windows windows"); }

TEST_CASE("a column makes the name: a time by its pattern, another by its text, NULL as null") {
  CHECK(named("w-{at|yyyy-MM-dd}") == "w-2024-01-31 w-null w-*");
  CHECK(named("w-{seen|yyyy.MM}-x") == "w-2024.02-x w-null-x w-*-x");
  CHECK(named("w-{day|}") == "w-2024_03_01 w-null w-*");
  CHECK(named("w-{at|}") == "w-2024_01_31_23_59_59 w-null w-*");
  CHECK(named("w-{n}") == "w-7 w-null w-*");
  CHECK(named("w-{name}") == "w-a b w-null w-*");
}

TEST_CASE("names that no server takes, and columns that make none, are refused at the start") {
  CHECK(named("Windows") == "option 'index': capital letters are not allowed: Windows");
  CHECK(named("_w") == "option 'index': must begin with a letter or digit: _w");
  CHECK(named("{name}") == "option 'index': must begin with a letter or digit: {name}");
  CHECK(named("a b") == "option 'index': none of \\ / * ? \" < > | , # : { } and blanks is allowed: a b");
  CHECK(named("a{") == "option 'index': none of \\ / * ? \" < > | , # : { } and blanks is allowed: a{");
  CHECK(named(std::string(256, 'a')).starts_with("option 'index': longer than 255 bytes: aaa"));
  CHECK(named("w-{name}-{n}") == "option 'index': more than one column in w-{name}-{n}");
  CHECK(named("w-{nam}") == "option 'index': there is no column nam (did you mean name?)");
  CHECK(named("w-{name|yyyy}") == "option 'index': name is no time but STRING");
  CHECK(named("w-{at}") == "option 'index': column at of type TIMESTAMP(3) (a text or whole number; a time needs its "
                           "pattern: {column|yyyy-MM-dd})");
  CHECK(named("w-{share}").starts_with("option 'index': column share of type DOUBLE"));
  CHECK(named("w-{now()|yyyy}") == "option 'index': now() of the wall clock (name a time column: a run that reads the "
                                   "same rows again must find the same indices)");
}
