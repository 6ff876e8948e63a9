#include "core/plan/aggregate_query.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

sql::syntax_ptr parse(std::string_view text) {
  auto parsed = sql::parse_expression(text);
  REQUIRE(parsed);
  return std::make_shared<const sql::expression_syntax>(std::move(*parsed));
}

schema_ptr table() {
  auto made = std::make_shared<schema>();
  made->fields = {{"k", string_type()},          {"v", float64_type()},
                  {"n", int32_type()},           {"d", decimal_type(10, 2)},
                  {"ts", timestamp_ltz_type(3)}, {"r", row_type({{"a", string_type()}, {"b", int32_type()}})}};
  return made;
}

aggregate_query query_of(const std::vector<std::string>& keys, const std::vector<std::string>& items) {
  aggregate_query made;
  made.names.columns = table();
  made.window.size_ms = 60'000;
  made.time_column = 4;
  for (const auto& one : keys) made.keys.push_back({parse(one), ""});
  for (std::size_t i = 0; i < items.size(); ++i) made.items.push_back({parse(items[i]), "c" + std::to_string(i + 1)});
  return made;
}

lowered_aggregate lowered(const aggregate_query& query) {
  auto made = lower(query);
  if (!made) FAIL(to_string(made.error()[0].what));
  return std::move(*made);
}

window::window_aggregate_plan windows_of(const lowered_aggregate& made) {
  return std::get<window::window_aggregate_plan>(made.operation);
}

std::string layout_text(const schema_ptr& layout) {
  std::string text;
  for (const auto& field : layout->fields)
    text += (text.empty() ? "" : ", ") + field.name + " " + to_string(field.type);
  return text;
}

std::string program_text(const row_program& program) {
  std::string text;
  for (const auto& step : program.steps) {
    if (const auto* filter = std::get_if<filter_step>(&step)) {
      text += "filter " + filter->condition->to_string() + "; ";
      continue;
    }
    const auto& project = std::get<project_step>(step);
    for (std::size_t i = 0; i < project.columns.size(); ++i)
      text += (i > 0 ? ", " : "") + project.layout->fields[i].name + "=" + project.columns[i]->to_string();
  }
  return text;
}

std::string faults_of(const aggregate_query& query) {
  const auto made = lower(query);
  if (made) return "no fault";
  const char* parts[] = {"filter", "key", "window", "item", "having"};
  std::string text;
  for (const auto& fault : made.error())
    text += std::string(parts[static_cast<int>(fault.part)]) + " " + std::to_string(fault.index) + ": " +
            to_string(fault.what) + "\n";
  return text;
}

} // namespace

TEST_CASE("keys, event time and arguments are computed once before the shards") {
  auto query = query_of({"k", "UPPER(k)"}, {"k", "UPPER(k)", "SUM(v * 2)", "MAX(v * 2)", "COUNT(k)", "MIN(ts)"});
  query.filters = {parse("v > 0"), parse("n < 9")};
  const auto made = lowered(query);
  CHECK(program_text(made.before) ==
        "filter (v > 0.0); filter (n < 9); k=k, UPPER(k)=UPPER(k), ts=ts, (v * 2)=(v * 2.0)");
  CHECK(made.keys == std::vector<std::size_t>{0, 1});
  CHECK(made.time_column == 2);
  CHECK(made.before.input == query.names.columns);
  CHECK(layout_text(windows_of(made).output) ==
        "k STRING, UPPER(k) STRING, window_start TIMESTAMP(3), window_end TIMESTAMP(3), window_time TIMESTAMP_LTZ(3), "
        "SUM((v * 2)) DOUBLE, MAX((v * 2)) DOUBLE, COUNT(k) BIGINT NOT NULL, MIN(ts) TIMESTAMP_LTZ(3)");
  REQUIRE(windows_of(made).calls.size() == 4);
  CHECK(windows_of(made).calls[0].argument == 3);
  CHECK(windows_of(made).calls[1].argument == 3);
  CHECK(windows_of(made).calls[2].argument == 0);
  CHECK(windows_of(made).calls[3].argument == 2);
  CHECK(windows_of(made).input == made.before.output);
  CHECK(windows_of(made).keys == made.keys);
}

TEST_CASE("equal calls are computed once, and unequal ones apart") {
  const auto made = lowered(query_of({}, {"COUNT(*) + 1", "COUNT(*)", "COUNT(n)", "COUNT(DISTINCT n)",
                                          "COUNT(*) FILTER (WHERE n > 1)", "sum(n) / count(*)"}));
  REQUIRE(windows_of(made).calls.size() == 5);
  CHECK(windows_of(made).calls[0].what == agg::function::count_star);
  CHECK(windows_of(made).calls[0].argument == -1);
  CHECK(windows_of(made).calls[1].what == agg::function::count);
  CHECK(windows_of(made).calls[2].distinct);
  CHECK(windows_of(made).calls[3].filter == 2);
  CHECK(windows_of(made).calls[4].what == agg::function::sum);
  CHECK(made.keys.empty());
  CHECK(program_text(made.after) ==
        "c1=(COUNT(*) + 1), c2=COUNT(*), c3=COUNT(n), c4=COUNT(DISTINCT n), c5=COUNT(*) FILTER (WHERE (n > 1)), "
        "c6=(SUM(n) / COUNT(*))");
}

