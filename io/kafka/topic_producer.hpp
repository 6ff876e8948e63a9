#pragma once
// Writes records to topics with the guarantee that was asked for. One for every sink of a run that writes exactly once,
// so that one transaction holds all of their rows and the input's offsets; else one per sink. Any thread; blocking.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/kafka/client_settings.hpp"
#include "io/sink/record_writer.hpp"

namespace io::kafka {

struct producer_settings {
  core::plan::option_values properties{};
  core::plan::delivery guarantee = core::plan::delivery::at_least_once;
  std::string transactional_id{};              ///< For exactly_once.
  const std::atomic<bool>* stopping = nullptr; ///< Gives up opening when it becomes true; null: never.
};

/// Offsets of one consumer that a transaction commits with its records.
struct transaction_offsets {
  list_handle offsets{};
  group_handle group{};
};

class topic_producer final : public record_writer {
public:
  /// With a transactional id: waits until the brokers know it, and ends what an earlier process left open.
  [[nodiscard]] static core::result<std::shared_ptr<topic_producer>> open(producer_settings settings,
                                                                          const notice_function& notice);
  ~topic_producer() override;
  topic_producer(const topic_producer&) = delete;
  topic_producer& operator=(const topic_producer&) = delete;

  /// Fails once any record before it could not be delivered.
  [[nodiscard]] core::result<void> produce(const std::string& topic, const outgoing_record& record) override;
  /// Waits for the brokers' acknowledgements.
  [[nodiscard]] core::result<void> flush() override;
  /// Commits the records since the last commit together with the offsets, and begins the next transaction. What fails
  /// with errc::interrupted is undone as a whole: a run that starts again goes on from the commit before.
  [[nodiscard]] core::result<void> commit(const std::vector<transaction_offsets>& offsets);
  /// Undoes the records since the last commit.
  void abort();

  [[nodiscard]] bool is_transactional() const override {
    return settings_.guarantee == core::plan::delivery::exactly_once;
  }
  [[nodiscard]] std::uint64_t records() const { return records_; }

private:
  topic_producer(producer_settings settings, const notice_function& notice)
      : settings_(std::move(settings)), watch_(std::make_unique<client_watch>(notice)) {}
  [[nodiscard]] core::result<void> connect();
  [[nodiscard]] core::result<void> begin();
  [[nodiscard]] core::result<void> first_failure() const;
  void hear_delivery(const rd_kafka_message_t& message);
  [[nodiscard]] bool is_stopping() const { return settings_.stopping != nullptr && *settings_.stopping; }
  template <class Call>
  [[nodiscard]] core::result<void> in_transaction(const char* what, Call call);

  producer_settings settings_;
  std::unique_ptr<client_watch> watch_;
  client_handle client_{};
  std::atomic<std::uint64_t> records_{0};
  std::atomic<bool> has_failed_{false};
  mutable std::mutex mutex_; ///< Of `failure_`.
  std::string failure_{};
  bool is_open_ = false; ///< A transaction.
  bool is_opening_ = true;
};

} // namespace io::kafka
