// Every golden case of this folder, run whole, as a pipeline file and as SQL where there are both: file, decoder,
// shards, sink. What a case says must not depend on the number of shards or the size of batches (law 3).
#include "daemon/cases/case_run.hpp"
#include "tests/support/catch.hpp"

namespace {

std::vector<weir::case_folder> cases_of(const char* folder) {
  auto found = weir::find_cases(std::filesystem::path(WEIR_SOURCE_DIR) / "tests/cases" / folder);
  if (!found) FAIL(core::to_string(found.error()));
  return std::move(*found);
}

void run_all(const std::vector<weir::case_folder>& cases) {
  for (const auto& one : cases)
    DYNAMIC_SECTION(one.path.filename().string() << " " << one.pipeline.filename().string()) {
      for (const auto& way : weir::case_ways()) {
        INFO(weir::to_string(way));
        CHECK(weir::run_case(one, way).value_or("") == "");
      }
    }
}

} // namespace

TEST_CASE("cases made from the faults of others give their rows and counters") {
  static const auto cases = cases_of("faults");
  REQUIRE(cases.size() == 41);
  run_all(cases);
}

TEST_CASE("a query gives the rows that Flink gives, as SQL and as a pipeline file") {
  static const auto cases = cases_of("flink");
  REQUIRE(cases.size() == 144);
  run_all(cases);
}

TEST_CASE("a query that only SQL can express gives the rows that Flink gives") {
  static const auto cases = cases_of("sql");
  REQUIRE(cases.size() == 25);
  run_all(cases);
}

TEST_CASE("every kind of query gives the rows that Flink gives, or is refused as Flink refuses it") {
  static const auto cases = cases_of("queries");
  REQUIRE(cases.size() == 186);
  run_all(cases);
}

TEST_CASE("the queries of the Nexmark benchmark give what Flink gives") {
  static const auto cases = cases_of("nexmark");
  REQUIRE(cases.size() == 22);
  run_all(cases);
}

TEST_CASE("what is weir's own gives the rows that it promises") {
  static const auto cases = cases_of("own");
  REQUIRE(cases.size() == 3);
  run_all(cases);
}
