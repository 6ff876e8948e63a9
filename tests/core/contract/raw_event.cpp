#include "core/contract/raw_event.hpp"

#include "core/contract/json_parser.hpp"
#include "tests/support/catch.hpp"

using namespace core::contract;

TEST_CASE("a raw event is written and read alike, its payload as it came") {
  arena memory;
  json_parser parser;
  const auto payload = parser.parse(R"({"id":12345678901234567890123,"x":[1.50,"\u00e9"]})", memory);
  std::string text;
  REQUIRE(append_raw_event(text, {"github", "7", "default", "WatchEvent", "2024-01-01T00:00:00.5Z", *payload}, 10'000));
  CHECK(text == R"({"source":"github","source_event_id":"7","source_event_endpoint":"default",)"
                R"("source_event_type":"WatchEvent","observed_at":"2024-01-01T00:00:00.5Z","schema_version":1,)"
                R"("payload":{"id":12345678901234567890123,"x":[1.50,"é"]}})");
  const auto again = read_raw_event(*parser.parse(text, memory));
  REQUIRE(again);
  CHECK(again->source_event_type == "WatchEvent");
  CHECK(again->payload.find("x").items().size() == 2);
  std::string other;
  CHECK_FALSE(append_raw_event(other, *again, 10));
}

TEST_CASE("a payload given as text goes in byte for byte") {
  std::string text = "before ";
  append_raw_event(text, {"git\"hub", "7", "default", "WatchEvent", "2024-01-01T00:00:00Z"}, R"({ "x" : "\u00e9\/" })");
  CHECK(text == R"(before {"source":"git\"hub","source_event_id":"7","source_event_endpoint":"default",)"
                R"("source_event_type":"WatchEvent","observed_at":"2024-01-01T00:00:00Z","schema_version":1,)"
                R"("payload":{ "x" : "\u00e9\/" }})");
}
