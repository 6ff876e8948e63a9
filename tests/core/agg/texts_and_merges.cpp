#include <cmath>

#include "tests/core/agg/groups.hpp"

using namespace core;
using namespace core::groups;
using agg::function;
using agg::merge_side;
using strings = std::vector<std::string>;

namespace {

std::vector<agg::aggregate_call> text_calls() {
  const auto type = string_type();
  auto blanks = call(function::listagg, type);
  blanks.separator = " | ";
  return {call(function::min, type),         call(function::max, type),          call(function::first_value, type),
          call(function::last_value, type),  call(function::listagg, type),      blanks,
          call(function::count, type, true), call(function::listagg, type, true)};
}

std::vector<agg::aggregate_call> number_calls(const data_type& type) {
  return {call(function::count_star, {}),    call(function::count, type),      call(function::sum, type),
          call(function::min, type),         call(function::max, type),        call(function::var_pop, type),
          call(function::first_value, type), call(function::last_value, type), call(function::count, type, true)};
}

/// The results of two groups merged.
strings merged(const std::vector<agg::aggregate_call>& calls, const batch& a, const batch& b, merge_side side) {
  auto state = state_of(calls, a.columns[0]->type);
  strings made;
  {
    group into(state);
    group from(state);
    into.add(a, side == merge_side::behind ? 1 : 100);
    from.add(b, side == merge_side::behind ? 100 : 1);
    state.merge(into.cells(), from.cells(), side);
    group empty(state);
    state.merge(into.cells(), empty.cells(), side); // changes nothing
    state.merge(empty.cells(), into.cells(), side); // takes all
    CHECK(empty.results(calls) == into.results(calls));
    made = into.results(calls);
  }
  CHECK(state.side_bytes() == 0);
  return made;
}

} // namespace

TEST_CASE("texts compare by their bytes, lists go by arrival and leave NULLs out (Flink 107, 111)") {
  CHECK(results_of(text_calls(), batch_of(texts({"pear", "Pear", nullptr, "apple", "pear"}))) ==
        strings{"Pear", "pear", "pear", "pear", "pear,Pear,apple,pear", "pear | Pear | apple | pear", "3",
                "pear,Pear,apple"});
  CHECK(results_of(text_calls(), batch_of(texts({"\xF0\x9F\x98\x80", "\xEF\xBF\xAE"})))[1] == "\xF0\x9F\x98\x80");
  CHECK(results_of(text_calls(), batch_of(texts({"", "z"}))) == strings{"", "z", "", "z", ",z", " | z", "2", ",z"});
  CHECK(results_of(text_calls(), batch_of(texts({nullptr}))) ==
        strings{"null", "null", "null", "null", "null", "null", "0", "null"});
}

TEST_CASE("merged texts keep the order of arrival, lists the order of the merge") {
  const auto a = batch_of(texts({"m", "x"}));
  const auto b = batch_of(texts({"a", "x", "z"}));
  CHECK(merged(text_calls(), a, b, merge_side::behind) ==
        strings{"a", "z", "m", "z", "m,x,a,x,z", "m | x | a | x | z", "4", "m,x,a,z"});
  CHECK(merged(text_calls(), a, b, merge_side::before) ==
        strings{"a", "z", "a", "x", "a,x,z,m,x", "a | x | z | m | x", "4", "a,x,z,m"});
  // None of the second's texts wins.
  CHECK(merged(text_calls(), batch_of(texts({"a", "z"})), batch_of(texts({"m"})), merge_side::behind)[0] == "a");
}

