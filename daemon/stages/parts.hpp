#pragma once
// The parts of a run of stages, each on a thread of its own until it ends by itself, fails, or is told to stop. One
// that fails takes the others with it.

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/error.hpp"

namespace weir {

struct part {
  std::string name{};
  std::function<core::result<void>()> run{};
  std::function<void()> stop{}; ///< From any thread; also before `run` and behind it.
};

class parts {
public:
  /// `on_fault` is told of the first part that fails; from its thread.
  explicit parts(std::function<void(const std::string& name, const core::error& why)> on_fault)
      : on_fault_(std::move(on_fault)) {}
  ~parts();
  parts(const parts&) = delete;
  parts& operator=(const parts&) = delete;

  void add(part one) { parts_.push_back(std::move(one)); }
  void start();
  void stop();
  /// Waits for all. False: one has failed.
  [[nodiscard]] bool wait();

private:
  void fail(const part& one, const core::error& why);

  std::function<void(const std::string&, const core::error&)> on_fault_;
  std::vector<part> parts_{};
  std::vector<std::thread> threads_{};
  std::mutex mutex_;
  bool has_failed_ = false;
};

} // namespace weir
