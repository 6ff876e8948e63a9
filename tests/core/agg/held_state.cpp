#include "core/agg/held_state.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "tests/core/agg/groups.hpp"

using namespace core;
using namespace core::groups;
using agg::function;
using agg::merge_side;
using strings = std::vector<std::string>;
using calls_type = std::vector<agg::aggregate_call>;

namespace {

column numbers(const std::vector<std::optional<std::int64_t>>& values) {
  auto made = make_column(int64_type(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i])
      made.ints[i] = *values[i];
    else
      made.set_null(i);
  }
  return made;
}

agg::aggregate_call percentile(std::vector<double> fractions, function what = function::percentile) {
  auto made = call(what, simple_type(type_kind::float64));
  if (fractions.size() > 1) made.result_type = array_type(made.result_type);
  made.fractions = std::move(fractions);
  return made;
}
agg::aggregate_call topk(const data_type& type, std::uint64_t count) {
  auto made = call(function::topk, type);
  made.count = count;
  return made;
}

strings results(const calls_type& calls, const batch& rows) {
  auto state = state_of(calls, rows.columns[0]->type);
  strings made;
  {
    group one(state);
    one.add(rows, 1);
    made = one.results(calls);
  }
  CHECK(state.side_bytes() == 0);
  return made;
}

/// The results of two groups merged, and of a copy of that.
strings merged(const calls_type& calls, const batch& a, const batch& b, merge_side side = merge_side::behind) {
  auto state = state_of(calls, a.columns[0]->type);
  strings made;
  {
    group into(state);
    group from(state);
    into.add(a, 1);
    from.add(b, 100);
    state.merge(into.cells(), from.cells(), side);
    group empty(state);
    state.merge(into.cells(), empty.cells(), side); // changes nothing
    state.merge(empty.cells(), into.cells(), side); // takes all
    made = into.results(calls);
    CHECK(empty.results(calls) == made);
    std::vector<std::byte> copied(state.bytes());
    state.copy(copied.data(), into.cells());
    const std::byte* cells = copied.data();
    text_arena arena;
    auto again = make_column(calls[0].result_type, 0);
    state.append_results(0, &cells, 1, again, arena);
    CHECK(text_of(again, 0) == made[0]);
    state.clear(copied.data());
  }
  CHECK(state.side_bytes() == 0);
  return made;
}

} // namespace

TEST_CASE("ARRAY_AGG holds values in order of arrival, NULLs among them unless they are ignored") {
  auto ignoring = call(function::array_agg, int64_type());
  ignoring.ignore_nulls = true;
  const calls_type calls{call(function::array_agg, int64_type()), ignoring,
                         call(function::array_agg, int64_type(), true)};
  CHECK(results(calls, batch_of(numbers({5, std::nullopt, 3, 5, std::nullopt}))) ==
        strings{"[5 null 3 5 null]", "[5 3 5]", "[5 null 3]"});
  CHECK(results(calls, batch_of(numbers({}))) == strings{"null", "null", "null"});
  CHECK(results(calls, batch_of(numbers({std::nullopt}))) == strings{"[null]", "null", "[null]"});
}

TEST_CASE("ARRAY_AGG of texts") {
  const calls_type calls{call(function::array_agg, string_type()), call(function::array_agg, string_type(), true)};
  CHECK(results(calls, batch_of(texts({"b", nullptr, "", "b", nullptr, "a"}))) ==
        strings{"[b null  b null a]", "[b null  a]"});
}

TEST_CASE("lists are merged behind or before") {
  const calls_type calls{call(function::array_agg, int64_type()), call(function::array_agg, int64_type(), true)};
  const auto a = batch_of(numbers({1, 2, std::nullopt}));
  const auto b = batch_of(numbers({std::nullopt, 2, 3}));
  CHECK(merged(calls, a, b) == strings{"[1 2 null null 2 3]", "[1 2 null 3]"});
  CHECK(merged(calls, a, b, merge_side::before) == strings{"[null 2 3 1 2 null]", "[null 2 3 1]"});
  const calls_type of_texts{call(function::array_agg, string_type())};
  CHECK(merged(of_texts, batch_of(texts({"a", nullptr})), batch_of(texts({nullptr, "bc"}))) ==
        strings{"[a null null bc]"});
}

TEST_CASE("COLLECT says how often each value came") {
  const calls_type calls{call(function::collect, string_type()), call(function::collect, string_type(), true)};
  CHECK(results(calls, batch_of(texts({"x", "y", nullptr, "x"}))) == strings{"[x=2 y=1]", "[x=1 y=1]"});
  CHECK(results(calls, batch_of(texts({nullptr}))) == strings{"[]", "[]"});
  CHECK(merged(calls, batch_of(texts({"x", "y"})), batch_of(texts({"y", "z"}))) ==
        strings{"[x=1 y=2 z=1]", "[x=1 y=1 z=1]"});
  CHECK(merged(calls, batch_of(texts({"x"})), batch_of(texts({"y"})), merge_side::before) ==
        strings{"[y=1 x=1]", "[y=1 x=1]"});
}

