#include "io/kafka/topic_producer.hpp"

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace io::kafka {

namespace {

using core::plan::delivery;

constexpr int call_timeout_ms = 5'000;
constexpr int poll_ms = 20;
constexpr std::chrono::seconds flush_limit{60}; ///< Longer than a broker's fail-over.
constexpr std::chrono::seconds wait_limit{120}; ///< For what librdkafka says can be tried again.
constexpr std::chrono::milliseconds retry_pause{50};

core::plan::option_values defaults_of(delivery guarantee) {
  core::plan::option_values made{{"client.id", "weir"},
                                 {"partitioner", "murmur2_random"}, // Java's default.
                                 {"linger.ms", "5"},
                                 {"queue.buffering.max.kbytes", "65536"}};
  if (guarantee == delivery::none) {
    made["acks"] = "1";
  } else {
    made["enable.idempotence"] = "true";
    made["acks"] = "all";
  }
  return made;
}

} // namespace

core::result<std::shared_ptr<topic_producer>> topic_producer::open(producer_settings settings,
                                                                   const notice_function& notice) {
  std::shared_ptr<topic_producer> made(new topic_producer(std::move(settings), notice));
  WEIR_CHECK(made->connect());
  if (made->is_transactional()) {
    WEIR_CHECK(made->in_transaction("transactions cannot begin", [&made] {
      return rd_kafka_init_transactions(made->client_.get(), call_timeout_ms);
    }));
    WEIR_CHECK(made->begin());
  }
  made->is_opening_ = false; // From here on a stop means: finish what was accepted.
  return made;
}

topic_producer::~topic_producer() {
  if (!client_) return;
  abort();
  (void)rd_kafka_purge(client_.get(),
                       RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING);
}

core::result<void> topic_producer::connect() {
  core::plan::option_values forced;
  if (is_transactional()) forced = {{"transactional.id", settings_.transactional_id}};
  WEIR_TRY(conf, make_settings(settings_.properties, defaults_of(settings_.guarantee), forced, *watch_));
  rd_kafka_conf_set_dr_msg_cb(conf.get(), [](rd_kafka_t*, const rd_kafka_message_t* message, void*) {
    if (auto* const self = static_cast<topic_producer*>(message->_private)) self->hear_delivery(*message);
  });
  WEIR_TRY(client, make_client(RD_KAFKA_PRODUCER, std::move(conf)));
  client_ = std::move(client);
  return {};
}

core::result<void> topic_producer::produce(const std::string& topic, const outgoing_record& record) {
  const auto view = [](const std::optional<std::string_view>& part) { return part.value_or(std::string_view()); };
  const auto key = view(record.key);
  const auto value = view(record.value);
  // Without a pointer librdkafka sends NULL; an empty text must have one.
  const char* const key_bytes = record.key ? (key.data() != nullptr ? key.data() : "") : nullptr;
  const char* const value_bytes = record.value ? (value.data() != nullptr ? value.data() : "") : nullptr;
  while (true) {
    WEIR_CHECK(first_failure());
    const auto fault =
        rd_kafka_producev(client_.get(), RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(record.partition),
                          RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key_bytes, key.size()),
                          RD_KAFKA_V_VALUE(const_cast<char*>(value_bytes), value.size()), // NOLINT: it is copied.
                          RD_KAFKA_V_TIMESTAMP(record.timestamp_ms), RD_KAFKA_V_OPAQUE(this), RD_KAFKA_V_END);
    if (fault == RD_KAFKA_RESP_ERR_NO_ERROR) {
      ++records_;
      return {};
    }
    if (fault != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      if (is_transactional() && (fault == RD_KAFKA_RESP_ERR__STATE || fault == RD_KAFKA_RESP_ERR__FATAL ||
                                 fault == RD_KAFKA_RESP_ERR__FENCED))
        return core::fail(core::errc::interrupted,
                          fmt::format("topic {}: the transaction is lost: {}", topic, rd_kafka_err2str(fault)));
      return failed(fmt::format("topic {}", topic), fault);
    }
    rd_kafka_poll(client_.get(), poll_ms);
  }
}

