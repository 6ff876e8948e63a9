// Aggregates of numbers. Where a case says so, the results are those of Flink 2.3.
#include <cmath>

#include "tests/core/agg/groups.hpp"

using namespace core;
using namespace core::groups;
using agg::function;
using strings = std::vector<std::string>;

namespace {

strings spread(const column& values) {
  const auto& type = values.type;
  return results_of({call(function::var_pop, type), call(function::var_samp, type), call(function::stddev_pop, type),
                     call(function::stddev_samp, type)},
                    batch_of(values));
}

strings sum_and_average(const column& values) {
  return results_of({call(function::sum, values.type), call(function::avg, values.type)}, batch_of(values));
}

strings least_and_most(const column& values) {
  return results_of({call(function::min, values.type), call(function::max, values.type)}, batch_of(values));
}

const data_type tiny = simple_type(type_kind::int8);
const data_type small = simple_type(type_kind::int16);

} // namespace

TEST_CASE("integer sums wrap in their own type, averages are cut towards zero (Flink 102)") {
  CHECK(sum_and_average(integers({-1, -2}, int32_type())) == strings{"-3", "-1"});
  CHECK(sum_and_average(integers({100, 27}, tiny)) == strings{"127", "63"});
  CHECK(sum_and_average(integers({100, 28}, tiny)) == strings{"-128", "64"});
  CHECK(sum_and_average(integers({32767, 1}, small)) == strings{"-32768", "16384"});
  CHECK(sum_and_average(integers({2000000000, 2000000000}, int32_type())) == strings{"-294967296", "2000000000"});
  CHECK(sum_and_average(integers({INT64_MAX, 1}, int64_type())) ==
        strings{"-9223372036854775808", "-4611686018427387904"});
}

TEST_CASE("doubles add left to right, floats round at every step (Flink 104)") {
  CHECK(sum_and_average(reals({0.1, 0.2, 0.3})) == strings{"0.6000000000000001", "0.20000000000000004"});
  CHECK(sum_and_average(reals({1e16, 1.0, -1e16})) == strings{"0.0", "0.0"});
  CHECK(sum_and_average(reals({0.1, 0.2, 0.3}, type_kind::float32)) == strings{"0.6", "0.2"});
  CHECK(sum_and_average(reals({16777216, 1, -16777216}, type_kind::float32)) == strings{"0.0", "0.33333334"});
}

TEST_CASE("decimals are exact, their averages half up") {
  CHECK(sum_and_average(decimals({"1.25", "2.10", "4.33"}, 10, 2)) == strings{"7.68", "2.560000"});
  CHECK(sum_and_average(decimals({"1", "2", "2"}, 38, 0)) == strings{"5", "1.666667"});
  CHECK(sum_and_average(decimals({"-1", "-2", "-2"}, 38, 0)) == strings{"-5", "-1.666667"});
  CHECK(sum_and_average(decimals({"0.0000001", "0.0000002"}, 20, 7)) == strings{"0.0000003", "0.0000002"});
}

TEST_CASE("a sum of decimals past 38 digits is NULL and stays so (Flink)") {
  const auto most = "99999999999999999999999999999999999999";
  CHECK(sum_and_average(decimals({most, "1", "7"}, 38, 0)) == strings{"null", "null"});
  CHECK(sum_and_average(decimals({"-99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"},
                                 38, 0)) == strings{"null", "null"});
  // The sum fits, its average with six digits behind the point does not.
  CHECK(sum_and_average(decimals({most}, 38, 0)) == strings{most, "null"});
  CHECK(sum_and_average(decimals({"99999999999999999999999999999999"}, 38, 0)) ==
        strings{"99999999999999999999999999999999", "99999999999999999999999999999999.000000"});
  CHECK(sum_and_average(decimals({"170000000000000000000000000000000"}, 38, 0)) ==
        strings{"170000000000000000000000000000000", "null"});
}

TEST_CASE("variance and deviation are Welford's, in the column's type (Flink)") {
  CHECK(spread(integers({1, 2, 4}, tiny)) == strings{"1", "2", "1", "1"});
  CHECK(spread(integers({1, 2, 7}, int32_type())) == strings{"6", "10", "2", "3"});
  CHECK(spread(integers({1, 2, 9}, int64_type())) == strings{"12", "19", "3", "4"});
  CHECK(spread(integers({100, 101, -100}, tiny)) == strings{"-27", "88", "94", "115"});
  CHECK(spread(integers({100000, 200000, -70000}, int32_type())) ==
        strings{"2147483647", "2147483647", "111455", "136503"});
  CHECK(spread(integers({5000000000, 6000000000, -7000000000}, int64_type())) ==
        strings{"9223372036854775807", "9223372036854775807", "5906681715", "7234178138"});
  CHECK(spread(reals({1.5, 2.1, 4.3})) ==
        strings{"1.4488888888888887", "2.173333333333333", "1.2036980056845192", "1.4742229591663987"});
  CHECK(spread(reals({1.5, 2.25, 4.1}, type_kind::float32)) ==
        strings{"1.1938888", "1.7908332", "1.0926522", "1.3382201"});
  CHECK(spread(reals({1e30, 1e20, 1}, type_kind::float32)) ==
        strings{"Infinity", "Infinity", "4.7140453E29", "5.773503E29"});
  CHECK(spread(decimals({"1.25", "2.10", "4.33"}, 10, 2)) == strings{"1.686867", "2.530300", "1.298794", "1.590692"});
  CHECK(spread(decimals({"99999999.99", "-99999999.99", "5.55"}, 10, 2)) ==
        strings{"6666666665333339.000000", "9999999998000008.000000", "81649658.084608", "99999999.990000"});
  CHECK(spread(reals({0.1, 0.1, 0.1})) == strings{"0.0", "0.0", "0.0", "0.0"});
}

