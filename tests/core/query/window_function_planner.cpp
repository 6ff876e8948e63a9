// TUMBLE, HOP, CUMULATE and SESSION as table functions.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

std::string refused(const std::string& function) { return complaint_of("SELECT * FROM TABLE(" + function + ");"); }

window::window_spec spec_of(const std::string& function) {
  return operation_of<window::window_aggregate_plan>(
             plan_of("SELECT COUNT(*) FROM TABLE(" + function + ") GROUP BY window_start, window_end;"))
      .window;
}

} // namespace

TEST_CASE("rows are given their window's three columns where they are") {
  const auto plan =
      plan_of("SELECT * FROM TABLE(HOP(TABLE zoned, DESCRIPTOR(rt), INTERVAL '5' SECOND, INTERVAL '10' SECOND));");
  CHECK(plan.stages.empty());
  CHECK(inputs_of_sink(plan)[0].starts_with("zoned: window; "));
  CHECK(columns_of(*plan.sinks[0].layout) ==
        "k STRING, ts BIGINT, rt TIMESTAMP_LTZ(3), window_start TIMESTAMP(3) NOT NULL, window_end TIMESTAMP(3) NOT "
        "NULL, window_time TIMESTAMP_LTZ(3)");
}

TEST_CASE("arguments go by position or by name") {
  const auto hop =
      spec_of("HOP(TABLE bids, DESCRIPTOR(rt), INTERVAL '5' SECOND, INTERVAL '10' SECOND, INTERVAL '1' SECOND)");
  CHECK(hop.kind == window::window_kind::hop);
  CHECK(hop.slide_ms == 5'000);
  CHECK(hop.size_ms == 10'000);
  CHECK(hop.offset_ms == 1'000);
  const auto cumulate =
      spec_of("CUMULATE(DATA => TABLE bids, SIZE => INTERVAL '1' MINUTE, STEP => INTERVAL '10' SECOND, "
              "timecol => DESCRIPTOR(rt))");
  CHECK(cumulate.kind == window::window_kind::cumulate);
  CHECK(cumulate.slide_ms == 10'000);
  CHECK(cumulate.size_ms == 60'000);
  CHECK(spec_of("TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '10' SECOND, -INTERVAL '1' SECOND)").offset_ms == -1'000);
}

TEST_CASE("wrong arguments are named") {
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(rt))") == "validate 1:21 TUMBLE needs the argument SIZE");
  CHECK(refused("TUMBLE(TIMECOL => DESCRIPTOR(rt), SIZE => INTERVAL '10' SECOND)") ==
        "validate 1:21 TUMBLE needs a table");
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '1' SECOND, INTERVAL '1' SECOND, 3)") ==
        "validate 1:98 TUMBLE has too many arguments");
  CHECK(refused(
            "TUMBLE(DATA => TABLE bids, TIMECOL => DESCRIPTOR(rt), SIZE => INTERVAL '10' SECOND, STEP => INTERVAL '1' "
            "SECOND)") == "validate 1:113 TUMBLE has no argument STEP");
  CHECK(
      refused("TUMBLE(DATA => TABLE bids, TIMECOL => DESCRIPTOR(rt), TIMECOL => DESCRIPTOR(rt), SIZE => INTERVAL '10' "
              "SECOND)") == "validate 1:86 argument given twice: TIMECOL");
  CHECK(refused("TUMBLE(bids, DESCRIPTOR(rt), INTERVAL '1' SECOND)") ==
        "validate 1:28 TUMBLE needs a table: bids | write TABLE name");
  CHECK(refused("SPLIT(TABLE bids, DESCRIPTOR(rt))") ==
        "plan 1:21 table function SPLIT | TUMBLE, HOP, CUMULATE, SESSION and UNNEST are there");
}

TEST_CASE("windows need a time attribute") {
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(price), INTERVAL '1' SECOND)") ==
        "validate 1:40 TUMBLE needs a time attribute: price is INT | declare WATERMARK FOR it in CREATE TABLE; a "
        "computation or a cast makes it a plain column");
  CHECK(refused("TUMBLE(TABLE bids, rt, INTERVAL '1' SECOND)") == "validate 1:40 TUMBLE needs DESCRIPTOR(column)");
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(x), INTERVAL '1' SECOND)").find("unknown column: x") !=
        std::string::npos);
}

TEST_CASE("lengths must fit one another") {
  CHECK(
      refused("HOP(TABLE bids, DESCRIPTOR(rt), INTERVAL '3' SECOND, INTERVAL '10' SECOND)") ==
      "plan 1:21 HOP whose size (10000 ms) is no multiple of its slide (3000 ms) | the older HOP(...) in GROUP BY may "
      "have any slide");
  CHECK(refused("CUMULATE(TABLE bids, DESCRIPTOR(rt), INTERVAL '3' SECOND, INTERVAL '10' SECOND)") ==
        "validate 1:21 CUMULATE whose size (10000 ms) is no multiple of its step (3000 ms) | make the size a multiple "
        "of the step");
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(rt), INTERVAL '0' SECOND)") ==
        "validate 1:21 window size must be positive: 0");
  CHECK(refused("TUMBLE(TABLE bids, DESCRIPTOR(rt), 5)").find("SIZE of TUMBLE must be an INTERVAL: 5") !=
        std::string::npos);
}

TEST_CASE("rows of a SESSION wait until it ends") {
  const auto plan =
      plan_of("SELECT k, window_end FROM TABLE(SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(rt), INTERVAL '10' "
              "SECOND)) WHERE price > 2;");
  CHECK(stages_of(plan) == strings{"session rows"});
  CHECK(inputs_of(plan) == strings{"bids by k at rt"});
  CHECK(inputs_of_sink(plan) == strings{"#0: where (price > 2); select k window_end; select k window_end"});
  CHECK(operation_of<window::session_rows_plan>(plan).window.size_ms == 10'000);
  CHECK(refused("SESSION(TABLE bids, DESCRIPTOR(rt), INTERVAL '1' SECOND)") == "no complaint");
}

TEST_CASE("a query may stand for the table") {
  const auto plan =
      plan_of("SELECT k, COUNT(*) FROM TABLE(TUMBLE((SELECT k, rt FROM bids WHERE price > 1), DESCRIPTOR(rt), "
              "INTERVAL '1' SECOND)) GROUP BY k, window_start, window_end;");
  CHECK(inputs_of(plan) ==
        strings{"bids: where (price > 1); select k rt; window later; select k window_start by k at window_start"});
}

TEST_CASE("windows of processing time") {
  const auto plan =
      plan_of("SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE clocked, DESCRIPTOR(pt), INTERVAL '1' SECOND)) GROUP BY "
              "window_start, window_end;");
  CHECK(inputs_of(plan)[0].ends_with("of the clock"));
}

TEST_CASE("no window function over a table that changes") {
  CHECK(refused("TUMBLE((SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS n FROM bids) "
                "WHERE n "
                "= 1), DESCRIPTOR(rt), INTERVAL '1' SECOND)") ==
        "plan 1:21 TUMBLE over a table that changes (de-duplication) | windows need rows that are only added");
}
