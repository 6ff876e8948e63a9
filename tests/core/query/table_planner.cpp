// FROM: tables, views, rows set aside, and other names.
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

TEST_CASE("a table that several queries read is one source") {
  const auto plan = plan_of("SELECT k FROM bids; SELECT b.price FROM bids b JOIN bids c USING (k);");
  CHECK(plan.sources.size() == 1);
  CHECK(inputs_of(plan) == strings{"bids by k", "bids by k"});
}

TEST_CASE("an unknown table is named, with the nearest table, view or WITH name") {
  CHECK(complaint_of("SELECT k FROM nowhere;") == "validate 1:15 unknown table: nowhere");
  CHECK(complaint_of("SELECT k FROM bid;") == "validate 1:15 unknown table: bid | did you mean bids?");
  CHECK(complaint_of("CREATE VIEW summary AS SELECT k FROM bids; SELECT k FROM sumary;") ==
        "validate 1:58 unknown table: sumary | did you mean summary?");
  CHECK(complaint_of("WITH shortlist AS (SELECT k FROM bids) SELECT k FROM shortlst;") ==
        "validate 1:54 unknown table: shortlst | did you mean shortlist?");
}

TEST_CASE("an alias may name the columns, all of them") {
  CHECK(shown("SELECT a, b FROM bids AS t (a, b, c);") == "a STRING, b INT");
  CHECK(complaint_of("SELECT a FROM bids AS t (a, b);") == "validate 1:26 2 names for the 3 columns of t");
  CHECK(complaint_of("SELECT bids.k FROM bids AS t;").starts_with("validate 1:8 "));
}

TEST_CASE("late and bad rows of a table are tables, and rows then keep their text") {
  const auto plan = plan_of("SELECT text, reason FROM `bids$late`; SELECT k FROM bids; SELECT text FROM `bids$bad`;");
  CHECK(plan.sources.size() == 1);
  CHECK(plan.sources[0].keep_text);
  CHECK(inputs_of_sink(plan, 0)[0].starts_with("bids$late: select text reason"));
  CHECK(inputs_of_sink(plan, 2)[0].starts_with("bids$bad: select text"));
  CHECK(!plan_of("SELECT k FROM bids;").sources[0].keep_text);
  CHECK(complaint_of("SELECT * FROM `nowhere$late`;") == "validate 1:15 unknown table: nowhere$late");
}

TEST_CASE("a sub-query is read under its alias") {
  CHECK(shown("SELECT t.x FROM (SELECT k AS x FROM bids) AS t;") == "x STRING");
  CHECK(shown("SELECT y FROM (SELECT k FROM bids) AS t (y);") == "y STRING");
}

TEST_CASE("a table as of a time is refused with what to write instead") {
  CHECK(complaint_of("SELECT * FROM bids FOR SYSTEM_TIME AS OF rt;") ==
        "plan 1:15 FOR SYSTEM_TIME AS OF | join the two streams with an interval or a window");
}

TEST_CASE("a name may have its catalogue and database in front") {
  CHECK(shown("SELECT k FROM default_catalog.default_database.bids;") == "k STRING");
}

TEST_CASE("a table that can only be written is not read") {
  CHECK(complaint_of("SELECT k FROM changed;").find("table changed can only be written: connector print") !=
        std::string::npos);
}

TEST_CASE("the columns of a table keep what is known of them") {
  CHECK(shown("SELECT * FROM zoned;") == "k STRING, ts BIGINT, rt TIMESTAMP_LTZ(3)");
  CHECK(plan_of("SELECT * FROM zoned;").sources[0].time_column == 2);
}
