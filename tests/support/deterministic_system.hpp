#pragma once
// An actor system whose scheduler is the test: one message at a time, in order or in an order that a seed picks, with a
// clock that moves when told. Everything runs on the test's thread.

#include <algorithm>
#include <chrono>
#include <random>

#include "actors/protocol.hpp"

namespace support {

class deterministic_system {
public:
  deterministic_system() : system_(config_) {}

  [[nodiscard]] caf::actor_system& system() noexcept { return system_; }

  /// Lets the first waiting actor take one message. False when nobody waits.
  bool step() { return scheduler().try_run_once(); }
  /// Lets any of the waiting actors take one message.
  bool step(std::mt19937_64& random) {
    auto& jobs = scheduler().jobs;
    if (jobs.empty()) return false;
    std::rotate(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(random() % jobs.size()), jobs.end());
    return step();
  }
  /// Until nobody has a message.
  void run() {
    while (step()) {
    }
  }
  void run(std::mt19937_64& random) {
    while (step(random)) {
    }
  }
  /// Until only `held` has messages: as if its thread had no time.
  template <class Handle>
  void run_without(const Handle& held) {
    auto* const stopped = dynamic_cast<caf::resumable*>(caf::actor_cast<caf::abstract_actor*>(held));
    (void)scheduler().run_jobs_filtered([stopped](const caf::resumable* job) { return job != stopped; });
  }
  /// Moves the clock, which sends what is due, and works it off.
  void advance(std::chrono::milliseconds by) {
    scheduler().advance_time(by);
    run();
  }

private:
  struct testing_config : caf::actor_system_config {
    testing_config() { set("scheduler.policy", caf::atom("testing")); }
  };
  caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system_.scheduler());
  }

  testing_config config_{};
  caf::actor_system system_;
};

} // namespace support
