#pragma once
// A topic within the process: records in order, each read by every reader, held no longer than the slowest needs them.
// Bounded: writers wait for readers, so that nothing is lost and memory has an end. Any thread.

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "io/sink/record_writer.hpp"
#include "io/source/chunk_reader.hpp"

namespace io {

struct topic_reader_options {
  bool value_is_json = true; ///< Newlines inside of values become tabs.
  bool key_is_json = true;
  bool wants_keys = false;
};

class memory_topic : public std::enable_shared_from_this<memory_topic> {
public:
  static constexpr std::size_t default_bytes_max = std::size_t{16} << 20U;

  [[nodiscard]] static std::shared_ptr<memory_topic> make(std::string name, std::size_t bytes_max = default_bytes_max);
  memory_topic(const memory_topic&) = delete;
  memory_topic& operator=(const memory_topic&) = delete;

  /// One more who will write: the topic ends when all of them have said `writer_is_done`.
  void add_writer();
  void writer_is_done();
  /// Waits while readers are too far behind. What nobody reads is gone at once. Fails once the topic was stopped.
  [[nodiscard]] core::result<void> write(const outgoing_record& record);

  /// From the first record that is written after this. The topic lives as long as its readers.
  [[nodiscard]] std::unique_ptr<chunk_reader> reader(topic_reader_options options);

  /// Readers end, writers fail: what waits, waits no longer.
  void stop();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::uint64_t records() const; ///< Written so far.

private:
  friend class memory_topic_reader;
  struct kept_record {
    std::optional<std::string> key{};
    std::optional<std::string> value{};
    std::int64_t timestamp_ms = 0;
    [[nodiscard]] std::size_t bytes() const;
  };

  memory_topic(std::string name, std::size_t bytes_max) : name_(std::move(name)), bytes_max_(bytes_max) {}
  void forget_what_is_read();

  std::string name_;
  std::size_t bytes_max_;
  mutable std::mutex mutex_; ///< Of all below.
  std::condition_variable changed_;
  std::deque<kept_record> records_{};
  std::int64_t first_offset_ = 0; ///< Of `records_.front()`.
  std::size_t bytes_ = 0;
  std::multiset<std::int64_t> read_up_to_{}; ///< Of each reader: the next offset it wants.
  int writers_ = 0;
  bool had_writers_ = false;
  bool is_stopped_ = false;
};

} // namespace io
