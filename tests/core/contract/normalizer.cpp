#include "core/contract/normalizer.hpp"

#include <random>

#include "tests/support/catch.hpp"

using namespace core::contract;

namespace {

normalization contract() {
  normalization made;
  made.source = "shop";
  made.partition_key = "entity_id";
  made.entity_id = {.name = "", .from = "shop.id"};
  made.entity_name = {.name = "", .from = "shop.name", .default_json = "\"unnamed\""};
  made.event_time = {.name = "", .from = "at", .as = conversion::timestamp};
  made.common = {{.name = "who", .from = "user.login"}, {.name = "amount", .from = "amount"}};
  made.event_types = {{"sale",
                       {{.name = "tags", .from = "tags", .take = "name", .default_json = "[]"},
                        {.name = "paid", .from = "paid_at", .as = conversion::boolean},
                        {.name = "paid_at", .from = "paid_at", .as = conversion::timestamp},
                        {.name = "total", .expression = "sum(items[*].price)"},
                        {.name = "amount", .from = "amount", .default_json = "0"}}}};
  return made;
}

std::string raw(std::string_view payload, std::string_view type = "sale") {
  return R"({"source":"shop","source_event_id":"e1","source_event_endpoint":"default","source_event_type":")" +
         std::string(type) + R"(","observed_at":"2024-01-01T00:00:00Z","schema_version":1,"payload":)" +
         std::string(payload) + "}";
}

/// The event, or `reason: message [source, id]`.
std::string run(const normalization& with, std::string_view text) {
  auto made = normalizer::compile({with});
  if (!made) return made.error().message;
  normalized_event event;
  const auto done = made->normalize(text, event);
  if (done) return event.json;
  const auto& letter = done.error();
  return std::string(to_string(letter.reason)) + ": " + letter.message + " [" + letter.source + ", " + letter.event_id +
         "]";
}

std::string run(std::string_view payload) { return run(contract(), raw(payload)); }

const std::string head = R"({"source":"shop","event_id":"e1","event_type":"sale",)"
                         R"("ingested_at":"2024-01-01T00:00:00Z","schema_version":1,)";

} // namespace

TEST_CASE("an event becomes its envelope, the common fields and those of its type, in this order") {
  CHECK(run(R"({"shop":{"id":12,"name":"Ä"},"at":"2024-02-03T04:05:06.789Z","user":{"login":"ann"},"amount":3,
               "tags":[{"name":"x"},{"id":2},{"name":null},{"name":"y"}],"paid_at":"2024-02-03T00:00:00+01:00",
               "items":[{"price":1},{"price":2}]})") ==
        head + R"("partition_key":"12","entity_id":"12","entity_name":"Ä","event_time":1706933106789,)"
               R"("who":"ann","amount":3,"tags":["x",null,null,"y"],"paid":true,"paid_at":1706914800000,"total":3})");
}

TEST_CASE("what is absent is null or the default") {
  CHECK(run(R"({"items":[]})") ==
        head + R"("partition_key":null,"entity_id":null,"entity_name":"unnamed","event_time":null,)"
               R"("who":null,"amount":0,"tags":[],"paid":false,"paid_at":null,"total":0})");
}

TEST_CASE("an event of an unknown type has the envelope and the common fields") {
  CHECK(run(contract(), raw(R"({"shop":{"id":"a"},"amount":1})", "new")) ==
        R"({"source":"shop","event_id":"e1","event_type":"new","ingested_at":"2024-01-01T00:00:00Z",)"
        R"("schema_version":1,"partition_key":"a","entity_id":"a","entity_name":"unnamed","event_time":null,)"
        R"("who":null,"amount":1})");
}

