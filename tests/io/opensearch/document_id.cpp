#include "io/opensearch/document_id.hpp"

#include <set>

#include "tests/io/opensearch/rows.hpp"

using namespace io::opensearch;

namespace {

std::vector<std::string> ids(const document_id_settings& settings, const core::schema& layout,
                             const std::string& lines) {
  const auto made = document_id::make(settings, layout);
  if (!made) return {core::to_string(made.error())};
  const auto rows = rows_of(layout, lines);
  std::vector<std::string> all;
  for (std::size_t row = 0; row < rows->rows; ++row) all.push_back(made->of(*rows, row));
  return all;
}

using texts = std::vector<std::string>;

} // namespace

TEST_CASE("one text and a time are glued as Flink does, whatever the text") {
  CHECK(ids({.prefix = "", .delimiter = "_", .key = {"name", "window_start"}}, *counts_layout(),
            R"({"name":"a_b%","window_start":"2024-01-01 00:05:00"})"
            "\n"
            R"({"name":"ä","window_start":"1969-12-31 23:59:59.5"})") ==
        texts{"a_b%_2024-01-01T00:05", "ä_1969-12-31T23:59:59.500"});
}

TEST_CASE("values are written as Java prints them") {
  const core::schema layout{{{"b", needed(core::boolean_type())},
                             {"i", needed(core::int32_type())},
                             {"d", needed(core::float64_type())},
                             {"m", needed(core::decimal_type(10, 2))},
                             {"day", needed(core::simple_type(core::type_kind::date))},
                             {"t", needed(core::simple_type(core::type_kind::time))},
                             {"z", needed(core::timestamp_ltz_type(9))}}};
  CHECK(
      ids({.prefix = "q/", .delimiter = "$", .key = {"b", "i", "d", "m", "day", "t", "z"}}, layout,
          R"({"b":true,"i":-7,"d":10000000,"m":12.3,"day":"2024-02-29","t":"08:00:00","z":"2024-01-01 00:00:01.000001Z"})") ==
      texts{"q/true$-7$1.0E7$12.30$2024-02-29$08:00$2024-01-01T00:00:01.000001"});
}

TEST_CASE("different keys have different ids, with delimiters in texts and NULLs too") {
  const core::schema layout{{{"a", core::string_type()}, {"b", core::string_type()}}};
  const auto all = ids({.prefix = "", .delimiter = "_", .key = {"a", "b"}}, layout,
                       R"({"a":"x","b":"y"}
{"a":"x_y","b":"z"}
{"a":"x","b":"y_z"}
{"a":null,"b":"z"}
{"a":"%N","b":"z"}
{"a":"","b":"z"}
{"a":"%5F","b":"z"}
{"a":"_","b":"z"})");
  CHECK(all == texts{"x_y", "x%5Fy_z", "x_y%5Fz", "%N_z", "%25N_z", "_z", "%255F_z", "%5F_z"});
  CHECK(std::set(all.begin(), all.end()).size() == all.size());
}

TEST_CASE("a long id keeps its beginning and differs where the whole does") {
  const core::schema layout{{{"a", needed(core::string_type())}}};
  const auto long_text = std::string(477, 'x') + "ää" + std::string(100, 'y');
  const auto all = ids({.prefix = "", .delimiter = "_", .key = {"a"}}, layout,
                       R"({"a":")" + std::string(512, 'x') + "\"}\n" + R"({"a":")" + long_text + "\"}\n" + R"({"a":")" +
                           long_text + "z\"}");
  CHECK(all[0] == std::string(512, 'x'));
  CHECK(all[1].size() == 511);
  CHECK(all[1].substr(0, 479) == std::string(477, 'x') + "%H");
  CHECK(all[1].substr(0, 479) == all[2].substr(0, 479));
  CHECK(all[1] != all[2]);
}

TEST_CASE("what has no text of its own is no key") {
  const core::schema layout{
      {{"a", core::array_type(core::string_type())}, {"y", core::simple_type(core::type_kind::bytes)}}};
  CHECK(ids({.prefix = "", .delimiter = "_", .key = {"a"}}, layout, "") ==
        texts{"no document id can be made of a ARRAY<STRING>"});
  CHECK(ids({.prefix = "", .delimiter = "_", .key = {"y"}}, layout, "") ==
        texts{"no document id can be made of y BYTES"});
  CHECK(ids({.prefix = "", .delimiter = "_", .key = {"z"}}, layout, "") == texts{"the key's column is unknown: z"});
}
