#pragma once
// One source that is polled: its contract, what it remembers, its connection; published to wherever the caller says.
// Runs on one thread; `stop` may be called from any.

#include <functional>
#include <memory>
#include <string>

#include "daemon/ingest/ingest_plan.hpp"
#include "io/poller/event_publisher.hpp"
#include "io/source/file_handle.hpp"
#include "io/source/stop_signal.hpp"

namespace weir {

class ingest_job {
public:
  /// Reads the contract and what was remembered, and asks no one yet. Fails with the complaints as they are to be
  /// shown.
  [[nodiscard]] static std::expected<std::unique_ptr<ingest_job>, std::string>
  prepare(ingest_arguments wanted, std::function<void(const std::string&)> say);

  /// Polls until it is told to stop, or once. No error and no sentence holds the token.
  [[nodiscard]] core::result<void> run(io::event_publisher& publisher);
  void stop();
  /// What came and what became of it, when `run` is over.
  [[nodiscard]] const std::string& summary() const { return summary_; }

private:
  ingest_job(ingest_arguments wanted, ingest_plan plan, io::seen_ids seen, std::unique_ptr<io::http_client> client,
             io::file_handle lock, std::function<void(const std::string&)> say);
  [[nodiscard]] std::string without_secret(std::string sentence) const;
  void tell(std::string sentence) const;
  void say_start() const;

  ingest_arguments wanted_;
  ingest_plan plan_;
  io::seen_ids seen_;
  std::unique_ptr<io::http_client> client_;
  io::file_handle lock_;
  std::function<void(const std::string&)> say_;
  io::stop_signal stop_{};
  std::string summary_{};
};

} // namespace weir
