#include "daemon/ingest/ingest_command.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "daemon/ingest/state_lock.hpp"
#include "daemon/signals.hpp"
#include "daemon/tell.hpp"
#include "io/client/url.hpp"
#include "io/poller/seen_file.hpp"
#include "io/sink/sinks.hpp"
#include "io/source/stop_signal.hpp"

namespace weir {

using core::errc;

namespace {

constexpr int run_failed = 1;
constexpr int wrong_use = 2;
constexpr std::uint32_t once_faults_max = 5; ///< In a row; about half a minute.

/// Sentences on standard error, without the token whoever may have echoed it.
class ingest_log {
public:
  explicit ingest_log(std::string secret) : secret_(std::move(secret)) {}

  void operator()(std::string sentence) const {
    for (auto at = secret_.empty() ? std::string::npos : sentence.find(secret_); at != std::string::npos;
         at = sentence.find(secret_, at))
      sentence.replace(at, secret_.size(), "***");
    tell("weir ingest: {}\n", sentence);
  }

private:
  std::string secret_;
};

std::optional<std::string> variable(const std::string& name) {
  const auto* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

core::result<io::seen_ids> remembered(const ingest_arguments& wanted, std::int64_t ids) {
  const auto capacity = static_cast<std::size_t>(ids);
  if (wanted.state_file.empty()) return io::seen_ids(capacity);
  WEIR_TRY(seen, io::load_seen_ids(wanted.state_file, wanted.source, capacity));
  // A place that cannot be written to is better known before the first event.
  WEIR_CHECK(io::save_seen_ids(wanted.state_file, wanted.source, seen));
  return seen;
}

/// Whether the one poll is done, or cannot be.
core::result<bool> is_done_once(const io::poller& polling, const io::poll_step& step) {
  if (step.ended == io::round_end::complete) return true;
  if (step.ended == io::round_end::cut_short) return core::fail(errc::io_failed, "the poll was cut short");
  if (step.ended == io::round_end::fruitless || polling.faults_in_a_row() >= once_faults_max)
    return core::fail(errc::io_failed, "the poll had no answer");
  return false;
}

core::result<void> poll_until_told(io::poller& polling, const io::stop_signal& stop, bool once) {
  while (!stop.is_raised()) {
    const auto step = polling.step();
    if (!step && step.error().code == errc::shutdown) break;
    if (!step) return std::unexpected(step.error());
    if (once) {
      WEIR_TRY(done, is_done_once(polling, *step));
      if (done) return {};
    }
    WEIR_CHECK(stop.wait_readable(-1, static_cast<int>(step->wait_ms)));
  }
  return polling.finish();
}

struct ingest_run {
  const ingest_arguments& wanted;
  ingest_plan plan;
  io::seen_ids seen;
  std::unique_ptr<io::http_client> client;
};

void say_start(const ingest_run& run, const ingest_log& say) {
  if (!run.plan.warning.empty()) say(run.plan.warning);
  const auto& settings = run.plan.poller;
  say(fmt::format("polling {}{}; {}", io::shown_url(settings.url),
                  run.wanted.once ? " once" : fmt::format(" every {} s", settings.policy.poll_interval_ms / 1000),
                  run.wanted.state_file.empty()
                      ? "events may come twice after a restart (--state FILE prevents it)"
                      : fmt::format("{} ids remembered in {}", run.seen.size(), run.wanted.state_file)));
}

int poll(ingest_run& run) {
  const ingest_log say(run.plan.secret);
  io::stop_signal stop;
  signal_watch signals;
  signals.on_signal([&](int) {
    stop.raise();
    run.client->stop();
  });
  say_start(run, say);
  const auto out = io::write_descriptor(STDOUT_FILENO, "standard output");
  const auto publisher = io::publish_lines(*out);
  const auto keep = [&]() -> core::result<void> {
    if (run.wanted.state_file.empty()) return {};
    return io::save_seen_ids(run.wanted.state_file, run.wanted.source, run.seen);
  };
  io::poller polling(run.plan.poller, {*run.client, *publisher, run.seen, keep, wall_clock_ms, say});
  auto done = poll_until_told(polling, stop, run.wanted.once);
  if (auto closed = out->close(); done) done = std::move(closed);
  if (!done) say(core::to_string(done.error()));
  say(to_string(polling.counts()));
  return done ? 0 : run_failed;
}

} // namespace

int ingest_source(const ingest_arguments& wanted) {
  const auto contract = load_ingestion(wanted.contracts, wanted.source);
  if (!contract) {
    tell("{}", contract.error());
    return wrong_use;
  }
  const ingest_log say("");
  auto plan = plan_ingestion(*contract, wanted, variable);
  if (!plan) return say(core::to_string(plan.error())), wrong_use;
  plan->poller.policy.seed = std::random_device()();
  core::result<io::file_handle> lock;
  if (!wanted.state_file.empty()) lock = lock_state(wanted.state_file);
  if (!lock) return say(core::to_string(lock.error())), wrong_use;
  auto seen = remembered(wanted, contract->deduplication_ids);
  if (!seen) return say(core::to_string(seen.error())), wrong_use;
  auto client = io::http_client::create({.timeout_ms = contract->timeout_ms});
  if (!client) return say(core::to_string(client.error())), run_failed;
  ingest_run run{wanted, std::move(*plan), std::move(*seen), std::move(*client)};
  return poll(run);
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
