#include "core/query/join_condition.hpp"

#include "core/query/query_planner.hpp"
#include "tests/core/query/planned.hpp"

using namespace core;
using namespace core::query;

namespace {

relation_column column(std::string name, std::string table, data_type type) {
  relation_column made;
  made.name = std::move(name);
  made.table = std::move(table);
  made.type = std::move(type);
  return made;
}

/// k STRING, n BIGINT, rt TIMESTAMP(3) event time, window_start, window_end.
relation side(const std::string& table, std::int64_t size_ms = 10'000) {
  relation made;
  made.columns = {column("k", table, string_type()), column("n", table, int64_type()),
                  column("rt", table, timestamp_type(3)), column("window_start", table, timestamp_type(3)),
                  column("window_end", table, timestamp_type(3))};
  made.columns[2].time = time_role::event;
  made.columns[3].window = window_role::start;
  made.columns[4].window = window_role::end;
  made.window = carried_window{};
  made.window->spec.size_ms = size_ms;
  return made;
}

result<join_condition> read(const std::string& on, std::int64_t right_size_ms = 10'000) {
  const auto left = side("l");
  const auto right = side("r", right_size_ms);
  auto parsed = sql::parse_expression(on);
  INFO(on);
  REQUIRE(parsed);
  const auto both = scope_of_both(left, right, "UTC");
  return read_condition(split_conjuncts(std::make_shared<const sql::expression_syntax>(std::move(*parsed))), left,
                        right, both);
}

/// `-1000..5000`; `?` where there is no bound.
std::string times_of(const std::string& on) {
  const auto made = read(on);
  INFO(on);
  REQUIRE(made);
  const auto text = [](const std::optional<std::int64_t>& one) { return one ? std::to_string(*one) : "?"; };
  if (made->times.lower || made->times.upper) {
    CHECK(made->times.left_time == 2);
    CHECK(made->times.right_time == 2);
  }
  return text(made->times.lower) + ".." + text(made->times.upper);
}

} // namespace

TEST_CASE("equal columns are keys, whichever side stands first") {
  const auto made = read("r.k = l.k AND l.n + 1 = r.n AND l.n IS NOT DISTINCT FROM r.n AND l.n > r.n").value();
  REQUIRE(made.keys.size() == 3);
  CHECK(sql::to_string(*made.keys[0].left) == "l.k");
  CHECK(sql::to_string(*made.keys[0].right) == "r.k");
  CHECK(sql::to_string(*made.keys[1].left) == "(l.n + 1)");
  CHECK(!made.keys[1].nulls_meet);
  CHECK(made.keys[2].nulls_meet);
  REQUIRE(made.rest.size() == 1);
  CHECK(sql::to_string(*made.rest[0]) == "(l.n > r.n)");
}

TEST_CASE("an equality within one side, or that mixes them, is no key") {
  CHECK(read("l.n = 3")->keys.empty());
  CHECK(read("l.n = 3")->rest.size() == 1);
  CHECK(read("l.n + r.n = r.n")->rest.size() == 1);
}

TEST_CASE("windows are the same when both bounds are and both sides were cut alike") {
  const std::string on = "l.window_start = r.window_start AND r.window_end = l.window_end";
  const auto made = read(on).value();
  CHECK(made.same_start);
  CHECK(made.same_end);
  CHECK(made.windows.size() == 2);
  CHECK(made.keys.empty());
  const auto other = read(on, 20'000).value();
  CHECK(!other.same_start);
  CHECK(other.keys.size() == 2);
  CHECK(!read("l.window_start = r.window_end")->same_start);
}

TEST_CASE("bounds between event times are right minus left, in milliseconds") {
  CHECK(times_of("l.rt = r.rt") == "0..0");
  CHECK(times_of("r.rt BETWEEN l.rt - INTERVAL '1' SECOND AND l.rt + INTERVAL '5' SECOND") == "-1000..5000");
  CHECK(times_of("l.rt BETWEEN r.rt - INTERVAL '1' SECOND AND r.rt + INTERVAL '5' SECOND") == "-5000..1000");
  CHECK(times_of("l.rt <= r.rt") == "0..?");
  CHECK(times_of("l.rt < r.rt") == "1..?");
  CHECK(times_of("l.rt >= r.rt") == "?..0");
  CHECK(times_of("l.rt > r.rt") == "?..-1");
  CHECK(times_of("r.rt < l.rt") == "?..-1");
  CHECK(times_of("r.rt <= l.rt") == "?..0");
  CHECK(times_of("r.rt > l.rt") == "1..?");
  CHECK(times_of("r.rt >= l.rt + INTERVAL '2' SECOND - INTERVAL '1' SECOND") == "1000..?");
}

TEST_CASE("of several bounds the narrowest hold") {
  CHECK(times_of("r.rt >= l.rt AND r.rt >= l.rt + INTERVAL '2' SECOND AND r.rt < l.rt + INTERVAL '9' SECOND AND "
                 "r.rt <= l.rt + INTERVAL '4' SECOND") == "2000..4000");
}

TEST_CASE("what bounds no event times is left over") {
  for (const auto* on : {"l.rt <> r.rt", "l.rt < l.rt + INTERVAL '1' SECOND", "l.rt < TIMESTAMP '2026-01-01 00:00:00'",
                         "r.rt NOT BETWEEN l.rt AND l.rt + INTERVAL '1' SECOND", "l.rt < r.rt + INTERVAL '1' MONTH",
                         "l.rt < r.window_start", "l.n BETWEEN r.n AND 3"}) {
    INFO(on);
    CHECK(times_of(on) == "?..?");
    CHECK(read(on)->rest.size() == 1);
  }
}

TEST_CASE("types that cannot be compared are a fault of planning, as in Flink") {
  const auto made = read("l.k = r.n");
  REQUIRE(!made);
  CHECK(made.error().code == errc::unsupported);
  CHECK(made.error().message == "= does not compare STRING and BIGINT");
  CHECK(read("l.x = r.n").error().code == errc::unknown_name);
}

TEST_CASE("both sides are seen with their tables, the left's columns first") {
  const auto both = scope_of_both(side("l"), side("r"), "Asia/Tokyo");
  CHECK(both.time_zone == "Asia/Tokyo");
  CHECK(both.columns->fields.size() == 10);
  CHECK(both.tables[4] == "l");
  CHECK(both.tables[5] == "r");
}
