#include "core/rank/updating_rank.hpp"

#include "tests/core/group/driven.hpp"

using namespace core;
using namespace core::changelog;

TEST_CASE("the first row by event time waits for the watermark when it cannot be corrected") {
  rank::updating_rank_plan plan;
  plan.keys = {0};
  plan.order = {{1, false, true}};
  plan.keep_first_row = true;
  plan.input = layout_of({"k", "t"});
  plan.output = plan.input;
  const std::vector<event> events{{{1, 7}, row_kind::insert, 0, 7, no_watermark},
                                  {{1, 5}, row_kind::insert, 0, 5, no_watermark}};
  auto waits = std::move(*rank::make_updating_rank(plan));
  CHECK(run(*waits, {{plan.input, {0}}}, events).rows.empty());
  CHECK(advance(*waits, 5) == strings{"1 5"});
  plan.output = layout_of({"k", "t"}, true);
  auto corrects = std::move(*rank::make_updating_rank(plan));
  CHECK(run(*corrects, {{plan.input, {0}}}, events).rows == strings{"+I 1 7", "-U 1 7", "+U 1 5"});
}
