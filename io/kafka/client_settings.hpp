#pragma once
// What a table says of its brokers as settings of librdkafka: names of its own are passed on, names of Java's client
// are translated where they mean the same, and the rest is named in a warning. Secrets stay out of every message.

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "core/plan/topic_options.hpp"
#include "io/kafka/handles.hpp"

namespace io::kafka {

enum class notice_level : std::uint8_t { info, warning };
/// Sentences for the operator; may be called from any thread.
using notice_function = std::function<void(notice_level, const std::string&)>;

/// How a client stands with its brokers, told by librdkafka's threads. Outlives the client.
class client_watch {
public:
  explicit client_watch(notice_function notice) : notice_(std::move(notice)) {}

  void say(notice_level level, const std::string& sentence) const {
    if (notice_) notice_(level, sentence);
  }
  /// What librdkafka says in its error callback; the same is said once until `recovered`.
  void hear_error(rd_kafka_resp_err_t code, const std::string& why);
  /// The brokers answer again.
  void recovered();
  [[nodiscard]] bool is_away() const { return is_away_; }

  /// Whom to tell of a group's rebalances: on the thread that polls the consumer, or closes it. Set before either.
  void on_rebalance(std::function<void(rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t&)> hear) {
    hear_rebalance_ = std::move(hear);
  }
  void rebalance(rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t& partitions) const {
    if (hear_rebalance_) hear_rebalance_(what, partitions);
  }
  [[nodiscard]] const notice_function& notice() const { return notice_; }

private:
  notice_function notice_;
  std::function<void(rd_kafka_resp_err_t, rd_kafka_topic_partition_list_t&)> hear_rebalance_{};
  std::atomic<bool> is_away_{false};
  std::mutex mutex_;
  std::set<int> said_{};
};

/// librdkafka's names for what `properties` says; what neither client knows is left out and named to `watch`.
[[nodiscard]] core::plan::option_values translate(const core::plan::option_values& properties);

/// Settings with `properties` over `defaults`, and `forced` over both. Fails at a wrong value, naming the property; its
/// value only where it is no secret.
[[nodiscard]] core::result<settings_handle> make_settings(const core::plan::option_values& properties,
                                                          const core::plan::option_values& defaults,
                                                          const core::plan::option_values& forced, client_watch& watch);

/// A consumer or producer; `watch` outlives it.
[[nodiscard]] core::result<client_handle> make_client(rd_kafka_type_t type, settings_handle settings);

} // namespace io::kafka
