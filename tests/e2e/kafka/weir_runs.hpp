#pragma once
// The weir binary on a file of a test, in a folder that goes with it.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/kafka/kafka_cluster.hpp"
#include "tests/e2e/kafka/topic_client.hpp"

namespace e2e {

class weir_runs {
public:
  explicit weir_runs(const std::string& text, std::string name = "query.sql") : name_(std::move(name)) {
    static int number = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("weir-run-" + std::to_string(::getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(folder_);
    rewrite(text);
  }
  ~weir_runs() { std::filesystem::remove_all(folder_); }
  weir_runs(const weir_runs&) = delete;
  weir_runs& operator=(const weir_runs&) = delete;

  void rewrite(const std::string& text) const { std::ofstream(folder_ / name_) << text; }
  /// Runs until its inputs end.
  int to_end(std::vector<std::string> flags = {}) const {
    return run(command(flags), output(), std::chrono::minutes(3));
  }
  std::unique_ptr<child_process> start(std::vector<std::string> flags = {}) const {
    return std::make_unique<child_process>(command(flags), output());
  }
  [[nodiscard]] std::string rows() const { return text_of(output() + ".out"); }
  [[nodiscard]] std::string words() const { return text_of(output() + ".err"); }
  /// How often it has said this, over all its runs.
  [[nodiscard]] int times_said(const std::string& told) const {
    const auto text = words();
    int count = 0;
    for (auto at = text.find(told); at != std::string::npos; at = text.find(told, at + 1)) ++count;
    return count;
  }
  /// How often a topic has begun to be read.
  [[nodiscard]] int starts() const { return times_said("reading topic"); }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

private:
  [[nodiscard]] std::string output() const { return (folder_ / "run").string(); }
  [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& flags) const {
    std::vector<std::string> made{WEIR_BINARY, "run"};
    made.insert(made.end(), flags.begin(), flags.end());
    made.push_back((folder_ / name_).string());
    return made;
  }

  std::string name_;
  std::filesystem::path folder_;
};

/// Waits until `is_so`, at most `limit`.
template <class Question>
bool comes_true(Question is_so, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

} // namespace e2e
