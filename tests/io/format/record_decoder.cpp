#include "io/format/record_decoder.hpp"

#include "tests/io/format/format_support.hpp"

using namespace format_tests;
using core::plan::record_format;

namespace {

struct record {
  std::optional<std::string> key{};
  std::optional<std::string> value{};
  std::int64_t timestamp_ms = -1;
};

/// Records from offset 100 on.
io::text_chunk records_of(const std::vector<record>& records, std::uint64_t first_line = 1) {
  auto index = std::make_shared<io::record_index>();
  std::string text;
  for (const auto& one : records) {
    io::record_mark mark;
    text += one.value.value_or("");
    mark.value_end = static_cast<std::uint32_t>(text.size());
    text += '\n';
    index->keys += one.key.value_or("");
    mark.key_end = static_cast<std::uint32_t>(index->keys.size());
    index->keys += '\n';
    mark.value_is_null = !one.value;
    mark.key_is_null = !one.key;
    mark.offset = 100 + static_cast<std::int64_t>(index->marks.size());
    mark.timestamp_ms = one.timestamp_ms;
    mark.stamped = one.timestamp_ms < 0 ? io::stamp_kind::none : io::stamp_kind::created;
    index->marks.push_back(mark);
    index->headers.push_back({{"n", std::to_string(index->marks.size())}});
  }
  index->key_bytes = index->keys.size();
  index->keys.resize(index->keys.size() + io::chunk_padding_bytes);
  index->topic = "events";
  index->partition = 3;
  auto chunk = chunk_of(text, first_line, 1);
  chunk.records = index;
  return chunk;
}

io::decode_spec spec_of(std::vector<core::plan::source_column> columns, record_format format = record_format::json) {
  io::decode_spec made;
  made.format.format = format;
  made.columns = std::move(columns);
  made.of_records = true;
  return made;
}

core::plan::source_column metadata(std::string name, std::string key, core::data_type type) {
  auto made = column(std::move(name), std::move(type));
  made.metadata = std::move(key);
  return made;
}

io::decoded decode(const io::decode_spec& spec, const io::text_chunk& chunk) {
  io::decoded out;
  decoder_of(spec)->decode_lines(chunk, out);
  return out;
}

} // namespace

TEST_CASE("what a topic says of a record stands between its fields") {
  const auto spec = spec_of(
      {metadata("o", "offset", core::int64_type()), column("v", core::int32_type()),
       metadata("at", "timestamp", core::timestamp_ltz_type(3)), metadata("p", "partition", core::int32_type()),
       metadata("t", "topic", core::string_type()), metadata("kind", "timestamp-type", core::string_type()),
       metadata("epoch", "leader-epoch", core::int32_type()),
       metadata("h", "headers", core::map_type(core::string_type(), core::simple_type(core::type_kind::bytes)))});
  const auto out = decode(spec, records_of({{{}, R"({"v":1})", 1000}, {{}, R"({"v":)"}, {{}, R"({"v":3})"}}, 50));
  CHECK(
      shown(out) ==
      R"({"o":100,"v":1,"at":"1970-01-01 00:00:01Z","p":3,"t":"events","kind":"CreateTime","epoch":null,"h":{"n":"MQ=="}}
{"o":102,"v":3,"at":null,"p":3,"t":"events","kind":"NoTimestampType","epoch":null,"h":{"n":"Mw=="}}
)");
  REQUIRE(out.bad.size() == 1);
  CHECK(out.bad[0].line == 101);
  CHECK(out.bad[0].text == R"({"v":)");
}

TEST_CASE("key columns come from the key, and a bad key makes a bad row") {
  auto id = column("k_id", core::int64_type());
  id.in_key = true;
  id.path = "id";
  auto spec = spec_of({column("v", core::int32_type()), id});
  spec.key_format.emplace();
  const auto out = decode(spec, records_of({{R"({"id":7})", R"({"v":1})"},
                                            {{}, R"({"v":2})"},
                                            {"{]", R"({"v":3})"},
                                            {R"({"id":8})", R"({"v":"x"})"},
                                            {R"({"id":9})", R"({"v":5})"}}));
  CHECK(shown(out) == "{\"v\":1,\"k_id\":7}\n{\"v\":2,\"k_id\":null}\n{\"v\":5,\"k_id\":9}\n");
  REQUIRE(out.bad.size() == 2);
  CHECK(out.bad[0].line == 103);
  CHECK(out.bad[1].line == 102);
  CHECK(out.bad[1].reason.starts_with("key: "));
  CHECK(out.bad[1].text == R"({"v":3})");
}

TEST_CASE("a tombstone is no row, an empty record is a bad one") {
  const auto out =
      decode(spec_of({column("v", core::int32_type())}), records_of({{{}, {}}, {{}, ""}, {{}, R"({"v":3})"}}));
  CHECK(shown(out) == "{\"v\":3}\n");
  CHECK(out.blank == 1);
  REQUIRE(out.bad.size() == 1);
  CHECK(out.bad[0].line == 101);
  CHECK(out.bad[0].reason == "empty record");
}

TEST_CASE("a raw record is its text whatever is in it, and NULL where there is none") {
  const auto out = decode(spec_of({column("t", core::string_type())}, record_format::raw),
                          records_of({{{}, "a\nb\r"}, {{}, {}}, {{}, ""}}));
  CHECK(shown(out) == "{\"t\":\"a\\nb\\r\"}\n{\"t\":null}\n{\"t\":\"\"}\n");
}

TEST_CASE("a CSV record may hold newlines in quotes and end with one") {
  const auto out =
      decode(spec_of({column("n", core::int32_type()), column("t", core::string_type())}, record_format::csv),
             records_of({{{}, "1,\"a\nb\"\r\n"}, {{}, "2,c"}}));
  CHECK(shown(out) == "{\"n\":1,\"t\":\"a\\nb\"}\n{\"n\":2,\"t\":\"c\"}\n");
}

TEST_CASE("texts and offsets are kept where someone reads them") {
  auto spec = spec_of({column("v", core::int32_type())});
  spec.keep_text = true;
  const auto chunk = records_of({{{}, R"({"v":1})"}, {{}, R"({"v":2})"}}, 9);
  const auto out = decode(spec, chunk);
  CHECK(out.texts == std::vector<std::vector<std::string_view>>{{R"({"v":1})", R"({"v":2})"}});
  CHECK(out.lines == std::vector<std::vector<std::uint64_t>>{{100, 101}});
}

TEST_CASE("texts of keys outlive the chunk that they came in") {
  for (const auto format : {record_format::raw, record_format::csv, record_format::json}) {
    auto key = column("k", core::string_type());
    key.in_key = true;
    auto spec = spec_of({key, column("v", core::int32_type())});
    spec.key_format.emplace();
    spec.key_format->format = format;
    const std::string text = "a key that is longer than any small text";
    const auto written = format == record_format::json ? R"({"k":")" + text + R"("})" : text;
    io::decoded out;
    decoder_of(spec)->decode_lines(records_of({{written, R"({"v":1})"}, {{}, R"({"v":2})"}}), out);
    CHECK(shown(out) == R"({"k":")" + text + R"(","v":1})" + "\n" + R"({"k":null,"v":2})" + "\n");
  }
}