TEST_CASE("the select list sees keys, windows and calls, and HAVING filters before it") {
  auto query = query_of({"k", "n + 1"}, {"LOWER(k)", "(n + 1) * 2", "window_start", "window_end", "window_time", "1"});
  query.having = parse("COUNT(*) > 3 AND k <> 'x'");
  const auto made = lowered(query);
  CHECK(program_text(made.after) ==
        "filter ((COUNT(*) > 3) AND (k <> 'x')); c1=LOWER(k), c2=((n + 1) * 2), c3=window_start, c4=window_end, "
        "c5=window_time, c6=1");
  CHECK(made.after.output->fields[4].type.kind == type_kind::timestamp_ltz);
  CHECK(made.after.input == windows_of(made).output);
}

TEST_CASE("a named key may be referred to by its name, and hides a column of that name") {
  auto query = query_of({"UPPER(k)"}, {"v || '!'", "SUM(v)"});
  query.keys[0].name = "v";
  const auto made = lowered(query);
  CHECK(layout_text(made.after.output) == "c1 STRING, c2 DOUBLE");
  CHECK(windows_of(made).output->fields[0].name == "v");
}

TEST_CASE("a key may be written with its table's name") {
  auto query = query_of({"t.k"}, {"k", "t.k", "SUM(t.v)"});
  query.names.tables.assign(6, "t");
  CHECK(layout_text(lowered(query).after.output) == "c1 STRING, c2 STRING, c3 DOUBLE");
}

TEST_CASE("a field of a ROW that is a key can be selected") {
  CHECK(layout_text(lowered(query_of({"r"}, {"r.a", "r.b", "r"})).after.output) ==
        "c1 STRING, c2 INT, c3 ROW<`a` STRING, `b` INT>");
  CHECK(layout_text(lowered(query_of({"r.a"}, {"r.a"})).after.output) == "c1 STRING");
}

TEST_CASE("columns behind the windows have different names even where keys and calls look alike") {
  auto query = query_of({"k", "n", "v"}, {"COUNT(*)"});
  query.keys[0].name = "COUNT(*)";
  query.keys[1].name = "window_start";
  query.keys[2].name = "COUNT(*)";
  CHECK(layout_text(windows_of(lowered(query)).output) ==
        "COUNT(*) STRING, window_start #2 INT, COUNT(*) #3 DOUBLE, window_start TIMESTAMP(3), window_end TIMESTAMP(3), "
        "window_time TIMESTAMP_LTZ(3), COUNT(*) # BIGINT NOT NULL");
}

TEST_CASE("LISTAGG takes a separator, which must be a text") {
  const auto made = lowered(query_of({}, {"LISTAGG(k)", "LISTAGG(k, ';')"}));
  CHECK(windows_of(made).calls[0].separator == ",");
  CHECK(windows_of(made).calls[1].separator == ";");
  CHECK(faults_of(query_of({}, {"LISTAGG(k, k)", "LISTAGG(k, ',', 'x')"})) ==
        "item 0: line 1, column 12: the separator of LISTAGG must be a text literal\n"
        "item 1: line 1, column 1: LISTAGG takes 1 or 2 arguments, not 3\n");
}

TEST_CASE("types of results are Flink's") {
  CHECK(
      layout_text(lowered(query_of({}, {"SUM(n)", "AVG(n)", "SUM(d)", "AVG(d)", "MIN(k)", "COUNT(k)"})).after.output) ==
      "c1 INT, c2 INT, c3 DECIMAL(38, 2), c4 DECIMAL(38, 6), c5 STRING, c6 BIGINT NOT NULL");
}

TEST_CASE("windows over TIMESTAMP_LTZ take the session's zone, over TIMESTAMP none") {
  auto query = query_of({}, {"COUNT(*)"});
  query.names.time_zone = "Europe/Berlin";
  CHECK(windows_of(lowered(query)).window.time_zone == "Europe/Berlin");
  query.window.time_zone = "Asia/Tokyo";
  CHECK(windows_of(lowered(query)).window.time_zone == "Asia/Tokyo");
  auto wall = std::make_shared<schema>(*query.names.columns);
  wall->fields[4].type = timestamp_type(3);
  query.names.columns = wall;
  CHECK(windows_of(lowered(query)).window.time_zone.empty());
}

