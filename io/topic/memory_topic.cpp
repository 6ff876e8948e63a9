#include "io/topic/memory_topic.hpp"

#include <chrono>

#include <fmt/format.h>

#include "io/format/record_text.hpp"
#include "io/source/block_pool.hpp"

namespace io {

namespace {

constexpr std::size_t chunk_records_max = core::batch_rows_max;
constexpr std::size_t record_bytes = 64; ///< Of a record besides its texts, roughly.

std::int64_t wall_clock_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

} // namespace

class memory_topic_reader final : public chunk_reader {
public:
  memory_topic_reader(std::shared_ptr<memory_topic> topic, topic_reader_options options, std::int64_t next)
      : topic_(std::move(topic)), options_(options), next_(next) {}
  ~memory_topic_reader() override {
    const std::lock_guard lock(topic_->mutex_);
    move_on(std::nullopt);
  }

  core::result<std::optional<text_chunk>> next() override {
    std::unique_lock lock(topic_->mutex_);
    topic_->changed_.wait(lock, [this] { return is_stopped_ || topic_->is_stopped_ || waits_for_me() || is_over(); });
    if (is_stopped_ || topic_->is_stopped_ || !waits_for_me()) return std::nullopt;
    auto chunk = make_chunk();
    move_on(next_ + static_cast<std::int64_t>(chunk.records->marks.size()));
    return chunk;
  }
  void stop() override {
    {
      const std::lock_guard lock(topic_->mutex_);
      is_stopped_ = true;
    }
    topic_->changed_.notify_all();
  }
  [[nodiscard]] std::string where() const override { return "topic " + topic_->name_; }
  [[nodiscard]] bool caught_up() const override {
    const std::lock_guard lock(topic_->mutex_);
    return !waits_for_me();
  }

private:
  [[nodiscard]] bool waits_for_me() const {
    return next_ < topic_->first_offset_ + static_cast<std::int64_t>(topic_->records_.size());
  }
  [[nodiscard]] bool is_over() const { return topic_->had_writers_ && topic_->writers_ == 0; }

  void move_on(std::optional<std::int64_t> next) {
    auto& all = topic_->read_up_to_;
    all.erase(all.find(next_));
    if (next) all.insert(next_ = *next);
    topic_->forget_what_is_read();
  }

  [[nodiscard]] text_chunk make_chunk() const {
    const auto first = static_cast<std::size_t>(next_ - topic_->first_offset_);
    const auto count = std::min(topic_->records_.size() - first, chunk_records_max);
    auto index = std::make_shared<record_index>();
    index->topic = topic_->name_;
    index->next_offset = next_ + static_cast<std::int64_t>(count);
    std::size_t bytes = 0;
    std::size_t key_bytes = 0;
    for (auto i = first; i < first + count; ++i) {
      bytes += topic_->records_[i].value.value_or("").size() + 1;
      key_bytes += topic_->records_[i].key.value_or("").size() + 1;
    }
    const auto block = make_block(bytes);
    char* at = block.get();
    if (options_.wants_keys) index->keys.resize(key_bytes + chunk_padding_bytes);
    index->key_bytes = options_.wants_keys ? key_bytes : 0;
    char* key_at = index->keys.data();
    for (std::size_t i = 0; i < count; ++i) {
      const auto& from = topic_->records_[first + i];
      record_mark mark;
      const auto value = from.value ? std::string_view(*from.value) : std::string_view();
      at = put_record_text(at, value.data(), value.size(), options_.value_is_json);
      mark.value_end = static_cast<std::uint32_t>(at - block.get() - 1);
      mark.value_is_null = !from.value;
      mark.offset = next_ + static_cast<std::int64_t>(i);
      mark.timestamp_ms = from.timestamp_ms;
      mark.stamped = stamp_kind::created;
      if (options_.wants_keys) {
        const auto key = from.key ? std::string_view(*from.key) : std::string_view();
        key_at = put_record_text(key_at, key.data(), key.size(), options_.key_is_json);
        mark.key_end = static_cast<std::uint32_t>(key_at - index->keys.data() - 1);
        mark.key_is_null = !from.key;
      }
      index->marks.push_back(mark);
    }
    text_chunk chunk;
    chunk.text = {block.get(), bytes};
    chunk.owner = block;
    chunk.offset = 1; // A byte-order mark is a file's.
    chunk.records = std::move(index);
    return chunk;
  }

  std::shared_ptr<memory_topic> topic_;
  topic_reader_options options_;
  std::int64_t next_;
  bool is_stopped_ = false;
};

std::size_t memory_topic::kept_record::bytes() const {
  return record_bytes + (key ? key->size() : 0) + (value ? value->size() : 0);
}

std::shared_ptr<memory_topic> memory_topic::make(std::string name, std::size_t bytes_max) {
  return std::shared_ptr<memory_topic>(new memory_topic(std::move(name), bytes_max));
}

void memory_topic::add_writer() {
  const std::lock_guard lock(mutex_);
  ++writers_;
  had_writers_ = true;
}

void memory_topic::writer_is_done() {
  {
    const std::lock_guard lock(mutex_);
    --writers_;
  }
  changed_.notify_all();
}

core::result<void> memory_topic::write(const outgoing_record& record) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_stopped_ || read_up_to_.empty() || bytes_ < bytes_max_; });
  if (is_stopped_) return core::fail(core::errc::shutdown, fmt::format("topic {} was stopped", name_));
  records_.push_back(
      {owned(record.key), owned(record.value), record.timestamp_ms != 0 ? record.timestamp_ms : wall_clock_ms()});
  bytes_ += records_.back().bytes();
  forget_what_is_read();
  lock.unlock();
  changed_.notify_all();
  return {};
}

std::unique_ptr<chunk_reader> memory_topic::reader(topic_reader_options options) {
  const std::lock_guard lock(mutex_);
  const auto next = first_offset_ + static_cast<std::int64_t>(records_.size());
  read_up_to_.insert(next);
  return std::make_unique<memory_topic_reader>(shared_from_this(), options, next);
}

void memory_topic::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
}

std::uint64_t memory_topic::records() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::uint64_t>(first_offset_) + records_.size();
}

void memory_topic::forget_what_is_read() {
  const auto end = first_offset_ + static_cast<std::int64_t>(records_.size());
  const auto needed = read_up_to_.empty() ? end : *read_up_to_.begin();
  if (needed == first_offset_) return;
  for (; first_offset_ < needed; ++first_offset_) {
    bytes_ -= records_.front().bytes();
    records_.pop_front();
  }
  changed_.notify_all();
}

} // namespace io
