#include "core/agg/aggregate_call.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using agg::function;

namespace {

std::string type_of(function what, const data_type& argument) {
  const auto made = agg::result_type(what, argument);
  return made ? to_string(*made) : made.error().message;
}

} // namespace

TEST_CASE("aggregates are found by any of their names") {
  CHECK(agg::function_named("count") == function::count);
  CHECK(agg::function_named("Stddev") == function::stddev_samp);
  CHECK(agg::function_named("VARIANCE") == function::var_samp);
  CHECK(agg::function_named("first") == function::first_value);
  CHECK(agg::function_named("LAST_VALUE") == function::last_value);
}

TEST_CASE("an unknown aggregate is named with the nearest known one") {
  const auto made = agg::function_named("SUMM");
  REQUIRE_FALSE(made);
  CHECK(made.error().code == errc::unknown_name);
  CHECK(made.error().message == "unknown aggregate: SUMM");
  CHECK(made.error().hint == "did you mean SUM?");
  CHECK(agg::function_named("quite_something_else").error().hint.empty());
}

TEST_CASE("sums and averages keep the type, decimals grow") {
  CHECK(type_of(function::count_star, {}) == "BIGINT NOT NULL");
  CHECK(type_of(function::count, string_type()) == "BIGINT NOT NULL");
  CHECK(type_of(function::sum, simple_type(type_kind::int8)) == "TINYINT");
  CHECK(type_of(function::avg, int32_type()) == "INT");
  CHECK(type_of(function::sum, decimal_type(10, 2)) == "DECIMAL(38, 2)");
  CHECK(type_of(function::avg, decimal_type(10, 2)) == "DECIMAL(38, 6)");
  CHECK(type_of(function::avg, decimal_type(20, 8)) == "DECIMAL(38, 8)");
  CHECK(type_of(function::var_pop, decimal_type(10, 2)) == "DECIMAL(38, 6)");
  CHECK(type_of(function::stddev_samp, simple_type(type_kind::float32)) == "FLOAT");
  CHECK(type_of(function::min, timestamp_type(3)) == "TIMESTAMP(3)");
  CHECK(type_of(function::last_value, string_type()) == "STRING");
  CHECK(type_of(function::listagg, string_type()) == "STRING");
}

TEST_CASE("an argument that a function does not take is refused") {
  CHECK(type_of(function::sum, string_type()) == "SUM does not take STRING");
  CHECK(type_of(function::stddev_pop, string_type()) == "STDDEV_POP does not take STRING");
  CHECK(type_of(function::min, array_type(int32_type())) == "MIN does not take ARRAY<INT>");
  CHECK(type_of(function::first_value, array_type(int32_type())) == "FIRST_VALUE does not take ARRAY<INT>");
  CHECK(type_of(function::listagg, int32_type()) == "LISTAGG does not take INT");
  CHECK(type_of(function::collect, array_type(int32_type())) == "COLLECT does not take ARRAY<INT>");
  CHECK(type_of(function::topk, array_type(int32_type())) == "TOPK does not take ARRAY<INT>");
  CHECK(type_of(function::percentile, string_type()) == "PERCENTILE does not take STRING");
}

TEST_CASE("FIRST_VALUE and LAST_VALUE do not merge in Flink") {
  CHECK_FALSE(agg::merges_in_flink(function::first_value));
  CHECK_FALSE(agg::merges_in_flink(function::last_value));
  CHECK(agg::merges_in_flink(function::listagg));
}
