#include "daemon/topics/topics_command.hpp"

#include <cstdlib>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "daemon/run_control.hpp"
#include "daemon/signals.hpp"
#include "daemon/tell.hpp"
#include "io/kafka/topic_admin.hpp"

namespace weir {

namespace {

constexpr std::int64_t day_ms = 86'400'000;

struct topics_arguments {
  std::string brokers{};
  std::vector<std::string> names{"events-raw", "events-normalized", "events-analytics", "events-dead-letters"};
  int partitions = 3;
  int replicas = 3;
  int retention_days = 7;
  std::vector<std::string> properties{};
};

int create(const topics_arguments& wanted) {
  core::plan::option_values properties{{"bootstrap.servers", wanted.brokers}};
  for (const auto& one : wanted.properties) {
    const auto equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      tell("weir: --property must be NAME=VALUE: {}\n", one.substr(0, equals));
      return 2;
    }
    properties[one.substr(0, equals)] = one.substr(equals + 1);
  }
  std::vector<io::kafka::topic_wish> wishes;
  for (const auto& name : wanted.names)
    wishes.push_back({name, wanted.partitions, wanted.replicas, wanted.retention_days * day_ms});
  signal_watch signals;
  run_control control;
  signals.on_signal([&](int) { control.stop(); });
  const auto notice = [](io::kafka::notice_level, const std::string& words) { tell("weir: {}\n", words); };
  const auto made = io::kafka::make_topics(properties, wishes, &control.stopping(), notice);
  if (!made) {
    tell("weir: {}\n", core::to_string(made.error()));
    return 1;
  }
  for (const auto& one : *made)
    fmt::print("{} {}: {} partitions, {} replicas\n", one.name, one.was_there ? "is there" : "made", one.partitions,
               one.replicas);
  return 0;
}

} // namespace

void add_topics(CLI::App& app, std::function<int()>& chosen) {
  auto* topics = app.add_subcommand("topics", "Kafka topics");
  topics->require_subcommand(1);
  auto* make = topics->add_subcommand("create", "Make topics that are not there; waits for the brokers");
  const auto wanted = std::make_shared<topics_arguments>();
  wanted->brokers = "localhost:9092";
  make->add_option("TOPIC", wanted->names, "Names")->capture_default_str();
  make->add_option("--bootstrap-servers", wanted->brokers, "Where the brokers are")
      ->envname("KAFKA_BOOTSTRAP_SERVERS")
      ->capture_default_str();
  make->add_option("--partitions", wanted->partitions, "Of each topic")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  make->add_option("--replicas", wanted->replicas, "Of each partition; fewer where there are fewer brokers")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  make->add_option("--retention-days", wanted->retention_days, "How long records are kept")
      ->check(CLI::Range(1, 36'500))
      ->capture_default_str();
  make->add_option("--property", wanted->properties, "NAME=VALUE for the client (security.protocol=SSL …)");
  make->callback([wanted, &chosen] { chosen = [wanted] { return create(*wanted); }; });
}

} // namespace weir
