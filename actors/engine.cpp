#include "actors/engine.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "actors/topology.hpp"

namespace actors {

namespace {

std::int64_t system_now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// The end of the run, waited for by a thread or a callback.
class ending {
public:
  void set(run_end ended) {
    std::vector<std::function<void()>> callbacks;
    {
      const std::lock_guard lock(mutex_);
      summary_ = run_summary{std::move(ended.fault), std::move(ended.who), std::move(ended.status)};
      callbacks.swap(callbacks_);
    }
    changed_.notify_all();
    for (const auto& done : callbacks) done();
  }

  run_summary wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return summary_.has_value(); });
    return *summary_;
  }

  void when_ended(std::function<void()> done) {
    {
      const std::lock_guard lock(mutex_);
      if (!summary_) {
        callbacks_.push_back(std::move(done));
        return;
      }
    }
    done();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<run_summary> summary_;
  std::vector<std::function<void()>> callbacks_;
};

/// Makes a function that must be called once to one that is: with `instead` when its last copy goes uncalled. An actor
/// that has ended, or ends, drops what it was told without a word.
template <class Answer>
std::function<void(Answer)> surely(std::function<void(Answer)> respond, std::function<Answer()> instead) {
  struct promise {
    ~promise() {
      if (respond) respond(instead());
    }
    std::function<void(Answer)> respond;
    std::function<Answer()> instead;
  };
  const std::shared_ptr<promise> kept(new promise{std::move(respond), std::move(instead)});
  return [kept](Answer answer) {
    if (const auto call = std::exchange(kept->respond, nullptr)) call(std::move(answer));
  };
}

ingest_outcome not_answered() {
  ingest_outcome outcome;
  outcome.unavailable = true;
  outcome.refused = core::error{core::errc::shutdown, "the engine has stopped before it was through with the body"};
  return outcome;
}

/// A thread that makes a system or its actors keeps its logger, and the system's end waits for that: so that another
/// thread can end it, this one gives it up.
struct logger_release {
  logger_release() = default;
  logger_release(const logger_release&) = delete;
  logger_release& operator=(const logger_release&) = delete;
  ~logger_release() { caf::logger::set_current_actor_system(nullptr); }
};

struct quiet_config : caf::actor_system_config {
  explicit quiet_config(std::uint32_t threads) {
    set("scheduler.max-threads", static_cast<std::size_t>(threads));
    set("scheduler.policy", caf::atom("sharing")); // Idle workers sleep on a condition; stealing ones poll.
  }
};

} // namespace

struct engine::parts {
  explicit parts(std::uint32_t threads) : config(threads), system(config) {}

  quiet_config config;
  std::shared_ptr<ending> end = std::make_shared<ending>();
  std::shared_ptr<const core::plan::pipeline_plan>
      plan{};               ///< Here so that it outlives every actor: they point into it.
  caf::actor_system system; ///< Its destructor waits until every actor has gone.
  coordinator_actor lead{};
  std::map<std::size_t, source_actor> http_tables{};
};

core::result<std::unique_ptr<engine>> engine::start(std::shared_ptr<const core::plan::pipeline_plan> plan,
                                                    engine_settings settings) {
  if (!settings.now_ms) settings.now_ms = system_now_ms;
  const logger_release at_the_end;
  auto made = std::make_unique<parts>(settings.threads);
  made->plan = plan;
  auto args = std::make_shared<coordinator_args>();
  args->limits = settings.limits;
  args->epochs = {settings.epoch, settings.commit, settings.replay_spans, settings.saves_state};
  args->stages = plan->stages.size();
  args->done = [end = made->end](run_end ended) { end->set(std::move(ended)); };
  made->lead = made->system.spawn(coordinator, std::move(args));
  auto topology = spawn_topology(made->system, plan, settings, made->lead);
  if (!topology) {
    caf::anon_send_exit(made->lead, caf::exit_reason::user_shutdown);
    return std::unexpected(topology.error());
  }
  made->http_tables = std::move(topology->http_tables);
  caf::anon_send(made->lead, std::move(topology->all));
  return std::unique_ptr<engine>(new engine(std::move(made)));
}

engine::engine(std::unique_ptr<parts> made) : parts_(std::move(made)) {}

engine::~engine() {
  caf::anon_send(parts_->lead, pipeline_failed{"engine", {core::errc::shutdown, "stopped without draining"}});
  (void)parts_->end->wait();
  parts_->http_tables.clear();
}

void engine::ingest(std::size_t source, ingest_request request) {
  request.respond = surely<ingest_outcome>(std::move(request.respond), not_answered);
  caf::anon_send(parts_->http_tables.at(source), std::move(request));
}

void engine::flush(std::size_t source, flush_request request) {
  caf::anon_send(parts_->http_tables.at(source), std::move(request));
}

void engine::ask(status_request request) {
  request.respond = surely<engine_status>(std::move(request.respond), [] { return engine_status{}; });
  caf::anon_send(parts_->lead, std::move(request));
}

void engine::drain(bool close_windows) { caf::anon_send(parts_->lead, actors::drain{close_windows}); }

void engine::suspend() { caf::anon_send(parts_->lead, actors::suspend{}); }

run_summary engine::wait() { return parts_->end->wait(); }

void engine::when_ended(std::function<void()> done) { parts_->end->when_ended(std::move(done)); }

} // namespace actors
