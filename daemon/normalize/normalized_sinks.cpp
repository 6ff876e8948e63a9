#include "daemon/normalize/normalized_sinks.hpp"

#include <utility>

#include "core/attempt.hpp"

namespace weir {

namespace {

using core::contract::normalized_event;

constexpr std::size_t ready_bytes_max = 256UL << 10;

class written_lines final : public normalized_sink {
public:
  explicit written_lines(io::byte_sink& to) : to_(to) {}

  core::result<void> take(const normalized_event& event) override {
    ready_ += event.json;
    ready_ += '\n';
    return ready_.size() < ready_bytes_max ? core::result<void>{} : write();
  }
  core::result<void> flush() override {
    WEIR_CHECK(write());
    return to_.flush();
  }

private:
  core::result<void> write() {
    auto written = to_.write(ready_);
    ready_.clear();
    return written;
  }

  io::byte_sink& to_;
  std::string ready_{};
};

class sent_records final : public normalized_sink {
public:
  sent_records(std::shared_ptr<io::record_writer> to, std::string topic)
      : to_(std::move(to)), topic_(std::move(topic)) {}

  core::result<void> take(const normalized_event& event) override {
    io::outgoing_record record;
    if (event.has_key) record.key = event.key;
    record.value = event.json;
    if (event.has_time && event.time_ms > 0) record.timestamp_ms = event.time_ms;
    return to_->produce(topic_, record);
  }
  core::result<void> flush() override { return {}; }

private:
  std::shared_ptr<io::record_writer> to_;
  std::string topic_;
};

} // namespace

std::unique_ptr<normalized_sink> write_normalized_lines(io::byte_sink& to) {
  return std::make_unique<written_lines>(to);
}

std::unique_ptr<normalized_sink> send_normalized(std::shared_ptr<io::record_writer> to, std::string topic) {
  return std::make_unique<sent_records>(std::move(to), std::move(topic));
}

} // namespace weir
