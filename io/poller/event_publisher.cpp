#include "io/poller/event_publisher.hpp"

#include <string>

namespace io {

namespace {

class line_publisher final : public event_publisher {
public:
  explicit line_publisher(byte_sink& to) : to_(to) {}

  core::result<void> publish(std::string_view, std::string_view value) override {
    line_.assign(value);
    line_ += '\n'; // In one write, so that no reader ever sees half a line between two.
    return to_.write(line_);
  }
  core::result<void> flush() override { return to_.flush(); }

private:
  byte_sink& to_;
  std::string line_{};
};

} // namespace

std::unique_ptr<event_publisher> publish_lines(byte_sink& to) { return std::make_unique<line_publisher>(to); }

} // namespace io