TEST_CASE("merged numbers are those of all rows") {
  const auto type = int64_type();
  for (const auto side : {merge_side::behind, merge_side::before}) {
    const auto made =
        merged(number_calls(type), batch_of(integers({4, 9}, type)), batch_of(integers({-2, 9, 5}, type)), side);
    CHECK(strings(made.begin(), made.begin() + 6) == strings{"5", "5", "25", "-2", "9", "16"});
    CHECK(made[6] == (side == merge_side::behind ? "4" : "-2"));
    CHECK(made[7] == (side == merge_side::behind ? "5" : "9"));
    CHECK(made[8] == "4");
  }
  CHECK(merged(number_calls(float64_type()), batch_of(reals({0.5})), batch_of(reals({2.5, -1})), merge_side::behind) ==
        strings{"3", "3", "2.0", "-1.0", "2.5", "2.055555555555556", "0.5", "-1.0", "3"});
  CHECK(merged({call(function::sum, simple_type(type_kind::float32))}, batch_of(reals({16777216}, type_kind::float32)),
               batch_of(reals({1}, type_kind::float32)), merge_side::behind) == strings{"1.6777216E7"});
  CHECK(merged(number_calls(decimal_type(5, 1)), batch_of(decimals({"1.5"}, 5, 1)),
               batch_of(decimals({"0.5", "-1"}, 5, 1)),
               merge_side::behind) == strings{"3", "3", "1.0", "-1.0", "1.5", "1.055556", "1.5", "-1.0", "3"});
}

TEST_CASE("merged stamps and NaN compare as single rows do") {
  auto early = integers({5}, timestamp_type(9));
  early.nanos = {7};
  auto late = integers({5}, timestamp_type(9));
  late.nanos = {9};
  const auto type = timestamp_type(9);
  const std::vector<agg::aggregate_call> ends{call(function::min, type), call(function::max, type),
                                              call(function::first_value, type), call(function::count, type, true)};
  CHECK(merged(ends, batch_of(late), batch_of(early), merge_side::behind) == strings{"5+7", "5+9", "5+9", "2"});
  const std::vector<agg::aggregate_call> real_ends{call(function::min, float64_type()),
                                                   call(function::max, float64_type())};
  CHECK(merged(real_ends, batch_of(reals({NAN})), batch_of(reals({1})), merge_side::behind) == strings{"NaN", "NaN"});
  CHECK(merged(real_ends, batch_of(reals({1})), batch_of(reals({NAN})), merge_side::behind) == strings{"1.0", "1.0"});
}

TEST_CASE("counts and integer sums can be taken out again") {
  const auto type = int64_type();
  const std::vector<agg::aggregate_call> calls{call(function::count_star, {}), call(function::sum, type),
                                               call(function::avg, type)};
  auto state = state_of(calls, type);
  CHECK(state.subtracts());
  group total(state);
  group part(state);
  part.add(batch_of(integers({INT64_MAX, 5}, type)));
  total.add(batch_of(integers({4, 8}, type)));
  state.merge(total.cells(), part.cells(), merge_side::behind);
  state.subtract(total.cells(), part.cells());
  CHECK(total.results(calls) == strings{"2", "12", "6"});
  CHECK_FALSE(state_of({call(function::min, type)}, type).subtracts());
}

TEST_CASE("a copied group shares nothing") {
  const auto calls = text_calls();
  auto state = state_of(calls, string_type());
  {
    group one(state);
    one.add(batch_of(texts({"a long text that no string holds inside itself", "b"})));
    const auto before = one.results(calls);
    const auto bytes = state.side_bytes();
    CHECK(bytes > 0);
    std::vector<std::byte> other(state.bytes());
    state.copy(other.data(), one.cells());
    CHECK(state.side_bytes() > bytes);
    one.add(batch_of(texts({"c"})), 10);
    CHECK(one.results(calls) != before);
    state.clear(other.data());
  }
  CHECK(state.side_bytes() == 0);
}

TEST_CASE("a function over a type that it does not take is refused") {
  auto wanted = call(function::sum, int64_type());
  wanted.argument_type = string_type();
  CHECK(agg::accumulators::make({wanted}, schema{{{"v", string_type()}}}).error().code == errc::bad_type);
}
