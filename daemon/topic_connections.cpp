#include "daemon/topic_connections.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/sink/topic_sink.hpp"

namespace weir {

namespace {

using core::plan::delivery;
using core::plan::is_topic;

template <class T>
core::result<T> plain(core::plan::option_result<T> read) {
  if (read) return std::move(*read);
  return std::unexpected(std::move(read.error().what));
}

std::string brokers_of(const core::plan::option_values& properties) {
  const auto found = properties.find("bootstrap.servers");
  return found == properties.end() ? std::string() : found->second;
}

bool same_points(const std::vector<actors::partition_point>& a, const std::vector<actors::partition_point>& b) {
  return std::ranges::equal(a, b, [](const actors::partition_point& x, const actors::partition_point& y) {
    return x.position == y.position && x.replay_from == y.replay_from && x.watermark == y.watermark;
  });
}

/// A run over all partitions puts out the windows of all at once, up to one time. Where earlier runs have shared them,
/// each has got as far as its own rows: windows between would be put out again, or never.
core::result<void> check_fired(const io::kafka::topic_consumer& consumer, const std::string& table) {
  const io::kafka::resume_point* first = nullptr;
  for (const auto& range : consumer.ranges()) {
    if (!range.resumed) continue;
    if (first == nullptr) first = &*range.resumed;
    if (range.resumed->fired == first->fired) continue;
    return core::fail(core::errc::bad_value,
                      fmt::format("the partitions of table {} were shared by several runs of group {}, and one run "
                                  "cannot go on for all of them",
                                  table, consumer.settings().options.properties.at("group.id")),
                      {},
                      "run it with --share-partitions, take another 'properties.group.id', or start anew with "
                      "--fresh");
  }
  return {};
}

std::string words_of(const io::kafka::topic_consumer& consumer, const std::string& table) {
  const auto& ranges = consumer.ranges();
  const auto resumed = std::ranges::count_if(ranges, [](const auto& one) { return one.resumed.has_value(); });
  const auto begin = resumed > 0 ? std::string(", going on where the group has stopped") : std::string();
  const auto what = ranges.size() == 1 ? fmt::format("partition {}", ranges.front().which.partition)
                                       : fmt::format("{} partitions", ranges.size());
  return fmt::format("reading topic {} for table {}: {}{}", ranges.front().which.topic, table, what, begin);
}

} // namespace

core::result<std::shared_ptr<topic_connections>>
topic_connections::prepare(std::shared_ptr<const core::plan::pipeline_plan> plan, topic_run_options options) {
  std::shared_ptr<topic_connections> made(new topic_connections(std::move(plan), std::move(options)));
  WEIR_CHECK(made->check());
  return made;
}

core::result<void> topic_connections::check() {
  const bool reads = std::ranges::any_of(plan_->sources, [](const auto& one) { return is_topic(one.connector); });
  const bool writes = std::ranges::any_of(plan_->sinks, [](const auto& one) { return is_topic(one.connector); });
  if (!reads && !writes) return {};
  fingerprint_ = fingerprint(*plan_);
  has_group_ = reads;
  for (const auto& source : plan_->sources) {
    if (!is_topic(source.connector)) continue;
    WEIR_TRY(wanted, plain(core::plan::read_topic_source(source.options)));
    has_group_ = has_group_ && wanted.properties.contains("group.id");
  }
  const auto spans = core::plan::replay_spans(*plan_);
  if (spans) spans_ = *spans;
  WEIR_CHECK(look_for_state());
  for (const auto& sink : plan_->sinks) {
    if (!is_topic(sink.connector)) continue;
    WEIR_TRY(wanted, plain(core::plan::read_topic_sink(sink.options)));
    if (wanted.guarantee != delivery::exactly_once) continue;
    if (!exactly_once_) exactly_once_ = wanted;
    WEIR_CHECK(check_exactly_once(sink, wanted));
    if (reads && !spans && !state_)
      return core::fail(core::errc::unsupported,
                        fmt::format("table {} cannot be written exactly once: {}", sink.name, spans.error().message),
                        {}, "give the state a folder: weir run --state DIR, or SET 'execution.checkpointing.dir'");
  }
  if (reads && !spans && !state_ && options_.notice)
    options_.notice(io::kafka::notice_level::warning,
                    fmt::format("a restart begins where 'scan.startup.mode' says: {} (--state DIR keeps it in files)",
                                spans.error().message));
  return {};
}

/// The files are named after the groups: several runs may share a folder.
core::result<void> topic_connections::look_for_state() {
  if (options_.state_folder.empty()) return {};
  std::string name;
  for (const auto& source : plan_->sources) {
    if (!is_topic(source.connector)) continue;
    WEIR_TRY(wanted, plain(core::plan::read_topic_source(source.options)));
    const auto group = wanted.properties.find("group.id");
    if (group == wanted.properties.end())
      return core::fail(core::errc::bad_value,
                        fmt::format("state cannot be saved: table {} has no group to keep its offsets", source.name),
                        {}, fmt::format("give table {} the option 'properties.group.id'", source.name));
    if (name != group->second) name += (name.empty() ? "" : "+") + group->second;
  }
  if (name.empty()) return {};
  if (options_.share) {
    if (options_.notice)
      options_.notice(io::kafka::notice_level::info, "runs that share partitions save no state: it is read again");
    return {};
  }
  state_.emplace(run_state_settings{options_.state_folder, name, fingerprint_, spans_.has_value(), options_.notice});
  return {};
}

core::result<void> topic_connections::check_exactly_once(const core::plan::sink_plan& sink,
                                                         const core::plan::topic_sink_options& wanted) {
  const auto brokers = brokers_of(wanted.properties);
  for (const auto& source : plan_->sources) {
    if (!is_topic(source.connector)) continue;
    WEIR_TRY(read, plain(core::plan::read_topic_source(source.options)));
    if (!read.properties.contains("group.id"))
      return core::fail(
          core::errc::bad_value,
          fmt::format("table {} cannot be written exactly once: table {} has no group to keep its offsets", sink.name,
                      source.name),
          {}, fmt::format("give table {} the option 'properties.group.id'", source.name));
    if (brokers_of(read.properties) != brokers)
      return core::fail(core::errc::unsupported,
                        fmt::format("table {} cannot be written exactly once: table {} is on other brokers ({} and "
                                    "{}), and a transaction is on one cluster",
                                    sink.name, source.name, brokers, brokers_of(read.properties)));
  }
  for (const auto& other : plan_->sinks) {
    if (!is_topic(other.connector)) continue;
    WEIR_TRY(options, plain(core::plan::read_topic_sink(other.options)));
    if (options.guarantee == delivery::exactly_once && brokers_of(options.properties) != brokers)
      return core::fail(core::errc::unsupported,
                        fmt::format("tables {} and {} are on different brokers: one transaction cannot hold both",
                                    sink.name, other.name));
  }
  return {};
}

core::result<io::kafka::consumer_settings> consumer_settings_of(const core::plan::source_plan& source) {
  io::kafka::consumer_settings settings;
  WEIR_TRY(wanted, plain(core::plan::read_topic_source(source.options)));
  settings.options = std::move(wanted);
  settings.value_is_json = source.format.format == core::plan::record_format::json;
  settings.key_is_json = source.key_format && source.key_format->format == core::plan::record_format::json;
  settings.wants_keys = std::ranges::any_of(source.columns, &core::plan::source_column::in_key);
  settings.wants_headers =
      std::ranges::any_of(source.columns, [](const auto& one) { return one.metadata == "headers"; });
  return settings;
}

/// Before any offset is read: an earlier process of this transactional id, if there still is one, can commit nothing
/// from here on.
core::result<void> topic_connections::open_transaction() {
  if (transaction_ || !exactly_once_) return {};
  io::kafka::producer_settings settings;
  settings.properties = exactly_once_->properties;
  settings.guarantee = delivery::exactly_once;
  settings.stopping = options_.stopping;
  settings.transactional_id = exactly_once_->transactional_id_prefix + "-weir";
  if (options_.share)
    settings.transactional_id += fmt::format("-{}-{}", options_.share->which.topic, options_.share->which.partition);
  WEIR_TRY(opened, io::kafka::topic_producer::open(std::move(settings), options_.notice));
  transaction_ = std::move(opened);
  return {};
}

core::result<std::vector<actors::partition_reader>>
topic_connections::open_source(const core::plan::source_plan& source) {
  WEIR_CHECK(open_transaction());
  const auto number = static_cast<std::size_t>(&source - plan_->sources.data());
  WEIR_TRY(settings, consumer_settings_of(source));
  settings.committed_only = exactly_once_.has_value();
  settings.may_resume = !options_.fresh && can_resume();
  if (state_) settings.on_settled = [this](auto& ranges) { return state_->take_up(ranges); };
  settings.plan = fingerprint_;
  settings.stages = plan_->stages.size();
  settings.stopping = options_.stopping;
  settings.on_new_partitions = options_.on_new_partitions;
  WEIR_TRY(consumer, options_.share ? options_.share->member->consumer(options_.share->which, std::move(settings))
                                    : io::kafka::topic_consumer::open(std::move(settings), options_.notice));
  if (options_.notice) options_.notice(io::kafka::notice_level::info, words_of(*consumer, source.name));
  WEIR_CHECK(check_fired(*consumer, source.name));
  std::vector<actors::partition_reader> readers;
  for (std::size_t i = 0; i < consumer->ranges().size(); ++i) {
    const auto& range = consumer->ranges()[i];
    WEIR_TRY(reader, consumer->reader(i));
    actors::partition_start start;
    start.begin = range.begin;
    start.position = range.begin;
    if (range.resumed) start = {range.begin, range.resumed->position, range.resumed->watermark, range.resumed->fired};
    readers.push_back({std::move(reader), std::move(start)});
  }
  consumers_[number] = std::move(consumer);
  return readers;
}

core::result<actors::sink_output> topic_connections::open_sink(const core::plan::sink_plan& sink) {
  WEIR_TRY(wanted, plain(core::plan::read_topic_sink(sink.options)));
  std::shared_ptr<io::kafka::topic_producer> producer;
  if (wanted.guarantee == delivery::exactly_once) {
    WEIR_CHECK(open_transaction());
    producer = transaction_;
  } else {
    io::kafka::producer_settings settings;
    settings.properties = wanted.properties;
    settings.guarantee = wanted.guarantee;
    settings.stopping = options_.stopping;
    WEIR_TRY(opened, io::kafka::topic_producer::open(std::move(settings), options_.notice));
    producer = std::move(opened);
  }
  io::topic_sink_settings made;
  made.topic = wanted.topic;
  made.format = sink.format;
  made.layout = sink.layout;
  made.key = sink.key;
  made.metadata = sink.metadata;
  made.partitioner = wanted.partitioner;
  made.flushes = wanted.guarantee == delivery::at_least_once;
  actors::sink_output output;
  WEIR_TRY(rows, io::make_topic_sink(std::move(made), std::move(producer)));
  output.rows = std::move(rows);
  return output;
}

bool topic_connections::commits() const { return exactly_once_ || can_resume(); }

std::map<std::size_t, topic_connections::committed_points>
topic_connections::points_of(const actors::epoch_commit& what, std::uint64_t checkpoint) const {
  std::map<std::size_t, committed_points> made;
  for (const auto& one : what.points) {
    const auto found = consumers_.find(one.source);
    if (found == consumers_.end() || !found->second->has_group()) continue;
    io::kafka::resume_point point{fingerprint_, one.replay_from, one.position, one.watermark, what.fired, checkpoint};
    made[one.source].emplace_back(found->second->ranges()[one.partition].which, std::move(point));
  }
  return made;
}

std::vector<core::snapshot::read_position> topic_connections::positions_of(const actors::epoch_commit& what) const {
  std::vector<core::snapshot::read_position> made;
  for (const auto& one : what.points) {
    const auto found = consumers_.find(one.source);
    if (found == consumers_.end()) continue;
    const auto& which = found->second->ranges()[one.partition].which;
    made.push_back({which.topic, which.partition, one.position, one.watermark});
  }
  return made;
}

core::result<void> topic_connections::commit(const actors::epoch_commit& what) {
  const auto records = transaction_ ? transaction_->records() : 0;
  if (!what.is_last && same_points(what.points, committed_) && records == committed_records_) return {};
  std::uint64_t checkpoint = 0;
  if (state_ && !what.is_last) {
    checkpoint = state_->save(what, positions_of(what));
    if (checkpoint == 0 && !spans_)
      return {}; // Nothing could go on from such a commit; what was written waits for one.
  }
  const auto by_source = points_of(what, checkpoint);
  const auto kind = what.is_last ? io::kafka::offset_kind::plain : io::kafka::offset_kind::resume_point;
  if (transaction_) {
    std::vector<io::kafka::transaction_offsets> offsets;
    for (const auto& [source, points] : by_source) {
      const auto& consumer = *consumers_.at(source);
      offsets.push_back({io::kafka::topic_consumer::to_list(points, kind), consumer.group()});
    }
    WEIR_CHECK(transaction_->commit(offsets));
  } else if (can_resume()) {
    // The first table last: see run_state::take_up.
    for (const auto& [source, points] : by_source | std::views::reverse)
      WEIR_CHECK(consumers_.at(source)->commit(points, kind));
  }
  committed_ = what.points;
  committed_records_ = records;
  return {};
}

} // namespace weir
