#include "io/kafka/client_settings.hpp"

#include <array>

#include "tests/support/catch.hpp"

using namespace io::kafka;

namespace {

struct notices {
  std::vector<std::string> said{};
  notice_function function() {
    return [this](notice_level, const std::string& sentence) { said.push_back(sentence); };
  }
};

std::string value_of(const settings_handle& settings, const char* name) {
  std::array<char, 256> text{};
  auto size = text.size();
  REQUIRE(rd_kafka_conf_get(settings.get(), name, text.data(), &size) == RD_KAFKA_CONF_OK);
  return text.data();
}

} // namespace

TEST_CASE("properties are passed on, and what librdkafka does not know is named") {
  notices heard;
  client_watch watch(heard.function());
  const auto made = make_settings({{"bootstrap.servers", "b:1"}, {"max.poll.records", "5"}, {"linger.ms", "7"}},
                                  {{"linger.ms", "5"}}, {}, watch);
  REQUIRE(made.has_value());
  CHECK(value_of(*made, "bootstrap.servers") == "b:1");
  CHECK(value_of(*made, "linger.ms") == "7");
  CHECK(heard.said ==
        std::vector<std::string>{"properties.max.poll.records means nothing to librdkafka and is left out"});
}

TEST_CASE("what weir decides itself is not overruled") {
  client_watch watch({});
  const auto made = make_settings({{"enable.auto.commit", "true"}}, {}, {{"enable.auto.commit", "false"}}, watch);
  REQUIRE(made.has_value());
  CHECK(value_of(*made, "enable.auto.commit") == "false");
}

TEST_CASE("Java's names are translated") {
  const auto made = translate(
      {{"sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"alice\" password='it\"s';"},
       {"delivery.timeout.ms", "5"},
       {"max.request.size", "9"}});
  CHECK(made == core::plan::option_values{{"sasl.username", "alice"},
                                          {"sasl.password", "it\"s"},
                                          {"message.timeout.ms", "5"},
                                          {"message.max.bytes", "9"}});
}

TEST_CASE("a wrong value is an error that names the property, and no secret") {
  client_watch watch({});
  const auto wrong = make_settings({{"socket.timeout.ms", "soon"}}, {}, {}, watch);
  REQUIRE_FALSE(wrong.has_value());
  CHECK(wrong.error().message ==
        "properties.socket.timeout.ms: Invalid value for configuration property \"socket.timeout.ms\"");
  const auto secret = make_settings({{"ssl.key.password", ""}, {"ssl.key.pem", "hunter2"}}, {}, {}, watch);
  if (!secret) CHECK(secret.error().message.find("hunter2") == std::string::npos);
}

TEST_CASE("the same trouble is told once until the brokers answer again") {
  notices heard;
  client_watch watch(heard.function());
  watch.hear_error(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, "gone");
  watch.hear_error(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, "gone");
  CHECK(watch.is_away());
  watch.recovered();
  CHECK_FALSE(watch.is_away());
  watch.hear_error(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, "gone");
  CHECK(heard.said == std::vector<std::string>{"kafka: gone (_ALL_BROKERS_DOWN)", "kafka: the brokers answer again",
                                               "kafka: gone (_ALL_BROKERS_DOWN)"});
}
