#include "io/topic/memory_topics.hpp"

#include "core/error.hpp"

namespace io {

namespace {

class topic_writer final : public record_writer {
public:
  explicit topic_writer(std::shared_ptr<memory_topic> topic) : topic_(std::move(topic)) { topic_->add_writer(); }
  ~topic_writer() override { topic_->writer_is_done(); }
  topic_writer(const topic_writer&) = delete;
  topic_writer& operator=(const topic_writer&) = delete;

  core::result<void> produce(const std::string& topic, const outgoing_record& record) override {
    WEIR_ENSURE(topic == topic_->name(), "a writer is of one topic");
    return topic_->write(record);
  }
  core::result<void> flush() override { return {}; }
  [[nodiscard]] bool is_transactional() const override { return false; }

private:
  std::shared_ptr<memory_topic> topic_;
};

} // namespace

std::shared_ptr<memory_topic> memory_topics::at(const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto& found = topics_[name];
  if (!found) found = memory_topic::make(name);
  return found;
}

void memory_topics::stop() {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, topic] : topics_) topic->stop();
}

std::shared_ptr<record_writer> write_topic(std::shared_ptr<memory_topic> topic) {
  return std::make_shared<topic_writer>(std::move(topic));
}

} // namespace io
