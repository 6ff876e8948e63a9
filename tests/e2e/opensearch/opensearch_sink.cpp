// The sink against a real OpenSearch node.

#include <mutex>

#include "core/data/row_kind.hpp"
#include "io/opensearch/index_sink.hpp"
#include "tests/e2e/opensearch/opensearch_server.hpp"
#include "tests/io/opensearch/rows.hpp"

using namespace io::opensearch;

namespace {

index_sink_settings settings(const e2e::opensearch_server& server, const std::string& index) {
  index_sink_settings made;
  made.options.connection.hosts = {server.address()};
  made.options.index = index;
  made.options.key = {"name", "window_start"};
  made.options.replicas = 0;
  made.layout = counts_layout();
  return made;
}

std::unique_ptr<index_sink> open(index_sink_settings with) {
  auto made = make_index_sink(std::move(with));
  if (!made) FAIL(core::to_string(made.error()));
  return std::move(*made);
}

void write_all(index_sink_settings with, const core::schema& layout, const std::string& lines) {
  const auto sink = open(std::move(with));
  if (auto done = sink->write(rows_of(layout, lines)); !done) FAIL(core::to_string(done.error()));
  if (auto done = sink->close(); !done) FAIL(core::to_string(done.error()));
}

std::string row(const std::string& name, const std::string& start, int events) {
  return R"({"name":")" + name + R"(","window_start":")" + start + R"(","events":)" + std::to_string(events) + "}\n";
}

} // namespace

TEST_CASE("a run that reads its input again changes nothing in the index") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  const auto input = row("a/b", "2024-01-31 23:55:00", 3) + row("a/b", "2024-02-01 00:00:00", 4) +
                     row("ünï cöde", "2024-02-01 00:00:00", 5) + row(std::string(600, 'x'), "2024-02-01 00:00:00", 6);
  auto with = settings(server, "counts-{window_start|yyyy-MM-dd}");
  with.options.connection.gzip = true;
  for (int i = 0; i < 2; ++i) write_all(with, *counts_layout(), input);
  CHECK(server.count("counts-2024-01-31") == 1);
  CHECK(server.count("counts-2024-02-01") == 3);
  CHECK(server.ask("GET", "/counts-2024-01-31/_doc/a%2Fb_2024-01-31T23:55")["_source"].dump() ==
        R"({"events":3,"name":"a/b","window_start":"2024-01-31 23:55:00"})");
}

TEST_CASE("dashboards can group by the columns: the template makes texts keywords and times dates") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  write_all(settings(server, "top-{window_start|yyyy}"), *counts_layout(),
            row("a b", "2024-01-01 00:00:00", 3) + row("a b", "2024-01-01 00:30:00.25", 4) +
                row("c", "2024-01-01 01:00:00.125", 5));
  (void)server.count("top-2024");
  const auto found = server.ask("POST", "/top-2024/_search", R"({"size":0,"aggs":{"names":{"terms":{"field":"name"},
      "aggs":{"sum":{"sum":{"field":"events"}}}},
      "hours":{"date_histogram":{"field":"window_start","fixed_interval":"1h"}}}})")["aggregations"];
  CHECK(found["names"]["buckets"].dump() == R"([{"doc_count":2,"key":"a b","sum":{"value":7.0}},)"
                                            R"({"doc_count":1,"key":"c","sum":{"value":5.0}}])");
  std::vector<int> per_hour;
  for (const auto& one : found["hours"]["buckets"]) per_hour.push_back(one["doc_count"].get<int>());
  CHECK(per_hour == std::vector<int>{2, 1});
}

TEST_CASE("a value of every type is taken by the mapping that was made for it") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  using core::type_kind;
  const core::schema layout{{{"id", needed(core::int32_type())},
                             {"flag", core::boolean_type()},
                             {"tiny", core::simple_type(type_kind::int8)},
                             {"share", core::float64_type()},
                             {"price", core::decimal_type(38, 10)},
                             {"raw", core::simple_type(type_kind::bytes)},
                             {"day", core::simple_type(type_kind::date)},
                             {"clock", core::simple_type(type_kind::time)},
                             {"fine", core::timestamp_type(9)},
                             {"utc", core::timestamp_ltz_type(3)},
                             {"tags", core::array_type(core::string_type())},
                             {"names", core::map_type(core::string_type(), core::int64_type())},
                             {"inner", core::row_type({{"n", core::int64_type()}})}}};
  auto with = settings(server, "types");
  with.options.key = {"id"};
  with.options.rejects = reject_policy::fail;
  with.layout = std::make_shared<const core::schema>(layout);
  const std::string lines =
      R"({"id":1,"flag":true,"tiny":-128,"share":0.5,"price":"12345678901234567890.0123456789","raw":"AAE=","day":"2024-02-29","clock":"08:00:00","fine":"2024-01-01 00:00:00.000000001","utc":"2024-01-01 00:00:00.5Z","tags":["a","b"],"names":{"x.y":1},"inner":{"n":7}})"
      "\n{\"id\":2}\n"
      R"({"id":3,"fine":"2024-01-01 00:00:00","utc":"2024-01-01 00:00:00Z","day":"1969-12-31"})"
      "\n";
  write_all(with, layout, lines);
  CHECK(server.count("types") == 3);
  const auto at = [&](const std::string& query) {
    return server.ask("POST", "/types/_count", R"({"query":)" + query + "}")["count"].get<int>();
  };
  CHECK(at(R"({"range":{"utc":{"gte":"2024-01-01 00:00:00.4Z"}}})") == 1);
  CHECK(at(R"({"range":{"fine":{"lt":"2024-01-01 00:00:00.000000001"}}})") == 1);
  CHECK(at(R"({"term":{"tags":"b"}})") == 1);
  CHECK(at(R"({"term":{"inner.n":7}})") == 1);
  CHECK(at(R"({"range":{"day":{"lt":"1970-01-01"}}})") == 1);

  with.format.timestamps = core::plan::time_format::iso8601;
  with.options.index = "types-iso";
  write_all(with, layout,
            R"({"id":1,"fine":"2024-01-01 00:00:00.000000001","utc":"2024-01-01 00:00:00.5Z"})"
            "\n");
  CHECK(server.count("types-iso") == 1);
}