core::result<void> topic_producer::flush() {
  const auto end = std::chrono::steady_clock::now() + flush_limit;
  while (rd_kafka_outq_len(client_.get()) > 0) {
    (void)rd_kafka_flush(client_.get(), call_timeout_ms);
    WEIR_CHECK(first_failure());
    if (std::chrono::steady_clock::now() > end)
      return core::fail(core::errc::io_failed, fmt::format("{} records were not acknowledged by the brokers",
                                                           rd_kafka_outq_len(client_.get())));
  }
  rd_kafka_poll(client_.get(), 0);
  return first_failure();
}

core::result<void> topic_producer::begin() {
  const error_handle fault(rd_kafka_begin_transaction(client_.get()));
  if (fault)
    return core::fail(core::errc::interrupted,
                      fmt::format("a transaction cannot begin: {}", rd_kafka_error_string(fault.get())));
  is_open_ = true;
  return {};
}

core::result<void> topic_producer::commit(const std::vector<transaction_offsets>& offsets) {
  WEIR_CHECK(flush());
  for (const auto& one : offsets)
    WEIR_CHECK(in_transaction("offsets cannot be put into the transaction", [&] {
      return rd_kafka_send_offsets_to_transaction(client_.get(), one.offsets.get(), one.group.get(), call_timeout_ms);
    }));
  WEIR_CHECK(in_transaction("the transaction cannot be committed",
                            [&] { return rd_kafka_commit_transaction(client_.get(), call_timeout_ms); }));
  is_open_ = false;
  return begin();
}

void topic_producer::abort() {
  if (!is_open_) return;
  is_open_ = false;
  const error_handle fault(rd_kafka_abort_transaction(client_.get(), call_timeout_ms));
  if (fault)
    watch_->say(notice_level::warning, fmt::format("kafka: a transaction could not be undone, its time-out will: {}",
                                                   rd_kafka_error_string(fault.get())));
}

/// Calls again what librdkafka says may be called again; what it wants undone is undone, and the run must go on from
/// the commit before.
template <class Call>
core::result<void> topic_producer::in_transaction(const char* what, Call call) {
  const auto end = std::chrono::steady_clock::now() + wait_limit;
  while (true) {
    const error_handle fault(call());
    if (!fault) return {};
    const auto words = fmt::format("{}: {}", what, rd_kafka_error_string(fault.get()));
    if (rd_kafka_error_txn_requires_abort(fault.get())) {
      abort();
      return core::fail(core::errc::interrupted, words);
    }
    if (rd_kafka_error_is_fatal(fault.get())) {
      is_open_ = false;
      return core::fail(core::errc::interrupted, words);
    }
    const bool again = rd_kafka_error_is_retriable(fault.get()) != 0;
    if (!again || (is_opening_ && is_stopping()) || std::chrono::steady_clock::now() > end)
      return core::fail(core::errc::io_failed, words);
    watch_->hear_error(rd_kafka_error_code(fault.get()), words);
    rd_kafka_poll(client_.get(), 0);
    std::this_thread::sleep_for(retry_pause);
  }
}

core::result<void> topic_producer::first_failure() const {
  if (!has_failed_ || settings_.guarantee == delivery::none) return {};
  const std::lock_guard lock(mutex_);
  return core::fail(is_transactional() ? core::errc::interrupted : core::errc::io_failed, failure_);
}

void topic_producer::hear_delivery(const rd_kafka_message_t& message) {
  if (message.err == RD_KAFKA_RESP_ERR_NO_ERROR) return;
  const auto words = fmt::format("topic {}: a record could not be delivered: {}", rd_kafka_topic_name(message.rkt),
                                 rd_kafka_err2str(message.err));
  {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = words;
  }
  has_failed_ = true;
  if (settings_.guarantee == delivery::none) watch_->hear_error(message.err, words);
}

} // namespace io::kafka
