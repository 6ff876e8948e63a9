#include "io/opensearch/bulk_answer.hpp"

#include <fmt/format.h>

#include "tests/support/catch.hpp"

using namespace io::opensearch;

namespace {

std::vector<std::string> shown(const std::string& text, std::size_t count) {
  const auto made = read_bulk_answer(text, count);
  if (!made) return {core::to_string(made.error())};
  std::vector<std::string> all;
  for (const auto& one : *made) {
    const std::string_view outcome = one.outcome == item_outcome::accepted ? "accepted"
                                     : one.outcome == item_outcome::later  ? "later"
                                                                           : "refused";
    all.push_back(fmt::format("{} {}{}{}", one.status, outcome, one.reason.empty() ? "" : " ", one.reason));
  }
  return all;
}

} // namespace

TEST_CASE("each item has its own outcome") {
  CHECK(shown(R"({"errors":true,"items":[
    {"index":{"status":201}},
    {"index":{"status":200}},
    {"delete":{"status":404}},
    {"index":{"status":404,"error":{"type":"index_not_found_exception","reason":"no such index [x]"}}},
    {"index":{"status":429,"error":{"type":"rejected_execution_exception","reason":"too busy"}}},
    {"index":{"status":503,"error":{"type":"unavailable_shards_exception","reason":"primary shard is not active"}}},
    {"index":{"status":400,"error":{"type":"mapper_parsing_exception","reason":"failed to parse field [n]",
      "caused_by":{"type":"illegal_argument_exception","reason":"For input string: \"x\""}}}},
    {"index":{"status":409}}]})",
              8) == std::vector<std::string>{
                        "201 accepted",
                        "200 accepted",
                        "404 accepted",
                        "404 refused index_not_found_exception: no such index [x]",
                        "429 later rejected_execution_exception: too busy",
                        "503 later unavailable_shards_exception: primary shard is not active",
                        R"(400 refused mapper_parsing_exception: failed to parse field [n]: For input string: "x")",
                        "409 refused status 409",
                    });
}

TEST_CASE("an answer of another server, or of another request, is a fault") {
  CHECK(shown("<html>", 1) ==
        std::vector<std::string>{"no answer to a bulk request of 1 items: <html> (is the address that "
                                 "of an OpenSearch or Elasticsearch server?)"});
  CHECK(shown(R"({"items":[]})", 1).front().starts_with("no answer to a bulk request of 1 items"));
  CHECK(shown(R"({"items":[7]})", 1) == std::vector<std::string>{"an item without a status: 7"});
  CHECK(shown(R"({"items":[{"index":{"status":"x"}}]})", 1).front().starts_with("an item without a status"));
}

TEST_CASE("the reason in an error is found, else the beginning of the text") {
  CHECK(reason_in(R"({"error":{"type":"security_exception","reason":"no permissions"},"status":403})") ==
        "security_exception: no permissions");
  CHECK(reason_in(R"({"error":"Incorrect HTTP method"})") == "Incorrect HTTP method");
  CHECK(reason_in("Unauthorized\n") == "Unauthorized ");
  CHECK(reason_in("") == "an empty answer");
  CHECK(reason_in(std::string(500, 'x')) == std::string(200, 'x'));
}