TEST_CASE("a document that does not fit becomes a dead letter with the server's reason, its neighbours are taken") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  (void)server.ask("PUT", "/narrow", R"({"mappings":{"properties":{"events":{"type":"byte"}}}})");
  std::string name = (std::filesystem::temp_directory_path() / "weir-refused-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  auto with = settings(server, "narrow");
  with.options.dead_letter_path = (folder / "dead.jsonl").string();
  with.options.makes_template = false;
  write_all(with, *counts_layout(),
            row("a", "2024-01-01 00:00:00", 1) + row("b", "2024-01-01 00:00:00", 1000) +
                row("c", "2024-01-01 00:00:00", 2));
  CHECK(server.count("narrow") == 2);
  const auto letter = nlohmann::json::parse(e2e::text_of(with.options.dead_letter_path));
  CHECK(letter["id"] == "b_2024-01-01T00:00");
  CHECK_THAT(letter["message"].get<std::string>(), ContainsSubstring("mapper_parsing_exception"));
  CHECK_THAT(letter["message"].get<std::string>(), ContainsSubstring("1000"));
  std::filesystem::remove_all(folder);

  std::vector<std::string> said;
  auto upper = settings(server, "by-{name}");
  upper.say = [&](const std::string& text) { said.push_back(text); };
  write_all(upper, *counts_layout(), row("A", "2024-01-01 00:00:00", 1) + row("b", "2024-01-01 00:00:00", 2));
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0], ContainsSubstring("of index by-A was refused: invalid_index_name_exception"));
  CHECK(server.count("by-b") == 1);
}

TEST_CASE("updates change a document and a row taken back removes it") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  core::schema layout = *counts_layout();
  layout.fields.push_back({std::string(core::row_kind_column), core::row_kind_type()});
  const auto changed = [](const std::string& name, int events, core::row_kind kind) {
    return R"({"name":")" + name + R"(","window_start":"2024-01-01 00:00:00","events":)" + std::to_string(events) +
           R"(,"$kind":)" + std::to_string(static_cast<int>(kind)) + "}\n";
  };
  using enum core::row_kind;
  const auto sink = open(settings(server, "changing"));
  REQUIRE(sink->write(rows_of(layout, changed("a", 1, insert) + changed("b", 1, insert))));
  REQUIRE(sink->flush());
  CHECK(server.count("changing") == 2);
  REQUIRE(sink->write(rows_of(layout, changed("a", 1, update_before) + changed("a", 2, update_after) +
                                          changed("b", 1, remove) + changed("never there", 1, remove))));
  REQUIRE(sink->close());
  CHECK(server.count("changing") == 1);
  CHECK(server.ask("GET", "/changing/_doc/a_2024-01-01T00:00")["_source"]["events"] == 2);
}

TEST_CASE("rows without a key are all kept") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  auto with = settings(server, "appended");
  with.options.key.clear();
  write_all(with, *counts_layout(), row("a", "2024-01-01 00:00:00", 1) + row("a", "2024-01-01 00:00:00", 1));
  CHECK(server.count("appended") == 2);
}

TEST_CASE("a server that is killed and comes back has every document once") {
  auto& server = e2e::shared_opensearch();
  WEIR_NEEDS_OPENSEARCH(server);
  auto with = settings(server, "survivors");
  with.options.bulk.actions_max = 100;
  std::mutex mutex;
  std::vector<std::string> said;
  with.say = [&](const std::string& text) {
    const std::scoped_lock lock(mutex);
    said.push_back(text);
  };
  const auto sink = open(with);
  constexpr int batches = 40;
  bool is_back = false;
  std::thread restarter;
  for (int i = 0; i < batches; ++i) {
    if (i == batches / 2) {
      server.kill();
      restarter = std::thread([&] { is_back = server.restart(); });
    }
    std::string lines;
    for (int k = 0; k < 100; ++k) lines += row("k" + std::to_string(i * 100 + k), "2024-01-01 00:00:00", i);
    CHECK(sink->write(rows_of(*counts_layout(), lines)));
  }
  restarter.join();
  REQUIRE(is_back);
  REQUIRE(sink->close());
  CHECK(server.count("survivors") == batches * 100);
  CHECK(said.size() >= 2); // That the server was away, and that it is back.
}
