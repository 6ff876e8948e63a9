#pragma once
// A thread that reads a chunk_reader and hands each piece on while it has credit. Owned by a source; its callbacks run
// on the thread. Ends when the reader ends, fails or is stopped.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "io/source/chunk_reader.hpp"

namespace io {

class reader_thread {
public:
  using on_chunk = std::function<void(std::uint64_t sequence, text_chunk)>;
  /// Called once, last: how many pieces were handed on, and what went wrong if something did.
  using on_end = std::function<void(std::uint64_t chunks, std::optional<core::error>)>;

  reader_thread(std::unique_ptr<chunk_reader> reader, std::uint32_t credit, on_chunk chunk, on_end end);
  ~reader_thread();
  reader_thread(const reader_thread&) = delete;
  reader_thread& operator=(const reader_thread&) = delete;

  /// One more piece may be read.
  void grant();
  /// Ends the reading soon; pieces already handed on stay valid.
  void stop();

  [[nodiscard]] const chunk_reader& reader() const noexcept { return *reader_; }
  /// Waiting for credit: stalled, not idle.
  [[nodiscard]] bool waits_for_credit() const;

private:
  void run();
  [[nodiscard]] bool take_credit();

  std::unique_ptr<chunk_reader> reader_;
  on_chunk chunk_;
  on_end end_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint32_t credit_ = 0;
  bool stopped_ = false;
  std::thread thread_;
};

} // namespace io
