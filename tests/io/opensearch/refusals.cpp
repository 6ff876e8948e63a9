#include "io/opensearch/refusals.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/catch.hpp"

using namespace io::opensearch;

namespace {

const bulk_item document{.index = "w", .id = "a", .source = R"({"n":"x"})"};

refuse_function refusals(const sink_settings& settings, std::vector<std::string>* said = nullptr) {
  auto made = make_refusals(settings, [said](const std::string& text) { said->push_back(text); });
  REQUIRE(made.has_value());
  return std::move(*made);
}

} // namespace

TEST_CASE("a refused document is one line with its reason and the text that was sent") {
  CHECK(refusal_line(document, "no number") == "{\"reason\":\"refused_document\",\"message\":\"no "
                                               "number\",\"index\":\"w\",\"id\":\"a\",\"document\":\"{\\\"n\\\":"
                                               "\\\"x\\\"}\"}\n");
  CHECK(
      refusal_line({.index = "w", .removes = true}, "\xFF") ==
      "{\"reason\":\"refused_document\",\"message\":\"\xEF\xBF\xBD\",\"index\":\"w\",\"id\":null,\"document\":null}\n");
}

TEST_CASE("a file keeps them all, behind what is there") {
  std::string name = (std::filesystem::temp_directory_path() / "weir-refusals-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  sink_settings settings;
  settings.dead_letter_path = (folder / "dead.jsonl").string();
  for (int i = 0; i < 2; ++i) CHECK(refusals(settings)(document, "no number"));
  std::ifstream file(settings.dead_letter_path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) ==
        refusal_line(document, "no number") + refusal_line(document, "no number"));
  settings.dead_letter_path += "/x"; // A file is no folder.
  CHECK_FALSE(make_refusals(settings, {}).has_value());
  std::filesystem::remove_all(folder);
}

TEST_CASE("without a file the first few are said") {
  std::vector<std::string> said;
  const auto refuse = refusals({}, &said);
  for (int i = 0; i < 8; ++i) CHECK(refuse(document, "no number"));
  CHECK(said.size() == 6);
  CHECK(said.front() == "document a of index w was refused: no number");
  CHECK(said.back() == "more documents were refused; 'dead-letter.path' keeps them all");
}

TEST_CASE("by choice a refusal fails the run, or is only counted") {
  sink_settings settings;
  settings.rejects = reject_policy::fail;
  const auto failed = refusals(settings)({.index = "w", .source = "{}"}, "no number");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message == "document without an id of index w was refused: no number");
  settings.rejects = reject_policy::ignore;
  std::vector<std::string> said;
  CHECK(refusals(settings, &said)(document, "no number"));
  CHECK(said.empty());
}
