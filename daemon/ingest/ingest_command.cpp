#include "daemon/ingest/ingest_command.hpp"

#include <memory>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "daemon/ingest/ingest_job.hpp"
#include "daemon/signals.hpp"
#include "daemon/tell.hpp"
#include "io/sink/sinks.hpp"

namespace weir {

namespace {

constexpr int run_failed = 1;
constexpr int wrong_use = 2;

void say(const std::string& sentence) { tell("weir ingest: {}\n", sentence); }

} // namespace

int ingest_source(const ingest_arguments& wanted) {
  auto job = ingest_job::prepare(wanted, say);
  if (!job) {
    tell("{}", job.error());
    return wrong_use;
  }
  signal_watch signals;
  signals.on_signal([&](int) { (*job)->stop(); });
  const auto out = io::write_descriptor(STDOUT_FILENO, "standard output");
  const auto publisher = io::publish_lines(*out);
  auto done = (*job)->run(*publisher);
  if (auto closed = out->close(); done) done = std::move(closed);
  if (!done) say(core::to_string(done.error()));
  say((*job)->summary());
  return done ? 0 : run_failed;
}

void add_ingest(CLI::App& app, std::function<int()>& chosen) {
  auto wanted = std::make_shared<ingest_arguments>();
  auto* command = app.add_subcommand("ingest", "Poll a REST API by its source's contract; new events go to stdout");
  command->add_option("--source", wanted->source, "Whose contract")->required();
  command->add_option("--contracts", wanted->contracts, "The folder of the sources")->capture_default_str();
  command->add_option("--endpoint", wanted->endpoint, "One of the contract's endpoints")->capture_default_str();
  command->add_option("--param", wanted->parameters, "key=value for a placeholder of the endpoint; may be given again")
      ->take_all()
      ->expected(1);
  command
      ->add_option("--poll-interval", wanted->poll_interval_s,
                   "Seconds from poll to poll; a server that asks for more gets more (the contract's)")
      ->check(CLI::Range(1, 86'400));
  command->add_flag("--once", wanted->once, "Poll once and end");
  command->add_option("--state", wanted->state_file, "Remember published ids in this file, over restarts");
  command->add_option("--base-url", wanted->base_url, "Ask this server in place of the contract's (a proxy, a test)");
  command->callback([wanted, &chosen] { chosen = [wanted] { return ingest_source(*wanted); }; });
}

} // namespace weir
