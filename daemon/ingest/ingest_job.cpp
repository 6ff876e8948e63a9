#include "daemon/ingest/ingest_job.hpp"

#include <chrono>
#include <cstdlib>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "daemon/ingest/state_lock.hpp"
#include "io/client/url.hpp"
#include "io/poller/seen_file.hpp"

namespace weir {

using core::errc;

namespace {

constexpr std::uint32_t once_faults_max = 5; ///< In a row; about half a minute.

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

} // namespace

ingest_job::ingest_job(ingest_arguments wanted, ingest_plan plan, io::seen_ids seen,
                       std::unique_ptr<io::http_client> client, io::file_handle lock,
                       std::function<void(const std::string&)> say)
    : wanted_(std::move(wanted)), plan_(std::move(plan)), seen_(std::move(seen)), client_(std::move(client)),
      lock_(std::move(lock)), say_(std::move(say)) {}

std::expected<std::unique_ptr<ingest_job>, std::string>
ingest_job::prepare(ingest_arguments wanted, std::function<void(const std::string&)> say) {
  const auto refuse = [](const core::error& why) {
    return std::unexpected(fmt::format("weir ingest: {}\n", core::to_string(why)));
  };
  const auto contract = load_ingestion(wanted.contracts, wanted.source);
  if (!contract) return std::unexpected(contract.error());
  auto plan = plan_ingestion(*contract, wanted, variable);
  if (!plan) return refuse(plan.error());
  plan->poller.policy.seed = std::random_device()();
  core::result<io::file_handle> lock;
  if (!wanted.state_file.empty()) lock = lock_state(wanted.state_file);
  if (!lock) return refuse(lock.error());
  auto seen = remembered(wanted, contract->deduplication_ids);
  if (!seen) return refuse(seen.error());
  auto client = io::http_client::create({.timeout_ms = contract->timeout_ms});
  if (!client) return refuse(client.error());
  return std::unique_ptr<ingest_job>(new ingest_job(std::move(wanted), std::move(*plan), std::move(*seen),
                                                    std::move(*client), std::move(*lock), std::move(say)));
}

/// Whoever may have echoed the token.
std::string ingest_job::without_secret(std::string sentence) const {
  const auto& secret = plan_.secret;
  for (auto at = secret.empty() ? std::string::npos : sentence.find(secret); at != std::string::npos;
       at = sentence.find(secret, at))
    sentence.replace(at, secret.size(), "***");
  return sentence;
}

void ingest_job::tell(std::string sentence) const { say_(without_secret(std::move(sentence))); }

void ingest_job::say_start() const {
  if (!plan_.warning.empty()) tell(plan_.warning);
  const auto& settings = plan_.poller;
  tell(fmt::format("polling {}{}; {}", io::shown_url(settings.url),
                   wanted_.once ? " once" : fmt::format(" every {} s", settings.policy.poll_interval_ms / 1000),
                   wanted_.state_file.empty()
                       ? "events may come twice after a restart (--state FILE prevents it)"
                       : fmt::format("{} ids remembered in {}", seen_.size(), wanted_.state_file)));
}

core::result<void> ingest_job::run(io::event_publisher& publisher) {
  say_start();
  const auto keep = [&]() -> core::result<void> {
    if (wanted_.state_file.empty()) return {};
    return io::save_seen_ids(wanted_.state_file, wanted_.source, seen_);
  };
  io::poller polling(plan_.poller, {*client_, publisher, seen_, keep, wall_clock_ms,
                                    [this](std::string sentence) { tell(std::move(sentence)); }});
  auto done = poll_until_told(polling, stop_, wanted_.once);
  summary_ = to_string(polling.counts());
  if (!done) {
    done.error().message = without_secret(std::move(done.error().message));
    done.error().hint = without_secret(std::move(done.error().hint));
  }
  return done;
}

void ingest_job::stop() {
  stop_.raise();
  client_->stop();
}

} // namespace weir
