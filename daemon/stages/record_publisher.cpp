#include "daemon/stages/record_publisher.hpp"

#include <utility>

namespace weir {

namespace {

class record_publisher final : public io::event_publisher {
public:
  record_publisher(std::shared_ptr<io::record_writer> to, std::string topic)
      : to_(std::move(to)), topic_(std::move(topic)) {}

  core::result<void> publish(std::string_view key, std::string_view value) override {
    io::outgoing_record record;
    record.key = key;
    record.value = value;
    return to_->produce(topic_, record);
  }
  core::result<void> flush() override { return to_->flush(); }

private:
  std::shared_ptr<io::record_writer> to_;
  std::string topic_;
};

} // namespace

std::unique_ptr<io::event_publisher> publish_records(std::shared_ptr<io::record_writer> to, std::string topic) {
  return std::make_unique<record_publisher>(std::move(to), std::move(topic));
}

} // namespace weir