TEST_CASE("every fault of a query is told, each with its part and place") {
  auto query = query_of({"kk", "COUNT(*)"}, {"v", "SUM(COUNT(*))", "NOPE(k)", "SUM(k)", "zzz + vv", "k || SUMM(v)"});
  query.filters = {parse("COUNT(*) > 1"), parse("v"), parse("w > 1")};
  query.having = parse("v > 1");
  query.window.size_ms = 0;
  CHECK(faults_of(query) ==
        "filter 0: line 1, column 1: an aggregate cannot stand in WHERE: COUNT(*)\n"
        "filter 1: line 1, column 1: not a condition: v is DOUBLE\n"
        "filter 2: line 1, column 1: unknown column: w (did you mean k?)\n"
        "key 0: line 1, column 1: unknown column: kk (did you mean k?)\n"
        "key 1: line 1, column 1: an aggregate cannot stand in a key: COUNT(*)\n"
        "window 0: window size must be positive: 0\n"
        "item 0: line 1, column 1: column neither grouped nor aggregated: v (make it a key, or take MAX(v), "
        "FIRST_VALUE(v) ...)\n"
        "item 1: line 1, column 5: an aggregate inside an aggregate: COUNT(*) (it stands in SUM)\n"
        "item 2: line 1, column 1: unknown function: NOPE\n"
        "item 3: line 1, column 5: SUM needs a number: k is STRING\n"
        "item 4: line 1, column 1: unknown column: zzz\n"
        "item 4: line 1, column 7: unknown column: vv (did you mean v?)\n"
        "item 5: line 1, column 1: column neither grouped nor aggregated: k (make it a key, or take MAX(k), "
        "FIRST_VALUE(k) ...)\n"
        "item 5: line 1, column 6: unknown function: SUMM (did you mean SUM?)\n"
        "having 0: line 1, column 1: column neither grouped nor aggregated: v (make it a key, or take MAX(v), "
        "FIRST_VALUE(v) ...)\n");
}

TEST_CASE("types that do not fit behind the windows are faults of their part") {
  auto query = query_of({"k"}, {"k + 1 > ROW(2)"});
  query.having = parse("COUNT(*)");
  const auto faults = faults_of(query);
  CHECK_THAT(faults, ContainsSubstring("having 0: line 1, column 1: not a condition: COUNT(*) is BIGINT NOT NULL\n"));
  CHECK_THAT(faults, ContainsSubstring("item 0: "));
  query.having = parse("COUNT(*) LIKE 'x'");
  CHECK_THAT(faults_of(query), ContainsSubstring("having 0: "));
}

TEST_CASE("calls that cannot be are refused with the reason") {
  CHECK(faults_of(query_of({}, {"SUM(*)"})) == "item 0: line 1, column 1: only COUNT takes *: SUM(*)\n");
  CHECK(faults_of(query_of({}, {"SUM()", "MAX(v, n)"})) == "item 0: line 1, column 1: SUM takes 1 argument, not 0\n"
                                                           "item 1: line 1, column 1: MAX takes 1 argument, not 2\n");
  CHECK(faults_of(query_of({}, {"SUM(v) FILTER (WHERE n)", "SUM(v) FILTER (WHERE MAX(n) > 1)",
                                "SUM(v) FILTER (WHERE zz > 1)", "SUM(zz)", "MIN(r)"})) ==
        "item 0: line 1, column 22: FILTER needs a condition: n is INT\n"
        "item 1: line 1, column 22: an aggregate inside FILTER: MAX(n)\n"
        "item 2: line 1, column 22: unknown column: zz\n"
        "item 3: line 1, column 5: unknown column: zz\n"
        "item 4: line 1, column 5: MIN does not take ROW<`a` STRING, `b` INT>\n");
  CHECK(faults_of(query_of({}, {"SUM(v) OVER (PARTITION BY k)"})) ==
        "item 0: line 1, column 1: OVER cannot be used over groups\n");
}

TEST_CASE("FIRST_VALUE and LAST_VALUE are for tumbling windows, as in Flink") {
  auto query = query_of({}, {"FIRST_VALUE(v)", "LAST_VALUE(v)"});
  CHECK(windows_of(lowered(query)).calls.size() == 2);
  const auto refused = [&](window::window_kind kind) {
    query.window.kind = kind;
    query.window.slide_ms = 10'000;
    return faults_of(query);
  };
  CHECK(
      refused(window::window_kind::hop) ==
      "item 0: line 1, column 1: FIRST_VALUE cannot be used in a hop window (its partial results cannot be merged; use "
      "a tumble window)\n"
      "item 1: line 1, column 1: LAST_VALUE cannot be used in a hop window (its partial results cannot be merged; use "
      "a tumble window)\n");
  CHECK_THAT(refused(window::window_kind::cumulate), ContainsSubstring("in a cumulate window"));
  CHECK_THAT(refused(window::window_kind::session), ContainsSubstring("in a session window"));
}

TEST_CASE("the event time must be a timestamp") {
  auto query = query_of({}, {"COUNT(*)"});
  query.time_column = 1;
  CHECK(faults_of(query) == "window 0: the event time must be a TIMESTAMP: v is DOUBLE\n");
}