TEST_CASE("no number is changed on its way, however long") {
  const auto with = [](const std::string& amount) {
    const auto text = run(R"({"items":[],"shop":{"id":)" + amount + R"(},"amount":)" + amount + "}");
    return text.find("\"entity_id\":\"" + amount + "\"") != std::string::npos &&
           text.find("\"amount\":" + amount + ",") != std::string::npos;
  };
  for (const auto* amount : {"9223372036854775807", "-9223372036854775808", "18446744073709551615",
                             "18446744073709551616", "123456789012345678901234567890", "0.10", "1E5", "1e400"})
    CHECK(with(amount));
}

TEST_CASE("the partition key is a field of the contract or a path of the payload") {
  auto with = contract();
  const auto key_of = [&](std::string_view payload) {
    auto made = normalizer::compile({with});
    normalized_event event;
    REQUIRE(made->normalize(raw(payload, "other"), event));
    return event.has_key ? event.key : "none";
  };
  with.partition_key = "who";
  CHECK(key_of(R"({"user":{"login":"ann"}})") == "ann");
  CHECK(key_of("{}") == "none");
  with.partition_key = "entity_name";
  CHECK(key_of("{}") == "unnamed");
  with.partition_key = "user.group";
  CHECK(key_of(R"({"user":{"group":true}})") == "true");
  with.partition_key = "event_time";
  CHECK(key_of(R"({"at":"1970-01-01T00:00:01Z"})") == "1000");
}

TEST_CASE("the event time is told apart from its absence") {
  auto made = normalizer::compile({contract()});
  normalized_event event;
  REQUIRE(made->normalize(raw(R"({"at":"1970-01-01T00:00:01Z"})", "other"), event));
  CHECK(event.has_time);
  CHECK(event.time_ms == 1000);
  REQUIRE(made->normalize(raw("{}", "other"), event));
  CHECK_FALSE(event.has_time);
}

TEST_CASE("a rule that fails sends the event to the dead letters with the reason") {
  CHECK(run(R"({"items":["x"],"at":"yesterday"})") ==
        "failed_rule: field event_time: no ISO 8601 time: yesterday [shop, e1]");
  CHECK(run(R"({"items":[],"at":7})") == "failed_rule: field event_time: no ISO 8601 text [shop, e1]");
  CHECK(run(R"({"items":[{"price":"x"}]})") ==
        "failed_rule: field total: invalid-type: sum() needs an array of numbers as argument 1, not an array of others "
        "[shop, e1]");
  CHECK(run(R"({"items":[],"tags":"x"})") == "failed_rule: field tags: take needs an array [shop, e1]");
  CHECK(run(R"({"items":[],"shop":{"id":[1]}})") == "failed_rule: field partition_key: no single value [shop, e1]");
  auto with = contract();
  with.partition_key = "who";
  CHECK(run(with, raw(R"({"shop":{"id":[1]}})")) == "failed_rule: field entity_id: no single value [shop, e1]");
  with.event_time.as = conversion::none;
  CHECK(run(with, raw(R"({"at":"x"})")) == "failed_rule: field event_time: no whole number of milliseconds [shop, e1]");
  with.entity_name = {.name = "", .expression = "abs(shop.name)"};
  CHECK(run(with, raw(R"({"shop":{"name":"x"}})")).starts_with("failed_rule: field entity_name: invalid-type: abs()"));
  std::string doubling = "[@,@]";
  for (int i = 0; i < 40; ++i) doubling += "|[@,@]";
  with = contract();
  with.common.push_back({.name = "many", .expression = doubling});
  CHECK(run(with, raw("{}", "other")) == "failed_rule: field many: the event grows beyond 16777216 bytes [shop, e1]");
}

TEST_CASE("a timestamp rule over an array makes each item a time") {
  auto with = contract();
  with.common = {{.name = "times", .from = "marks", .take = "at", .as = conversion::timestamp}};
  with.event_types.clear();
  CHECK(run(with, raw(R"({"marks":[{"at":"1970-01-01T00:00:01Z"},{}]})")).ends_with(R"("times":[1000,null]})"));
  CHECK(run(with, raw(R"({"marks":[{"at":1}]})")) == "failed_rule: field times: no ISO 8601 text [shop, e1]");
}