TEST_CASE("the spread of one row is zero, of a sample of one it is NULL (Flink 108)") {
  CHECK(spread(reals({3.3})) == strings{"0.0", "null", "0.0", "null"});
  CHECK(spread(integers({3}, int32_type())) == strings{"0", "null", "0", "null"});
}

TEST_CASE("a spread beyond all numbers is cut as Java casts it") {
  CHECK(spread(reals({1e200, 1e100, 1})) == strings{"Infinity", "Infinity", "Infinity", "Infinity"});
  CHECK(spread(reals({INFINITY, 1}))[0] == "NaN");
  auto state = state_of({call(function::var_pop, float64_type())}, float64_type());
  auto whole = call(function::var_pop, float64_type());
  for (const auto& [type, expected] : {std::pair{int32_type(), "0"}, {decimal_type(38, 6), "null"}}) {
    whole.result_type = type;
    CHECK(results_of({whole}, batch_of(reals({INFINITY, 1}))) == strings{expected});
  }
}

TEST_CASE("the least and greatest begin with none, not with a number") {
  CHECK(least_and_most(reals({-5.5, -0.25})) == strings{"-5.5", "-0.25"});
  CHECK(least_and_most(reals({5e-324, 2.5e-310})) == strings{"4.9E-324", "2.5E-310"});
  CHECK(least_and_most(integers({-7, -3}, int64_type())) == strings{"-7", "-3"});
  CHECK(least_and_most(integers({INT64_MAX}, int64_type())) == strings{"9223372036854775807", "9223372036854775807"});
  CHECK(least_and_most(decimals({"-1.50", "2.25", "0"}, 10, 2)) == strings{"-1.50", "2.25"});
  CHECK(least_and_most(integers({1, 0, 1}, boolean_type())) == strings{"0", "1"});
}

TEST_CASE("NaN compares as in Java: it never replaces and is never replaced (Flink)") {
  CHECK(least_and_most(reals({1, NAN, 3})) == strings{"1.0", "3.0"});
  CHECK(least_and_most(reals({NAN, 2, 1})) == strings{"NaN", "NaN"});
  CHECK(least_and_most(reals({-0.0, 0.0})) == strings{"-0.0", "-0.0"});
}

TEST_CASE("stamps compare by their nanoseconds too") {
  auto stamps = integers({5, 5, 4, 5}, timestamp_type(9));
  stamps.nanos = {10, 999999, 999999, 0};
  CHECK(least_and_most(stamps) == strings{"4+999999", "5+999999"});
  CHECK(least_and_most(integers({7, 3}, timestamp_type(9))) == strings{"3", "7"});
}

TEST_CASE("a group without values is NULL, its counts are zero") {
  auto values = integers({1, 2}, int64_type());
  values.set_null(0);
  values.set_null(1);
  const auto type = int64_type();
  const std::vector<agg::aggregate_call> calls{call(function::count_star, {}),    call(function::count, type),
                                               call(function::sum, type),         call(function::avg, type),
                                               call(function::min, type),         call(function::max, type),
                                               call(function::var_pop, type),     call(function::first_value, type),
                                               call(function::count, type, true), call(function::sum, type, true)};
  CHECK(results_of(calls, batch_of(std::move(values))) ==
        strings{"2", "0", "null", "null", "null", "null", "null", "null", "0", "null"});
}

TEST_CASE("a filter counts only rows where it is true") {
  const auto type = int64_type();
  auto from = batch_of(integers({1, 2, 4, 8}, type), {1, 0, 1, 1});
  auto filter = *from.columns[1];
  filter.set_null(3);
  from.columns[1] = std::make_shared<const column>(std::move(filter));
  CHECK(results_of(
            {call(function::sum, type, false, 1), call(function::count_star, {}, false, 1), call(function::sum, type)},
            from) == strings{"5", "2", "15"});
}

TEST_CASE("aggregates of one column share their cells") {
  const auto type = float64_type();
  const auto five = state_of({call(function::count_star, {}), call(function::sum, type), call(function::min, type),
                              call(function::max, type), call(function::avg, type)},
                             type);
  CHECK(five.bytes() == 40);
  CHECK(five.calls() == 5);
  CHECK_FALSE(five.has_side());
}

TEST_CASE("distinct values count once") {
  const auto type = int64_type();
  auto values = integers({1, 1, 2, 5, 2, 9}, type);
  values.set_null(5);
  CHECK(results_of({call(function::count, type, true), call(function::sum, type, true), call(function::avg, type, true),
                    call(function::min, type, true), call(function::var_pop, type, true)},
                   batch_of(values)) == strings{"3", "8", "2", "1", "2"});
  CHECK(results_of({call(function::sum, float64_type(), true)}, batch_of(reals({1.5, 2.1, 4.3, 2.1}))) ==
        strings{"7.9"});
  CHECK(results_of({call(function::count, decimal_type(10, 2), true)},
                   batch_of(decimals({"1.10", "1.1", "-1.1"}, 10, 2))) == strings{"2"});
}

TEST_CASE("a distinct set grows and stays exact") {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 5000; ++i) values.push_back(i % 1777);
  CHECK(results_of({call(function::count, int64_type(), true), call(function::sum, int64_type(), true)},
                   batch_of(integers(values, int64_type()))) == strings{"1777", std::to_string(1776 * 1777 / 2)});
}
