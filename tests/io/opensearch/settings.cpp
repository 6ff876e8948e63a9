#include "io/opensearch/settings.hpp"

#include "tests/support/catch.hpp"

using namespace io::opensearch;

namespace {

std::string nothing(const std::string&) { return {}; }

sink_settings read(std::map<std::string, std::string> options) {
  options.try_emplace("hosts", "http://localhost:9200");
  options.try_emplace("index", "windows");
  auto made = read_settings(options, nothing);
  if (!made) FAIL(core::to_string(made.error()));
  return *made;
}

std::string complaint(std::map<std::string, std::string> options, const environment& variables = nothing) {
  options.try_emplace("hosts", "http://localhost:9200");
  options.try_emplace("index", "windows");
  const auto made = read_settings(options, variables);
  return made ? "good" : core::to_string(made.error());
}

} // namespace

TEST_CASE("without options the settings are Flink's, but patient") {
  const auto made = read({});
  CHECK(made.connection.hosts == std::vector<std::string>{"http://localhost:9200"});
  CHECK(made.connection.username.empty());
  CHECK_FALSE(made.connection.gzip);
  CHECK_FALSE(made.connection.allow_insecure);
  CHECK(made.bulk.actions_max == 1000);
  CHECK(made.bulk.bytes_max == 2 * 1024 * 1024);
  CHECK(made.bulk.interval_ms == 1000);
  CHECK(made.retry.retries_max == 20);
  CHECK(made.retry.doubles);
  CHECK(made.id_delimiter == "_");
  CHECK(made.key.empty());
  CHECK(made.rejects == reject_policy::dead_letter);
  CHECK(made.makes_template);
}

