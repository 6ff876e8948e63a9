#include "core/window/row_output.hpp"

#include "tests/core/group/changelog.hpp"

using namespace core;
using namespace core::changelog;

namespace {

/// Two rows: 1 "2", 3 "4".
batch_ptr block() { return batch_of(layout_of({"a", "s"}), {{{1, 2}}, {{3, 4}}}); }

} // namespace

TEST_CASE("rows of both sides and numbers come out beside each other") {
  window::row_output out(layout_of({"a", "s", "a2", "s2", "t", "n"}), {2, 2}, 10);
  const auto left = keep_rows(*block(), {0, 1});
  const auto right = keep_rows(*block(), {1});
  out.add({{left, 0}, {right, 0}}, {5, 6});
  out.add({{left, 1}, {}}, {7, 8});
  out.add({{}, {right, 0}}, {9, 10});
  window::operator_output made;
  out.finish(made);
  REQUIRE(made.rows.size() == 1);
  CHECK(made.rows[0]->layout == out.layout());
  CHECK(lines_of(made.rows) == strings{"1 2 3 4 5 6", "3 4 null null 7 8", "null null 3 4 9 10"});
}

TEST_CASE("batches hold no more rows than they may") {
  window::row_output out(layout_of({"a"}), {1}, 2);
  const auto left = keep_rows(*block(), {0, 1});
  for (std::uint32_t i = 0; i < 5; ++i) out.add({{left, i % 2}}, {});
  window::operator_output made;
  out.finish(made);
  REQUIRE(made.rows.size() == 3);
  CHECK(made.rows[0]->rows == 2);
  CHECK(made.rows[2]->rows == 1);
  CHECK(lines_of(made.rows) == strings{"1", "3", "1", "3", "1"});
}

TEST_CASE("what was handed over is not handed over again") {
  window::row_output out(layout_of({"a"}), {1}, 0);
  out.add({{keep_rows(*block(), {1}), 0}}, {});
  window::operator_output made;
  out.finish(made);
  out.finish(made);
  CHECK(lines_of(made.rows) == strings{"3"});
}