TEST_CASE("PERCENTILE lies between two values in proportion, as in Flink") {
  const calls_type calls{percentile({0.5}), percentile({0.3}), percentile({0, 0.9, 1})};
  CHECK(results(calls, batch_of(reals({5, 3, 5}))) == strings{"5.0", "4.2", "[3.0 5.0 5.0]"});
  CHECK(results(calls, batch_of(reals({9, 5}))) == strings{"7.0", "6.2", "[5.0 8.6 9.0]"});
  CHECK(results(calls, batch_of(reals({}))) == strings{"null", "null", "null"});
  CHECK(merged(calls, batch_of(reals({9})), batch_of(reals({5}))) == strings{"7.0", "6.2", "[5.0 8.6 9.0]"});
}

TEST_CASE("PERCENTILE sorts NaN behind every number") {
  CHECK(results({percentile({0, 1})}, batch_of(reals({std::nan(""), 1, -1}))) == strings{"[-1.0 NaN]"});
}

TEST_CASE("PERCENTILE counts a value as often as it is told; not at all when that is no positive number") {
  auto weighted = percentile({0.5});
  weighted.weight = 2;
  auto rows = batch_of(reals({1, 2, 3, 4}));
  rows.columns.push_back(std::make_shared<const column>(numbers({1, 5, -3, std::nullopt})));
  CHECK(results({weighted, percentile({0.5})}, rows) == strings{"2.0", "2.5"});
  rows.columns[2] = std::make_shared<const column>(numbers({0, 0, 0, 0}));
  CHECK(results({weighted}, rows) == strings{"null"});
  const auto most = std::numeric_limits<std::int64_t>::max();
  rows.columns[2] = std::make_shared<const column>(numbers({most, most, 1, most}));
  auto last = weighted;
  last.fractions = {1};
  CHECK(results({last}, rows) == strings{"4.0"});
}

TEST_CASE("DISTINCT values count once in PERCENTILE") {
  auto once = percentile({0.5});
  once.distinct = true;
  CHECK(results({once}, batch_of(reals({1, 1, 1, 2, 9}))) == strings{"2.0"});
}

TEST_CASE("TOPK gives the most frequent values; of equally frequent ones the lesser first") {
  const calls_type calls{topk(string_type(), 2), topk(string_type(), 9)};
  CHECK(results(calls, batch_of(texts({"c", "b", "b", "a", nullptr, "c", "d"}))) == strings{"[b c]", "[b c a d]"});
  CHECK(results(calls, batch_of(texts({nullptr}))) == strings{"null", "null"});
  CHECK(merged(calls, batch_of(texts({"c", "a"})), batch_of(texts({"c", "b"}))) == strings{"[c a]", "[c a b]"});
  CHECK(results({topk(int64_type(), 1)}, batch_of(numbers({7, -7, 7}))) == strings{"[7]"});
}

TEST_CASE("JSON_ARRAYAGG joins what stands in each row's brackets") {
  const calls_type calls{call(function::json_arrayagg, string_type())};
  CHECK(results(calls, batch_of(texts({"[1]", "[]", "[\"a\"]", "[null]"}))) == strings{"[1,\"a\",null]"});
  CHECK(results(calls, batch_of(texts({}))) == strings{"[]"});
  CHECK(merged(calls, batch_of(texts({"[1]"})), batch_of(texts({"[2]"})), merge_side::before) == strings{"[2,1]"});
}

TEST_CASE("JSON_OBJECTAGG has each key once, in the place where it came first, with its last value") {
  const calls_type calls{call(function::json_objectagg, string_type())};
  CHECK(results(calls, batch_of(texts({"{\"a\":1}", "{\"b\\\"\":{\"a\":2}}", "{}", "{\"a\":3}"}))) ==
        strings{"{\"a\":3,\"b\\\"\":{\"a\":2}}"});
  CHECK(results(calls, batch_of(texts({}))) == strings{"{}"});
  CHECK(merged(calls, batch_of(texts({"{\"a\":1}"})), batch_of(texts({"{\"a\":2}", "{\"b\":3}"}))) ==
        strings{"{\"a\":2,\"b\":3}"});
}