TEST_CASE("what is no raw event is a dead letter that says why") {
  const auto refused = [](std::string_view text) { return run(contract(), text); };
  CHECK(refused("{") == "malformed_event: not json: no name of a member at byte 1 [, ]");
  CHECK(refused("[]") == "malformed_event: raw event is no object [, ]");
  CHECK(refused(R"({"source":"shop","source_event_id":7})") ==
        "malformed_event: raw event needs source_event_id as a string [shop, ]");
  auto text = raw("{}");
  CHECK(refused(text.replace(text.find("01-01"), 5, "13-01")) ==
        "malformed_event: observed_at is no ISO 8601 time: 2024-13-01T00:00:00Z [shop, e1]");
  text = raw("{}");
  CHECK(refused(text.replace(text.find("\":1,"), 4, "\":2,")) ==
        "malformed_event: schema_version must be 1 [shop, e1]");
  CHECK(refused(raw("[]")) == "malformed_event: raw event needs payload as an object [shop, e1]");
  text = raw("{}");
  CHECK(refused(text.replace(text.find("shop"), 4, "away")) ==
        "unknown_source: no contract for source away [away, e1]");
}

TEST_CASE("a dead letter carries the text as it came") {
  std::string out;
  append_dead_letter(out, {dead_letter_reason::failed_rule, "field x: y", "shop", "e1"}, R"({"a":"b"})");
  CHECK(out == R"({"reason":"failed_rule","message":"field x: y","source":"shop","event_id":"e1",)"
               R"("raw":"{\"a\":\"b\"}"})");
  out.clear();
  append_dead_letter(out, {dead_letter_reason::unknown_source, "m"}, "a\xFF");
  CHECK(out == "{\"reason\":\"unknown_source\",\"message\":\"m\",\"source\":null,\"event_id\":null,"
               "\"raw\":\"a\xEF\xBF\xBD\"}");
  out.clear();
  append_dead_letter(out, {}, "");
  CHECK(out == R"({"reason":"malformed_event","message":"","source":null,"event_id":null,"raw":""})");
}

TEST_CASE("a contract that does not compile says why") {
  auto with = contract();
  with.common.push_back({.name = "x"});
  CHECK(run(with, "") == "field x needs exactly one of from and expression");
  with.common.back() = {.name = "x", .expression = "a."};
  CHECK(run(with, "") == "syntax: the expression ends early");
  with.common.back() = {.name = "x", .from = "a."};
  CHECK(run(with, "") == "path has an empty name: a.");
  with.common.back() = {.name = "x", .from = "a", .take = "b."};
  CHECK(run(with, "") == "path has an empty name: b.");
  with = contract();
  with.event_types[0].fields[0].from = "";
  CHECK(run(with, "") == "field tags needs exactly one of from and expression");
  with = contract();
  with.entity_id.from = "";
  CHECK(run(with, "") == "field entity_id needs exactly one of from and expression");
  with = contract();
  with.partition_key = "a b";
  CHECK(run(with, "") == "path has an unquoted blank: a b");
  CHECK(normalizer::compile({contract(), contract()}).error().message == "two contracts of one source: shop");
}

TEST_CASE("no damage to a raw event does more than make it a dead letter") {
  auto made = normalizer::compile({contract()});
  normalized_event event;
  const auto good = raw(R"({"shop":{"id":1},"at":"2024-02-03T04:05:06Z","items":[{"price":1}],"tags":[{"name":"x"}]})");
  std::mt19937 random(3);
  std::size_t letters = 0;
  for (int round = 0; round < 20'000; ++round) {
    auto text = good;
    for (auto count = random() % 3 + 1; count > 0; --count) text[random() % text.size()] = static_cast<char>(random());
    if (!made->normalize(text, event)) ++letters;
  }
  CHECK(letters > 10'000);
  CHECK(made->normalize(good, event));
}
