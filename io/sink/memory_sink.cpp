// Sinks without an outside: memory and nowhere.
#include "io/sink/sinks.hpp"

namespace io {
namespace {

class memory_sink final : public byte_sink {
public:
  explicit memory_sink(std::shared_ptr<memory_bytes> into) : into_(std::move(into)) {}

  core::result<void> write(std::string_view bytes) override {
    waiting_ += bytes;
    return {};
  }
  core::result<void> flush() override {
    into_->append(waiting_);
    waiting_.clear();
    return {};
  }
  core::result<void> close() override {
    into_->append(waiting_);
    waiting_.clear();
    into_->mark_closed();
    return {};
  }

private:
  std::shared_ptr<memory_bytes> into_;
  std::string waiting_{};
};

class blackhole_sink final : public byte_sink {
public:
  core::result<void> write(std::string_view) override { return {}; }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override { return {}; }
};

} // namespace

void memory_bytes::append(std::string_view bytes) {
  const std::scoped_lock lock(mutex_);
  text_ += bytes;
}

void memory_bytes::mark_closed() {
  const std::scoped_lock lock(mutex_);
  is_closed_ = true;
}

std::string memory_bytes::text() const {
  const std::scoped_lock lock(mutex_);
  return text_;
}

bool memory_bytes::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return is_closed_;
}

std::unique_ptr<byte_sink> write_memory(std::shared_ptr<memory_bytes> into) {
  return std::make_unique<memory_sink>(std::move(into));
}

std::unique_ptr<byte_sink> write_nowhere() { return std::make_unique<blackhole_sink>(); }

} // namespace io
