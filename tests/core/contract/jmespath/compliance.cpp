// The public compliance suite of JMESPath, where it is at hand: it is not ours to copy.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/contract/jmespath/expression.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/json_writer.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

std::filesystem::path suite_folder() {
  if (const char* told = std::getenv("WEIR_JMESPATH_SUITE")) return told;
  return std::filesystem::path(WEIR_SOURCE_DIR) / ".." / "shared" / "jmespath";
}

std::string text_of(value_view value) {
  std::string text;
  REQUIRE(append_json(text, value, std::size_t{1} << 20U));
  return text;
}

/// What is wrong with one case, or empty.
std::string fault_of(value_view given, value_view one) {
  const auto text = one.find("expression").text();
  const auto expected_error = one.find("error");
  const auto compiled = jmespath::expression::compile(text);
  arena memory;
  auto outcome = compiled ? compiled->search(given, memory) : std::unexpected(compiled.error());
  if (!expected_error.is_null()) {
    if (outcome) return "gave " + text_of(*outcome) + " instead of " + text_of(expected_error);
    const bool alike = expected_error.text() == "runtime" || outcome.error().message.starts_with(expected_error.text());
    return alike ? "" : outcome.error().message + " instead of " + text_of(expected_error);
  }
  if (!outcome) return outcome.error().message;
  std::size_t steps = 0;
  if (one.find("bench").is_string() || is_equal(*outcome, one.find("result"), steps, 1'000'000)) return "";
  return "gave " + text_of(*outcome) + " instead of " + text_of(one.find("result"));
}

std::size_t run_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  arena memory;
  const auto suite = json_parser().parse(text, memory);
  REQUIRE(suite);
  std::size_t count = 0;
  for (const auto group : suite->items()) {
    for (const auto one : group.find("cases").items()) {
      ++count;
      INFO(path.filename().string() << ": " << one.find("expression").text());
      CHECK(fault_of(group.find("given"), one) == "");
    }
  }
  return count;
}

} // namespace

TEST_CASE("the public compliance suite passes whole") {
  const auto folder = suite_folder();
  if (!std::filesystem::is_directory(folder)) {
    WARN("SKIPPED: no JMESPath compliance suite; set WEIR_JMESPATH_SUITE to the folder of its files");
    return;
  }
  std::size_t files = 0;
  std::size_t cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    cases += run_file(entry.path());
  }
  CHECK(files >= 16);
  CHECK(cases >= 908);
}
