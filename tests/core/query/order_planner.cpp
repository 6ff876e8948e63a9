// ORDER BY and LIMIT.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

constexpr std::string_view endless = "ORDER BY without LIMIT over a stream that does not end | order by the event time "
                                     "ascending first, or add LIMIT";

} // namespace

TEST_CASE("ordered by event time, rows wait for the watermark") {
  const auto plan = plan_of("SELECT k, rt FROM bids ORDER BY 2, k DESC;");
  CHECK(stages_of(plan) == strings{"sort by time"});
  CHECK(inputs_of(plan) == strings{"bids: select k rt at rt"});
  const auto& sort = operation_of<over::time_sort_plan>(plan);
  REQUIRE(sort.then.size() == 1);
  CHECK(sort.then[0].column == 0);
  CHECK(sort.then[0].descending);
  CHECK(!sort.then[0].nulls_first);
}

TEST_CASE("what ORDER BY reads beside the list comes along, hidden") {
  const auto plan = plan_of("SELECT k, price FROM bids ORDER BY rt, price + 1 NULLS LAST;");
  CHECK(inputs_of(plan) == strings{"bids: select k price rt (price + 1) at $order0"});
  CHECK(!operation_of<over::time_sort_plan>(plan).then[0].nulls_first);
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING, price INT");
}

TEST_CASE("no other order without LIMIT") {
  CHECK(complaint_of("SELECT k, price FROM bids ORDER BY price;") == fmt::format("plan 1:36 {}", endless));
  CHECK(complaint_of("SELECT k, price FROM bids ORDER BY rt DESC;") == fmt::format("plan 1:36 {}", endless));
  CHECK(complaint_of("SELECT k, COUNT(*) AS n FROM bids GROUP BY k ORDER BY k;") ==
        fmt::format("plan 1:55 {}", endless));
  CHECK(complaint_of("SELECT k FROM bids OFFSET 2;") ==
        "plan 1:27 OFFSET without LIMIT over a stream that does not end | add LIMIT");
}

TEST_CASE("ORDER BY with LIMIT is a table that changes") {
  const auto plan = plan_of("SELECT k, price FROM bids ORDER BY price DESC, k LIMIT 3 OFFSET 2;");
  CHECK(stages_of(plan) == strings{"limit"});
  CHECK(plan.stages[0].alone);
  const auto& limit = operation_of<rank::updating_rank_plan>(plan);
  CHECK(limit.from == 3);
  CHECK(limit.to == 5);
  REQUIRE(limit.order.size() == 2);
  CHECK(limit.order[0].descending);
  CHECK(!limit.order[0].nulls_first);
  CHECK(limit.order[1].nulls_first);
  CHECK(!limit.by_arrival);
  CHECK(columns_of(*plan.sinks[0].layout) == "op CHAR(2) NOT NULL, k STRING, price INT");
}

TEST_CASE("LIMIT alone takes what comes first, and what it took stays") {
  const auto plan = plan_of("SELECT k FROM bids LIMIT 5;");
  const auto& limit = operation_of<rank::updating_rank_plan>(plan);
  CHECK(limit.by_arrival);
  CHECK(limit.keep_first_row);
  CHECK(columns_of(*plan.sinks[0].layout) == "k STRING");
  CHECK(!operation_of<rank::updating_rank_plan>(plan_of("SELECT k FROM (SELECT DISTINCT k FROM bids) LIMIT 5;"), 1)
             .keep_first_row);
}

TEST_CASE("a computed order is a hidden column of the limit") {
  const auto plan = plan_of("SELECT k FROM bids ORDER BY price + 1 LIMIT 1;");
  CHECK(inputs_of(plan) == strings{"bids: select k (price + 1)"});
  const auto grouped = plan_of("SELECT k, COUNT(*) AS n FROM bids GROUP BY k ORDER BY n DESC LIMIT 1;");
  CHECK(stages_of(grouped) == strings{"groups", "limit"});
  const auto united = plan_of("SELECT k FROM bids UNION ALL SELECT k FROM asks ORDER BY UPPER(k) LIMIT 1;");
  CHECK(inputs_of(united).size() == 2);
  CHECK(inputs_of(united)[0] == "bids: select k; select k; select k UPPER(k)");
}

TEST_CASE("numbers in ORDER BY and LIMIT are whole and in range") {
  CHECK(complaint_of("SELECT k FROM bids ORDER BY 3 LIMIT 1;") == "validate 1:29 ORDER BY 3: the list has 1 columns");
  CHECK(complaint_of("SELECT k FROM bids ORDER BY 0 LIMIT 1;") == "validate 1:29 ORDER BY 0: the list has 1 columns");
  CHECK(complaint_of("SELECT k FROM bids LIMIT 1.5;") == "validate 1:26 LIMIT takes a whole number: 1.5");
  CHECK(complaint_of("SELECT k FROM bids LIMIT 1 OFFSET 0.5;") == "validate 1:35 OFFSET takes a whole number: 0.5");
}
