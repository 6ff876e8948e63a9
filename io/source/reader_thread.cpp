#include "io/source/reader_thread.hpp"

#include <utility>

namespace io {

reader_thread::reader_thread(std::unique_ptr<chunk_reader> reader, std::uint32_t credit, on_chunk chunk, on_end end)
    : reader_(std::move(reader)), chunk_(std::move(chunk)), end_(std::move(end)), credit_(credit),
      thread_([this] { run(); }) {}

reader_thread::~reader_thread() {
  stop();
  thread_.join();
}

void reader_thread::grant() {
  {
    const std::lock_guard lock(mutex_);
    ++credit_;
  }
  changed_.notify_one();
}

void reader_thread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  reader_->stop();
}

bool reader_thread::waits_for_credit() const {
  const std::lock_guard lock(mutex_);
  return credit_ == 0 && !stopped_;
}

bool reader_thread::take_credit() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || credit_ > 0; });
  if (stopped_) return false;
  --credit_;
  return true;
}

void reader_thread::run() {
  std::uint64_t sequence = 0;
  std::optional<core::error> fault;
  while (take_credit()) {
    auto next = reader_->next();
    if (!next) {
      fault = std::move(next.error());
      break;
    }
    if (!*next) break;
    chunk_(sequence++, std::move(**next));
  }
  end_(sequence, std::move(fault));
}

} // namespace io
