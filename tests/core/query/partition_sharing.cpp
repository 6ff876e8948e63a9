// Which queries can be computed partition by partition, each wherever it is.
#include "core/plan/sharing.hpp"
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace planned;

namespace {

const std::string brokers = "'connector' = 'kafka', 'properties.bootstrap.servers' = 'b:1'";
const std::string keyed =
    ", 'properties.group.id' = 'g', 'value.format' = 'json', 'key.format' = 'json', 'key.fields' = ";

std::string tables(const std::string& options) {
  return "CREATE TABLE events (k STRING, shop INT, price INT, tags ARRAY<STRING>, rt TIMESTAMP(3), "
         "WATERMARK FOR rt AS rt) WITH (" +
         brokers + ", 'topic' = 'events'" + options + ");\n";
}

/// `shareable`, or the reason.
std::string verdict(const std::string& query, const std::string& options = keyed + "'k'") {
  const auto checked = plan::check_shareable(plan_of(tables(options) + query));
  if (checked) return "shareable";
  CHECK(checked.error().code == errc::unsupported);
  CHECK_FALSE(checked.error().hint.empty());
  const std::string_view begin = "partitions cannot be shared: ";
  REQUIRE(checked.error().message.starts_with(begin));
  return checked.error().message.substr(begin.size());
}

std::string grouped(const std::string& keys, const std::string& from = "events") {
  return "INSERT INTO changed SELECT " + keys + ", COUNT(*) FROM TABLE(TUMBLE(TABLE " + from +
         ", DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY " + keys + ", window_start, window_end;";
}

constexpr std::string_view together = "brings rows of several partitions together";
bool is_refused(const std::string& why) { return why.contains(together); }

} // namespace

TEST_CASE("windows by the topic's key are shareable, whatever else they group by") {
  CHECK(verdict(grouped("k")) == "shareable");
  const auto more = verdict("CREATE TABLE out3 (k STRING, shop INT, n BIGINT) WITH ('connector' = 'print');\n"
                            "INSERT INTO out3 SELECT k, shop, COUNT(*) FROM TABLE(HOP(TABLE events, DESCRIPTOR(rt), "
                            "INTERVAL '2' SECOND, INTERVAL '10' SECOND)) GROUP BY k, shop, window_start, window_end;");
  CHECK(more == "shareable");
  CHECK(verdict("INSERT INTO changed SELECT k, price FROM events WHERE price > 3;") == "shareable");
  CHECK(verdict("INSERT INTO changed SELECT k, price FROM events;",
                ", 'properties.group.id' = 'g', 'format' = 'json'") == "shareable");
}

TEST_CASE("the key is followed through views, renamings and windows behind windows") {
  CHECK(verdict("CREATE VIEW named AS SELECT k AS who, rt FROM events WHERE price > 1;\n"
                "INSERT INTO changed SELECT who, COUNT(*) FROM TABLE(TUMBLE(TABLE named, DESCRIPTOR(rt), INTERVAL '1' "
                "MINUTE)) GROUP BY who, window_start, window_end;") == "shareable");
  const std::string counts = "(SELECT k, shop, window_start, window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE events, "
                             "DESCRIPTOR(rt), INTERVAL "
                             "'10' SECOND)) GROUP BY k, shop, window_start, window_end)";
  const auto best = [&](const std::string& by) {
    return "INSERT INTO changed SELECT k, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end" +
           by + " ORDER BY n DESC) AS place FROM " + counts + ") WHERE place <= 3;";
  };
  CHECK(verdict(best(", k")) == "shareable");
  CHECK(is_refused(verdict(best(""))));
  CHECK(is_refused(verdict(best(", shop"))));
  CHECK(is_refused(
      verdict("INSERT INTO changed SELECT MAX(k), SUM(n) FROM " + counts + " GROUP BY window_start, window_end;")));
}

TEST_CASE("what brings rows of several partitions together is refused") {
  CHECK(
      is_refused(verdict("INSERT INTO changed SELECT MAX(k), COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), "
                         "INTERVAL '10' SECOND)) GROUP BY window_start, window_end;")));
  CHECK(is_refused(verdict(grouped("UPPER(k)"))));
  CHECK(is_refused(verdict(grouped("k"), keyed + "'k;shop'"))); // Half of the key.
  CHECK(is_refused(verdict("INSERT INTO changed SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), "
                           "INTERVAL '10' SECOND)) GROUP BY GROUPING SETS ((k), ()), window_start, window_end;")));
  CHECK(verdict("INSERT INTO changed SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), INTERVAL '10' "
                "SECOND)) GROUP BY GROUPING SETS ((k, shop), (k)), window_start, window_end;") == "shareable");
  CHECK(is_refused(verdict("CREATE VIEW tagged AS SELECT t AS tag, rt FROM events CROSS JOIN UNNEST(tags) AS x (t);\n"
                           "INSERT INTO changed SELECT tag, COUNT(*) FROM TABLE(TUMBLE(TABLE tagged, DESCRIPTOR(rt), "
                           "INTERVAL '10' SECOND)) GROUP BY tag, window_start, window_end;")));
}

TEST_CASE("window joins of windows by the key keep it on the side that is always there") {
  const auto side = [](const std::string& what) {
    return "(SELECT k, " + what +
           " AS n, window_start, window_end FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(rt), "
           "INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end)";
  };
  const auto joined = [&](const std::string& kind, const std::string& by) {
    const auto pairs =
        "(SELECT l.k AS a, r.k AS b, l.n AS n, l.window_start AS window_start, l.window_end AS window_end "
        "FROM " +
        side("COUNT(*)") + " l " + kind + " JOIN " + side("SUM(price)") +
        " r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end)";
    return "INSERT INTO changed SELECT " + by + ", SUM(n) FROM " + pairs + " GROUP BY " + by +
           ", window_start, window_end;";
  };
  CHECK(verdict(joined("", "a")) == "shareable");
  CHECK(verdict(joined("", "b")) == "shareable");
  CHECK(verdict(joined("LEFT", "a")) == "shareable");
  CHECK(is_refused(verdict(joined("LEFT", "b"))));
  CHECK(verdict(joined("FULL", "a")).contains("no window bounds")); // Its window may be NULL: no windows at all.
}

TEST_CASE("a shared table is one topic without an end, with a group and a stated key") {
  const std::string group = ", 'properties.group.id' = 'g', 'format' = 'json'";
  CHECK(verdict(grouped("k"), group) == "table events does not say what its records' keys are");
  CHECK(verdict(grouped("k"), ", 'format' = 'json', 'scan.startup.mode' = 'earliest-offset'") ==
        "table events has no group");
  CHECK(verdict(grouped("k"), keyed + "'k', 'scan.bounded.mode' = 'latest-offset'")
            .starts_with("table events has an end"));
  CHECK(verdict(grouped("k", "bids")) == "the query reads something else than one table of connector kafka");
  CHECK(verdict("INSERT INTO appended SELECT k, price FROM events;") ==
        "table appended (file) is written by one process alone");
  CHECK(
      verdict("INSERT INTO changed SELECT k, COUNT(*) FROM TABLE(SESSION(TABLE events PARTITION BY k, DESCRIPTOR(rt), "
              "INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end;")
          .contains("a session may have begun any time ago"));
}
