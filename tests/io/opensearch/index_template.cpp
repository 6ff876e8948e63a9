#include "io/opensearch/index_template.hpp"

#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"

using namespace io::opensearch;
using core::plan::time_format;

namespace {

std::string mapping(const core::data_type& type, time_format stamps = time_format::sql) {
  const auto made = make_template({.wildcard = "w"}, {{{"x", type}}}, stamps);
  return nlohmann::ordered_json::parse(made.body)["template"]["mappings"]["properties"]["x"].dump();
}

} // namespace

TEST_CASE("a template is for the sink's indices, before others, and lets nothing in but the columns") {
  const auto made = make_template({.wildcard = "windows-*", .shards = 3, .replicas = 0},
                                  {{{"name", core::string_type()}, {"n", core::int64_type()}}}, time_format::sql);
  CHECK(made.name == "weir-windows");
  CHECK(made.body ==
        R"({"index_patterns":["windows-*"],"priority":200,"template":{"settings":{"index":)"
        R"({"number_of_shards":3,"number_of_replicas":0}},"mappings":{"dynamic":false,"properties":)"
        R"({"name":{"type":"keyword","ignore_above":8191},"n":{"type":"long"}}}},"_meta":{"made_by":"weir"}})");
}

TEST_CASE("each type has its mapping") {
  using core::simple_type;
  using core::type_kind;
  CHECK(mapping(core::boolean_type()) == R"({"type":"boolean"})");
  CHECK(mapping(simple_type(type_kind::int8)) == R"({"type":"byte"})");
  CHECK(mapping(simple_type(type_kind::int16)) == R"({"type":"short"})");
  CHECK(mapping(core::int32_type()) == R"({"type":"integer"})");
  CHECK(mapping(simple_type(type_kind::float32)) == R"({"type":"float"})");
  CHECK(mapping(core::float64_type()) == R"({"type":"double"})");
  CHECK(mapping(core::decimal_type(38, 10)) == R"({"type":"double"})");
  CHECK(mapping(simple_type(type_kind::bytes)) == R"({"type":"binary"})");
  CHECK(mapping(simple_type(type_kind::date)) == R"({"type":"date","format":"strict_date"})");
  CHECK(mapping(simple_type(type_kind::time)) == R"({"type":"keyword","ignore_above":8191})");
  CHECK(mapping(simple_type(type_kind::interval_ms)) == R"({"type":"long"})");
  CHECK(mapping(simple_type(type_kind::variant)) == R"({"type":"object","enabled":false})");
  CHECK(mapping(core::map_type(core::string_type(), core::int64_type())) == R"({"type":"object","enabled":false})");
  CHECK(mapping(core::array_type(core::int64_type())) == R"({"type":"long"})");
  CHECK(mapping(core::row_type({{"a", core::int32_type()}, {"b", core::boolean_type()}})) ==
        R"({"properties":{"a":{"type":"integer"},"b":{"type":"boolean"}}})");
}

TEST_CASE("a time is a date in the form in which the documents write it") {
  CHECK(mapping(core::timestamp_type(0)) == R"({"type":"date","format":"uuuu-MM-dd HH:mm:ss"})");
  CHECK(mapping(core::timestamp_ltz_type(1)) ==
        R"({"type":"date","format":"uuuu-MM-dd HH:mm:ssX||uuuu-MM-dd HH:mm:ss.SX"})");
  CHECK(mapping(core::timestamp_type(3)) ==
        R"({"type":"date","format":"uuuu-MM-dd HH:mm:ss||uuuu-MM-dd HH:mm:ss.S||uuuu-MM-dd HH:mm:ss.SS||)"
        R"(uuuu-MM-dd HH:mm:ss.SSS"})");
  CHECK(mapping(core::timestamp_type(9), time_format::iso8601) ==
        R"({"type":"date_nanos","format":"strict_date_optional_time_nanos"})");
  CHECK(mapping(core::timestamp_type(3), time_format::iso8601) ==
        R"({"type":"date","format":"strict_date_optional_time"})");
  CHECK(mapping(core::timestamp_type(3), time_format::epoch_millis) == R"({"type":"date","format":"epoch_millis"})");
  CHECK(mapping(core::timestamp_type(3), time_format::epoch_seconds) == R"({"type":"date","format":"epoch_second"})");
  CHECK(mapping(core::timestamp_type(6), time_format::epoch_micros) == R"({"type":"double"})");
}
