#pragma once
// The normalize stage over Kafka: every partition of the raw topic on a thread of its own, one transaction a second
// that holds the normalized events, the dead letters and the offsets they come from. What was read is normalized once.

#include <atomic>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "daemon/stages/topic_normalizer.hpp"
#include "io/kafka/topic_consumer.hpp"
#include "io/kafka/topic_producer.hpp"

namespace weir {

class kafka_normalizer {
public:
  kafka_normalizer(std::vector<core::contract::normalization> contracts, config::stages_file file,
                   io::kafka::notice_function notice)
      : contracts_(std::move(contracts)), file_(std::move(file)), notice_(std::move(notice)) {}

  /// Until it is told to stop. What a fault of the brokers undoes is read again.
  [[nodiscard]] core::result<void> run();
  void stop() { is_stopping_ = true; }
  [[nodiscard]] std::string summary() const;

private:
  struct partition;
  struct session;
  [[nodiscard]] core::result<void> run_once();
  [[nodiscard]] core::result<std::unique_ptr<session>> open();
  [[nodiscard]] core::result<void> commit_now_and_then(session& all);
  void add(const normalize_counts& counts);

  std::vector<core::contract::normalization> contracts_;
  config::stages_file file_;
  io::kafka::notice_function notice_;
  std::atomic<bool> is_stopping_{false};
  normalize_counts total_{};
};

} // namespace weir