TEST_CASE("APPROX_COUNT_DISTINCT is exact for few values and about right for many") {
  const calls_type calls{call(function::approx_count_distinct, int64_type())};
  const auto counted = [&](std::int64_t different, std::int64_t rows) {
    std::vector<std::optional<std::int64_t>> values;
    for (std::int64_t i = 0; i < rows; ++i) values.emplace_back(i % different * 7919);
    values.emplace_back(std::nullopt);
    return std::stoll(results(calls, batch_of(numbers(values)))[0]);
  };
  CHECK(counted(1, 50) == 1);
  CHECK(counted(1'000, 3'000) == 1'000);
  for (const std::int64_t different : {5'000, 50'000, 300'000}) {
    INFO(different);
    CHECK(std::abs(static_cast<double>(counted(different, different)) / static_cast<double>(different) - 1) < 0.03);
  }
  CHECK(results({call(function::approx_count_distinct, string_type())}, batch_of(texts({"a", "b", "a", nullptr}))) ==
        strings{"2"});
}

TEST_CASE("sketches do not depend on the order of rows or on how they are merged") {
  std::vector<double> values;
  std::mt19937_64 random(7);
  for (int i = 0; i < 6'000; ++i) values.push_back(static_cast<double>(random() % 1'000'000) / 100 - 2'000);
  const calls_type calls{percentile({0.01, 0.5, 0.99}, function::approx_percentile),
                         call(function::approx_count_distinct, simple_type(type_kind::float64))};
  const auto whole = results(calls, batch_of(reals(values)));
  std::shuffle(values.begin(), values.end(), random);
  CHECK(results(calls, batch_of(reals(values))) == whole);
  for (const std::size_t cut : {1U, 900U, 3'000U, 5'900U}) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(cut);
    const auto a = batch_of(reals({values.begin(), at}));
    const auto b = batch_of(reals({at, values.end()}));
    CHECK(merged(calls, a, b) == whole);
    CHECK(merged(calls, b, a) == whole);
  }
}

TEST_CASE("a saved sketch goes on where it was; one with impossible ranks is not taken up") {
  const auto counting = call(function::approx_count_distinct, int64_type());
  const auto made = agg::make_held(counting);
  std::vector<std::optional<std::int64_t>> values;
  for (std::int64_t i = 0; i < 5'000; ++i) values.emplace_back(i);
  const auto rows = numbers(values);
  for (std::size_t i = 0; i < values.size(); ++i) made->add(rows, i, 1);
  const auto bytes_of = [](const agg::held_state& from) {
    snapshot::state_writer to;
    from.save(to);
    return to.take();
  };
  auto saved = bytes_of(*made);
  const auto loads = [&](const std::string& bytes) {
    const auto other = agg::make_held(counting);
    snapshot::state_reader from(bytes);
    other->load(from);
    if (!from.failed()) CHECK(bytes_of(*other) == bytes);
    return !from.failed();
  };
  CHECK(loads(saved));
  saved.back() = static_cast<char>(60); // The ranks come last: more leading zeros than a hash has bits left.
  CHECK_FALSE(loads(saved));
}

TEST_CASE("APPROX_PERCENTILE is at most 1 % off, exact at both ends, and leaves NaN out") {
  std::vector<double> values{std::nan("")};
  for (int i = 1; i <= 10'000; ++i) values.push_back(i % 2 == 0 ? i : -i);
  const calls_type calls{percentile({0}, function::approx_percentile), percentile({0.25}, function::approx_percentile),
                         percentile({0.75}, function::approx_percentile), percentile({1}, function::approx_percentile)};
  const auto made = results(calls, batch_of(reals(values)));
  CHECK(made[0] == "-9999.0");
  CHECK(std::abs(std::stod(made[1]) / -5'000 - 1) < 0.011);
  CHECK(std::abs(std::stod(made[2]) / 5'000 - 1) < 0.011);
  CHECK(made[3] == "10000.0");
  CHECK(results(calls, batch_of(reals({std::nan("")})))[0] == "null");
  CHECK(results({percentile({0.5}, function::approx_percentile)}, batch_of(reals({0, 0, 0}))) == strings{"0.0"});
  const auto endless = results(calls, batch_of(reals({1, std::numeric_limits<double>::infinity(), 2, -1})));
  CHECK(endless[0] == "-1.0");
  CHECK(std::abs(std::stod(endless[2]) / 2 - 1) < 0.011);
  CHECK(endless[3] == "Infinity");
}

TEST_CASE("which functions hold such state, and what they give") {
  CHECK(agg::is_held(function::collect));
  CHECK(agg::is_held(function::topk));
  CHECK(!agg::is_held(function::listagg));
  CHECK(to_string(*agg::result_type(function::array_agg, int32_type())) == "ARRAY<INT>");
  CHECK(to_string(*agg::result_type(function::collect, string_type())) == "MAP<STRING, INT NOT NULL> NOT NULL");
  CHECK(to_string(*agg::result_type(function::percentile, int32_type())) == "DOUBLE");
  CHECK(to_string(*agg::result_type(function::approx_count_distinct, string_type())) == "BIGINT NOT NULL");
  CHECK(!agg::result_type(function::array_agg, array_type(int32_type())));
  CHECK(!agg::result_type(function::percentile, string_type()));
  CHECK(!agg::merges_in_flink(function::json_arrayagg));
  CHECK(agg::merges_in_flink(function::array_agg));
}

TEST_CASE("the bytes of such state are counted") {
  auto state = state_of({call(function::array_agg, string_type())}, string_type());
  {
    group one(state);
    one.add(batch_of(texts({"a"})), 1);
    const auto small = state.side_bytes();
    const std::string large(10'000, 'x');
    one.add(batch_of(texts({large.c_str()})), 2);
    CHECK(state.side_bytes() > small + 9'000);
  }
  CHECK(state.side_bytes() == 0);
}