TEST_CASE("every option arrives") {
  const auto made = read({{"hosts", " http://one:9200/ ;https://two"},
                          {"connection.path-prefix", "search/"},
                          {"username", "ann"},
                          {"password", "secret"},
                          {"connection.ca-file", "ca.pem"},
                          {"allow-insecure", "TRUE"},
                          {"connection.gzip", "true"},
                          {"connection.timeout", "2 s"},
                          {"connection.request-timeout", "1 min"},
                          {"socket.timeout", "90 s"},
                          {"sink.bulk-flush.max-actions", "50"},
                          {"sink.bulk-flush.max-size", "512 kb"},
                          {"sink.bulk-flush.interval", "250 ms"},
                          {"sink.bulk-flush.backoff.strategy", "CONSTANT"},
                          {"sink.bulk-flush.backoff.max-retries", "7"},
                          {"sink.bulk-flush.backoff.delay", "40 s"},
                          {"document-id.prefix", "q1:"},
                          {"document-id.key-delimiter", "$"},
                          {"primary-key", "a;b"},
                          {"dead-letter.path", "dead.jsonl"},
                          {"index-template", "false"},
                          {"index-template.number-of-shards", "3"},
                          {"index-template.number-of-replicas", "0"},
                          {"sink.delivery-guarantee", "at-least-once"},
                          {"connector", "opensearch"}});
  CHECK(made.connection.hosts == std::vector<std::string>{"http://one:9200/search", "https://two/search"});
  CHECK(made.connection.username == "ann");
  CHECK(made.connection.password == "secret");
  CHECK(made.connection.ca_file == "ca.pem");
  CHECK(made.connection.allow_insecure);
  CHECK(made.connection.gzip);
  CHECK(made.connection.connect_timeout_ms == 2000);
  CHECK(made.connection.request_timeout_ms == 90'000);
  CHECK(made.bulk.actions_max == 50);
  CHECK(made.bulk.bytes_max == 512 * 1024);
  CHECK(made.bulk.interval_ms == 250);
  CHECK_FALSE(made.retry.doubles);
  CHECK(made.retry.retries_max == 7);
  CHECK(made.retry.delay_ms == 40'000);
  CHECK(made.retry.delay_ms_max == 40'000);
  CHECK(made.id_prefix == "q1:");
  CHECK(made.id_delimiter == "$");
  CHECK(made.key == std::vector<std::string>{"a", "b"});
  CHECK(made.dead_letter_path == "dead.jsonl");
  CHECK_FALSE(made.makes_template);
  CHECK(made.shards == 3);
  CHECK(made.replicas == 0);
}

TEST_CASE("a bound of 0 means none of its own, and no back-off means one try") {
  const auto made = read({{"sink.bulk-flush.max-actions", "0"},
                          {"sink.bulk-flush.max-size", "0"},
                          {"sink.bulk-flush.backoff.strategy", "DISABLED"},
                          {"sink.bulk-flush.backoff.max-retries", "7"}});
  CHECK(made.bulk.actions_max == 100'000);
  CHECK(made.bulk.bytes_max == 64 * 1024 * 1024);
  CHECK(made.retry.retries_max == 0);
}

TEST_CASE("credentials may stand in the environment, and options go before it") {
  const environment variables = [](const std::string& name) {
    return name == "OPENSEARCH_USERNAME" ? "bob" : name == "OPENSEARCH_PASSWORD" ? "hidden" : "";
  };
  const std::map<std::string, std::string> plain{{"hosts", "http://h"}, {"index", "i"}};
  CHECK(read_settings(plain, variables)->connection.username == "bob");
  CHECK(read_settings(plain, variables)->connection.password == "hidden");
  auto named = plain;
  named["username"] = "ann";
  CHECK(read_settings(named, variables)->connection.username == "ann");
}

TEST_CASE("what cannot be is named with its option, and a secret never is") {
  CHECK(complaint({{"hosts", ""}}) == "option 'hosts': is needed ('http://localhost:9200')");
  CHECK(complaint({{"hosts", "localhost:9200"}}) ==
        "option 'hosts': not an address: localhost:9200 (write 'http://one:9200;http://two:9200')");
  CHECK(complaint({{"hosts", "http://ann:secret@h:9200"}}) ==
        "option 'hosts': has a user in it (use the options 'username' and 'password')");
  CHECK(complaint({{"hosts", "http://a;"}}) ==
        "option 'hosts': not an address:  (write 'http://one:9200;http://two:9200')");
  CHECK(complaint({{"username", "ann"}}) ==
        "option 'password': is needed with a username (as an option, or as OPENSEARCH_PASSWORD in the environment)");
  CHECK(complaint({{"username", "a:b"}, {"password", "secret"}}) == "option 'username': may have no colon");
  CHECK(complaint({{"allow-insecure", "yes"}}) == "option 'allow-insecure': true or false, not: yes");
  CHECK(complaint({{"sink.bulk-flush.max-actions", "many"}}) ==
        "option 'sink.bulk-flush.max-actions': not a whole number of 0 to 100000: many");
  CHECK(complaint({{"sink.bulk-flush.max-size", "1 tb"}}) ==
        "option 'sink.bulk-flush.max-size': not a size of at most 64 mb: 1 tb (write 2mb or 512kb)");
  CHECK(complaint({{"sink.bulk-flush.interval", "soon"}}) ==
        "option 'sink.bulk-flush.interval': not a duration of at most a day: soon (write 500 ms, 10 s or 5 min)");
  CHECK(complaint({{"sink.bulk-flush.backoff.strategy", "LINEAR"}}) ==
        "option 'sink.bulk-flush.backoff.strategy': not DISABLED, CONSTANT or EXPONENTIAL: LINEAR");
  CHECK(complaint({{"document-id.key-delimiter", "%"}}) ==
        "option 'document-id.key-delimiter': may be neither empty nor have a % in it");
  CHECK(complaint({{"failure-handler", "com.example.Mine"}}) ==
        "option 'failure-handler': not fail, ignore, retry-rejected or dead-letter: com.example.Mine");
  CHECK(complaint({{"failure-handler", "ignore"}, {"dead-letter.path", "x"}}) ==
        "option 'dead-letter.path': has no meaning with 'failure-handler' = 'ignore'");
  CHECK(complaint({{"index", ""}}) == "option 'index': is needed");
  CHECK(complaint({{"index-template.number-of-shards", "0"}}) ==
        "option 'index-template.number-of-shards': not a whole number of 1 to 1024: 0");
  CHECK(complaint({{"sink.delivery-guarantee", "exactly-once"}}) ==
        "option 'sink.delivery-guarantee': not to be had from the server: exactly-once (write at-least-once: with a "
        "PRIMARY KEY what comes twice overwrites itself)");
}
