#include "io/source/glob.hpp"

#include "tests/io/source/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using names = std::vector<std::string>;

TEST_CASE("a pattern gives its files in order of name") {
  const temporary_folder folder;
  for (const auto* name : {"b.json", "a.json", "c.csv", "10.json", "d.json/x"}) folder.write(name, "");
  CHECK(io::expand_glob(folder.file("*.json")).value() ==
        names{folder.file("10.json"), folder.file("a.json"), folder.file("b.json")});
  CHECK(io::expand_glob(folder.file("{b,a,a}.json")).value() == names{folder.file("a.json"), folder.file("b.json")});
  CHECK(io::expand_glob(folder.file("?.csv")).value() == names{folder.file("c.csv")});
}

TEST_CASE("a folder gives every file below it that is not hidden") {
  const temporary_folder folder;
  for (const auto* name : {"b", "a/2", "a/1", ".hidden", "_part", ".git/x", "_tmp/y"}) folder.write(name, "");
  CHECK(io::expand_glob(folder.path).value() == names{folder.file("a/1"), folder.file("a/2"), folder.file("b")});
}

TEST_CASE("a file's own name comes before its meaning as a pattern") {
  const temporary_folder folder;
  folder.write("a[1].json", "");
  folder.write("a1.json", "");
  CHECK(io::expand_glob(folder.file("a[1].json")).value() == names{folder.file("a[1].json")});
}

TEST_CASE("file addresses are paths") {
  const temporary_folder folder;
  folder.write("a", "");
  for (const auto* scheme : {"file:", "file://", "file://localhost"})
    CHECK(io::expand_glob(scheme + folder.file("a")).value() == names{folder.file("a")});
}

TEST_CASE("nothing there is an error that names it") {
  const temporary_folder folder;
  CHECK(io::expand_glob(folder.file("x")).error().message == "no such file: " + folder.file("x"));
  CHECK(io::expand_glob(folder.file("*.x")).error().message == "no file matches: " + folder.file("*.x"));
  CHECK(io::expand_glob(folder.path).error().message == "no file in folder: " + folder.path);
  CHECK(io::expand_glob("file://nowhere").error().message == "no such file: file://nowhere");
}
