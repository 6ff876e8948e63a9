#include "io/opensearch/documents.hpp"

#include "core/data/row_kind.hpp"
#include "tests/io/opensearch/rows.hpp"

using namespace io::opensearch;

namespace {

sink_settings settings(std::vector<std::string> key) {
  sink_settings made;
  made.index = "w-{window_start|yyyy-MM-dd}";
  made.key = std::move(key);
  return made;
}

std::vector<std::string> items(const sink_settings& with, const core::batch& rows) {
  auto made = documents::make(with, {}, counts_layout());
  if (!made) return {core::to_string(made.error())};
  std::vector<std::string> all;
  const auto done = made->make_items(rows, [&](const bulk_item& item) {
    all.push_back((item.removes ? "delete " : "index ") + item.index + " " + (item.id.empty() ? "-" : item.id) + " " +
                  item.source);
  });
  if (!done) all.push_back(core::to_string(done.error()));
  return all;
}

core::batch_ptr plain() {
  return rows_of(*counts_layout(), R"({"name":"a","window_start":"2024-01-31 23:55:00","events":3}
{"name":"b\"","window_start":"2024-02-01 00:00:00","events":null})");
}

/// The rows of `plain` and again the first, with these kinds.
core::batch_ptr updating(const std::vector<core::row_kind>& kinds) {
  core::schema layout = *counts_layout();
  layout.fields.push_back({std::string(core::row_kind_column), core::row_kind_type()});
  std::string lines;
  for (const auto kind : kinds)
    lines += R"({"name":"a","window_start":"2024-01-01 00:00:00","events":1,"$kind":)" +
             std::to_string(static_cast<int>(kind)) + "}\n";
  return rows_of(layout, lines);
}

} // namespace

TEST_CASE("a row is a document of the index of its time under the id of its key") {
  CHECK(
      items(settings({"name", "window_start"}), *plain()) ==
      std::vector<std::string>{
          R"(index w-2024-01-31 a_2024-01-31T23:55 {"name":"a","window_start":"2024-01-31 23:55:00","events":3})",
          R"(index w-2024-02-01 b"_2024-02-01T00:00 {"name":"b\"","window_start":"2024-02-01 00:00:00","events":null})"});
}

TEST_CASE("without a key the server makes the ids") {
  CHECK(items(settings({}), *plain()).at(0) ==
        R"(index w-2024-01-31 - {"name":"a","window_start":"2024-01-31 23:55:00","events":3})");
}

TEST_CASE("of an update only the new value goes, and a row taken back is removed") {
  using enum core::row_kind;
  CHECK(items(settings({"name"}), *updating({insert, update_before, update_after, remove})) ==
        std::vector<std::string>{R"(index w-2024-01-01 a {"name":"a","window_start":"2024-01-01 00:00:00","events":1})",
                                 R"(index w-2024-01-01 a {"name":"a","window_start":"2024-01-01 00:00:00","events":1})",
                                 "delete w-2024-01-01 a "});
  CHECK(items(settings({}), *updating({insert, remove})).back() ==
        "a row takes another back, and nothing says which document that is (give the table a PRIMARY KEY)");
}

TEST_CASE("what makes no documents is refused at the start") {
  CHECK(items(settings({"nam"}), *plain()) == std::vector<std::string>{"the key's column is unknown: nam"});
  core::plan::format_options csv;
  csv.format = core::plan::record_format::csv;
  CHECK(documents::make(settings({}), csv, counts_layout()).error().message == "documents are JSON: 'format' = 'json'");
}
