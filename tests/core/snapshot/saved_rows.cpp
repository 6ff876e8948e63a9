#include "core/snapshot/saved_rows.hpp"

#include <numeric>

#include "tests/core/expr/evaluated.hpp"

using namespace core;

namespace {

/// Every kind of storage; the last row is all NULL.
const evaluated::table& all_kinds() {
  static const evaluated::table made(
      {"i", "INT", "d", "DOUBLE", "m", "DECIMAL(38, 2)", "s", "STRING", "t", "TIMESTAMP(9)", "a", "ARRAY<STRING>", "r",
       "ROW<x INT, y ARRAY<TIMESTAMP(9)>>", "p", "MAP<STRING, INT>"},
      {{"1", "1.5", "-1.25", "'one'", "TIMESTAMP '2026-01-01 00:00:00'", "ARRAY['a', CAST(NULL AS STRING)]",
        "ROW(1, ARRAY[TIMESTAMP '2026-01-01 00:00:00.123456789'])", "MAP['k', 1]"},
       {"2", "2.5", "2.25", "''", "TIMESTAMP '2026-01-01 00:00:00.123456789'", "ARRAY['c', 'd', 'e']",
        "ROW(CAST(NULL AS INT), CAST(NULL AS ARRAY<TIMESTAMP(9)>))", "MAP['k', 2, 'l', 3]"},
       {"NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"}});
  return made;
}

std::string saved(const std::vector<kept_row>& rows) {
  snapshot::state_writer to;
  snapshot::write_rows(to, rows, all_kinds().rows.columns.size());
  return to.take();
}

std::vector<kept_row> rows_of(const std::vector<std::uint32_t>& picked) {
  const auto block = keep_rows(all_kinds().rows, picked);
  std::vector<kept_row> made;
  for (std::uint32_t i = 0; i < picked.size(); ++i) made.push_back({block, i});
  return made;
}

} // namespace

TEST_CASE("rows of every type come back as they were, NULLs and nested values too") {
  const auto rows = rows_of({0, 2, 1, 2, 0});
  const auto bytes = saved(rows);
  snapshot::state_reader from(bytes);
  snapshot::saved_rows again(all_kinds().rows.layout);
  const auto read = again.read_all(from, true);
  again.finish();
  CHECK(from.at_end());
  REQUIRE(read.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(same_rows(rows[i], read[i], all_kinds().rows.columns.size()));
}

TEST_CASE("a row that is none stays none") {
  const auto bytes = saved({kept_row{}, rows_of({1})[0]});
  snapshot::state_reader from(bytes);
  snapshot::saved_rows again(all_kinds().rows.layout);
  const auto read = again.read_all(from, true);
  again.finish();
  CHECK(read[0].block == nullptr);
  CHECK(read[1].block != nullptr);
}

TEST_CASE("rows are read over without being made") {
  const auto bytes = saved(rows_of({0, 1, 2})) + saved(rows_of({1}));
  snapshot::state_reader from(bytes);
  snapshot::saved_rows again(all_kinds().rows.layout);
  CHECK(again.read_all(from, false).empty());
  CHECK(again.read_all(from, true).size() == 1);
  CHECK(from.at_end());
}

TEST_CASE("many rows lie in blocks of at most a batch") {
  std::vector<std::uint32_t> many(2 * batch_rows_max + 10);
  for (std::uint32_t i = 0; i < many.size(); ++i) many[i] = i % 3;
  const auto rows = rows_of(many);
  const auto bytes = saved(rows);
  snapshot::state_reader from(bytes);
  snapshot::saved_rows again(all_kinds().rows.layout);
  const auto read = again.read_all(from, true);
  again.finish();
  REQUIRE(read.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); i += 997)
    CHECK(same_rows(rows[i], read[i], all_kinds().rows.columns.size()));
  CHECK(read.front().block != read.back().block);
  CHECK(read.back().block->rows == 10);
}

TEST_CASE("bytes that are cut off make rows, but fail") {
  const auto bytes = saved(rows_of({0, 1}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    snapshot::state_reader from(std::string_view(bytes).substr(0, size));
    snapshot::saved_rows again(all_kinds().rows.layout);
    (void)again.read_all(from, true);
    again.finish();
    CHECK(from.failed());
    snapshot::state_reader over(std::string_view(bytes).substr(0, size));
    (void)again.read_all(over, false);
    CHECK(over.failed());
  }
}
