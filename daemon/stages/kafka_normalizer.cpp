#include "daemon/stages/kafka_normalizer.hpp"

#include <chrono>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace weir {

namespace {

constexpr std::chrono::milliseconds epoch{1000};
constexpr std::chrono::milliseconds look_again{20};
constexpr std::chrono::seconds restart_pause{1};
constexpr int restarts_in_a_row_max = 20;
constexpr const char* group = "weir-normalize";

} // namespace

struct kafka_normalizer::partition {
  std::unique_ptr<io::chunk_reader> reader{};
  std::unique_ptr<topic_normalizer> work{};
  std::int64_t next_offset = 0;
  std::thread thread{};
};

struct kafka_normalizer::session {
  session() = default;
  session(const session&) = delete;
  session& operator=(const session&) = delete;
  ~session() { end(); }

  void end() {
    for (auto& one : partitions) one.reader->stop();
    for (auto& one : partitions)
      if (one.thread.joinable()) one.thread.join();
  }
  void fail(core::error why) {
    const std::lock_guard lock(fault_mutex);
    if (!fault) fault = std::move(why);
    has_failed = true;
  }

  std::shared_ptr<io::kafka::topic_consumer> consumer{};
  std::shared_ptr<io::kafka::topic_producer> producer{};
  std::shared_mutex between_chunks; ///< Shared while a chunk is worked off; alone while its results are committed.
  std::vector<partition> partitions{};
  std::mutex fault_mutex;
  std::optional<core::error> fault{};
  std::atomic<bool> has_failed{false};
  std::atomic<bool> has_grown{false}; ///< There are new partitions.
};

core::result<void> kafka_normalizer::run() {
  for (int in_a_row = 0; !is_stopping_;) {
    const auto begun = std::chrono::steady_clock::now();
    auto done = run_once();
    if (is_stopping_ || (!done && done.error().code != core::errc::interrupted)) return done;
    if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(30)) in_a_row = 0;
    if (!done && ++in_a_row > restarts_in_a_row_max) return done;
    if (done) continue;
    notice_(io::kafka::notice_level::warning,
            fmt::format("normalize starts again from the last commit: {}", core::to_string(done.error())));
    std::this_thread::sleep_for(restart_pause);
  }
  return {};
}

core::result<std::unique_ptr<kafka_normalizer::session>> kafka_normalizer::open() {
  auto made = std::make_unique<session>();
  io::kafka::producer_settings out;
  out.properties = {{"bootstrap.servers", file_.brokers}};
  out.guarantee = core::plan::delivery::exactly_once;
  out.transactional_id = group;
  out.stopping = &is_stopping_;
  WEIR_TRY(producer, io::kafka::topic_producer::open(std::move(out), notice_)); // Fences an earlier process first.
  made->producer = std::move(producer);
  io::kafka::consumer_settings in;
  in.options.topics = {file_.topics.raw};
  in.options.properties = {
      {"bootstrap.servers", file_.brokers}, {"group.id", group}, {"auto.offset.reset", "earliest"}};
  in.committed_only = true;
  in.may_resume = false; // Its offsets are all there is to know.
  in.stopping = &is_stopping_;
  in.on_new_partitions = [all = made.get()] { all->has_grown = true; };
  WEIR_TRY(consumer, io::kafka::topic_consumer::open(std::move(in), notice_));
  made->consumer = std::move(consumer);
  const auto& ranges = made->consumer->ranges();
  made->partitions.resize(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    auto& one = made->partitions[i];
    WEIR_TRY(reader, made->consumer->reader(i));
    one.reader = std::move(reader);
    one.next_offset = ranges[i].begin;
    WEIR_TRY(work, topic_normalizer::make(contracts_, file_, made->producer, made->producer));
    one.work = std::move(work);
  }
  return made;
}

core::result<void> kafka_normalizer::run_once() {
  auto opened = open();
  if (!opened) return is_stopping_ ? core::result<void>{} : std::unexpected(opened.error());
  auto& all = **opened;
  notice_(io::kafka::notice_level::info,
          fmt::format("normalizing topic {}: {} partitions", file_.topics.raw, all.partitions.size()));
  for (auto& one : all.partitions)
    one.thread = std::thread([&all, &one] {
      while (true) {
        auto chunk = one.reader->next();
        if (!chunk) return all.fail(chunk.error());
        if (!*chunk) return;
        const std::shared_lock lock(all.between_chunks);
        if (auto taken = one.work->take(**chunk); !taken) return all.fail(taken.error());
        one.next_offset = (*chunk)->records->next_offset;
      }
    });
  auto done = commit_now_and_then(all);
  all.end();
  for (const auto& one : all.partitions) add(one.work->counts());
  return done;
}

/// The last commit holds what the threads had taken when they were stopped.
core::result<void> kafka_normalizer::commit_now_and_then(session& all) {
  using clock = std::chrono::steady_clock;
  std::vector<std::int64_t> committed;
  for (const auto& one : all.partitions) committed.push_back(one.next_offset);
  for (bool is_last = false; !is_last;) {
    for (const auto until = clock::now() + epoch; clock::now() < until && !is_last;) {
      std::this_thread::sleep_for(look_again);
      is_last = is_stopping_ || all.has_grown || all.has_failed;
    }
    if (is_last) all.end();
    const std::unique_lock lock(all.between_chunks);
    if (all.has_failed) {
      const std::lock_guard fault_lock(all.fault_mutex);
      return std::unexpected(*all.fault);
    }
    std::vector<std::pair<io::kafka::topic_partition, io::kafka::resume_point>> points;
    for (std::size_t i = 0; i < all.partitions.size(); ++i) {
      const auto next = all.partitions[i].next_offset;
      if (next == std::exchange(committed[i], next)) continue;
      io::kafka::resume_point point;
      point.position = point.replay_from = next;
      points.emplace_back(all.consumer->ranges()[i].which, point);
    }
    if (points.empty()) continue;
    std::vector<io::kafka::transaction_offsets> offsets;
    offsets.push_back(
        {io::kafka::topic_consumer::to_list(points, io::kafka::offset_kind::plain), all.consumer->group()});
    WEIR_CHECK(all.producer->commit(offsets));
  }
  return {};
}

void kafka_normalizer::add(const normalize_counts& counts) {
  total_.lines += counts.lines;
  total_.blank += counts.blank;
  total_.normalized += counts.normalized;
  total_.without_key += counts.without_key;
  total_.without_time += counts.without_time;
  for (std::size_t i = 0; i < total_.dead.size(); ++i) total_.dead[i] += counts.dead[i];
}

std::string kafka_normalizer::summary() const { return to_string(total_); }

} // namespace weir
