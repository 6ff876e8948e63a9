#include "io/opensearch/index_sink.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/attempt.hpp"
#include "io/opensearch/documents.hpp"
#include "io/opensearch/refusals.hpp"

namespace io::opensearch {

namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class threaded_sink final : public index_sink {
public:
  threaded_sink(index_sink_settings settings, documents made_of, std::unique_ptr<http_client> client,
                refuse_function refuse)
      : settings_(std::move(settings)), documents_(std::move(made_of)), client_(std::move(client)),
        delivery_(*client_,
                  retries(
                      settings_.options.retry, [this](std::int64_t ms) { return wait(ms); }, settings_.say),
                  std::move(refuse)) {
    thread_ = std::thread([this] { run(); });
  }

  ~threaded_sink() override {
    client_->stop();
    end(true);
  }

  core::result<void> write(const core::batch_ptr& rows) override {
    std::vector<bulk_item> items;
    WEIR_CHECK(documents_.make_items(*rows, [&](bulk_item item) { items.push_back(std::move(item)); }));
    std::unique_lock lock(mutex_);
    for (auto& item : items) {
      changed_.wait(lock, [this] { return fault_ || !is_full(); });
      if (fault_) return std::unexpected(*fault_);
      if (filling_.empty()) oldest_ = clock::now();
      filling_.add(std::move(item));
      if (is_full()) changed_.notify_all();
    }
    changed_.notify_all(); // The sender learns of the age of what now waits.
    return {};
  }

  core::result<void> flush() override {
    std::unique_lock lock(mutex_);
    is_flushing_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return fault_ || (is_ready_ && filling_.empty() && !is_sending_); });
    is_flushing_ = false;
    if (fault_) return std::unexpected(*fault_);
    return {};
  }

  core::result<void> close() override {
    auto done = flush();
    end(false);
    return done;
  }

  delivery_counts counts() const override {
    const std::scoped_lock lock(mutex_);
    return counts_;
  }

private:
  [[nodiscard]] bool is_full() const {
    const auto& bulk = settings_.options.bulk;
    return filling_.size() >= bulk.actions_max || filling_.bytes() >= bulk.bytes_max;
  }

  void end(bool at_once) {
    {
      const std::scoped_lock lock(mutex_);
      is_ending_ = true;
      is_ending_at_once_ = at_once;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

  /// Between two tries, on the sender's thread.
  bool wait(std::int64_t ms) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_for(lock, milliseconds(ms), [this] { return is_ending_at_once_; });
  }

  void run() {
    core::result<void> done;
    const auto& options = settings_.options;
    if (options.makes_template)
      done = delivery_.put_template(make_template({documents_.index().wildcard(), options.shards, options.replicas},
                                                  *settings_.layout, settings_.format.timestamps));
    std::unique_lock lock(mutex_);
    is_ready_ = true;
    while (done) {
      changed_.notify_all();
      if (!wait_for_work(lock)) return;
      auto items = filling_.take();
      is_sending_ = true;
      changed_.notify_all(); // There is room again.
      lock.unlock();
      done = delivery_.deliver(std::move(items));
      lock.lock();
      is_sending_ = false;
      counts_ = delivery_.counts();
    }
    fault_ = std::move(done.error());
    changed_.notify_all();
  }

  /// False at the end.
  bool wait_for_work(std::unique_lock<std::mutex>& lock) {
    const auto interval = settings_.options.bulk.interval_ms;
    while (true) {
      if (is_ending_at_once_) return false;
      if (!filling_.empty() && (is_flushing_ || is_ending_ || is_full())) return true;
      if (is_ending_) return false;
      if (filling_.empty() || interval == 0) {
        changed_.wait(lock);
        continue;
      }
      const auto due = oldest_ + milliseconds(interval);
      if (clock::now() >= due) return true;
      changed_.wait_until(lock, due);
    }
  }

  index_sink_settings settings_;
  documents documents_;
  std::unique_ptr<http_client> client_;
  delivery delivery_; ///< The sender's, as is the client but for `stop`.

  mutable std::mutex mutex_; ///< Guards what follows.
  std::condition_variable changed_;
  bulk_buffer filling_{};
  clock::time_point oldest_{}; ///< Of `filling_`.
  bool is_ready_ = false;      ///< The server has answered.
  bool is_sending_ = false;
  bool is_flushing_ = false;
  bool is_ending_ = false;
  bool is_ending_at_once_ = false;
  std::optional<core::error> fault_{};
  delivery_counts counts_{};
  std::thread thread_{};
};

} // namespace

core::result<std::unique_ptr<index_sink>> make_index_sink(index_sink_settings settings) {
  if (!settings.say) settings.say = [](const std::string&) {};
  WEIR_TRY(made_of, documents::make(settings.options, settings.format, settings.layout));
  WEIR_TRY(refuse, make_refusals(settings.options, settings.say));
  WEIR_TRY(client, http_client::make(settings.options.connection));
  return std::make_unique<threaded_sink>(std::move(settings), std::move(made_of), std::move(client), std::move(refuse));
}

} // namespace io::opensearch
