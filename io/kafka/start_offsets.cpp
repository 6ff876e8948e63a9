#include "io/kafka/start_offsets.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "io/kafka/patience.hpp"

namespace io::kafka {

namespace {

using core::plan::topic_end;
using core::plan::topic_start;

constexpr int answer_timeout_ms = 10'000;

struct committed_offset {
  std::int64_t offset = 0;
  std::string metadata{};
};
using committed_offsets = std::map<topic_partition, committed_offset>;

std::string name_of(const topic_partition& which) {
  return fmt::format("{} partition {}", which.topic, which.partition);
}

list_handle list_of(const std::vector<partition_range>& ranges, std::int64_t offset) {
  auto list = make_list(static_cast<int>(ranges.size()));
  for (const auto& range : ranges)
    rd_kafka_topic_partition_list_add(list.get(), range.which.topic.c_str(), range.which.partition)->offset = offset;
  return list;
}

/// Each partition is answered for by its own leader.
rd_kafka_resp_err_t first_fault(const rd_kafka_topic_partition_list_t& list) {
  for (int i = 0; i < list.cnt; ++i)
    if (list.elems[i].err != RD_KAFKA_RESP_ERR_NO_ERROR) return list.elems[i].err;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

core::result<committed_offsets> ask_committed(rd_kafka_t* client, const std::vector<partition_range>& ranges,
                                              const std::atomic<bool>* stopping) {
  const auto list = list_of(ranges, RD_KAFKA_OFFSET_INVALID);
  const auto fault = patiently(client, stopping, [&] {
    const auto whole = rd_kafka_committed(client, list.get(), answer_timeout_ms);
    return whole == RD_KAFKA_RESP_ERR_NO_ERROR ? first_fault(*list) : whole;
  });
  if (fault != RD_KAFKA_RESP_ERR_NO_ERROR) return failed("the group's offsets cannot be read", fault);
  committed_offsets made;
  for (int i = 0; i < list->cnt; ++i) {
    const auto& one = list->elems[i];
    if (one.offset < 0) continue;
    std::string text(static_cast<const char*>(one.metadata), one.metadata == nullptr ? 0 : one.metadata_size);
    made[{one.topic, one.partition}] = {one.offset, std::move(text)};
  }
  return made;
}

/// The first record at or behind a time, by partition; where there is none, the end.
core::result<std::map<topic_partition, std::int64_t>> ask_times(rd_kafka_t* client,
                                                                const std::vector<partition_range>& ranges,
                                                                std::int64_t timestamp_ms,
                                                                const std::atomic<bool>* stopping) {
  list_handle list;
  const auto fault = patiently(client, stopping, [&] {
    list = list_of(ranges, timestamp_ms); // Asking puts the answers in place of the times.
    const auto whole = rd_kafka_offsets_for_times(client, list.get(), answer_timeout_ms);
    return whole == RD_KAFKA_RESP_ERR_NO_ERROR ? first_fault(*list) : whole;
  });
  if (fault != RD_KAFKA_RESP_ERR_NO_ERROR) return failed("offsets of a time cannot be read", fault);
  std::map<topic_partition, std::int64_t> made;
  for (int i = 0; i < list->cnt; ++i) {
    const auto& one = list->elems[i];
    if (one.offset >= 0) made[{one.topic, one.partition}] = one.offset;
  }
  return made;
}

class settler {
public:
  settler(rd_kafka_t* client, const consumer_settings& settings, client_watch& watch)
      : client_(client), settings_(settings), options_(settings.options), watch_(watch) {}

  core::result<void> settle(std::vector<partition_range>& ranges) {
    if (options_.properties.contains("group.id")) {
      WEIR_TRY(committed, ask_committed(client_, ranges, settings_.stopping));
      committed_ = std::move(committed);
    }
    if (options_.start == topic_start::timestamp) {
      WEIR_TRY(times, ask_times(client_, ranges, options_.start_timestamp_ms, settings_.stopping));
      start_times_ = std::move(times);
    }
    if (options_.end == topic_end::timestamp) {
      WEIR_TRY(times, ask_times(client_, ranges, options_.end_timestamp_ms, settings_.stopping));
      end_times_ = std::move(times);
    }
    for (auto& range : ranges) {
      WEIR_TRY(held, ask_held(client_, range.which, settings_.stopping));
      WEIR_CHECK(settle_begin(range, held));
      WEIR_CHECK(settle_end(range, held));
    }
    return {};
  }

private:
  core::result<void> settle_begin(partition_range& range, const held_offsets& held) {
    WEIR_CHECK(look_for_resume_point(range));
    if (range.resumed) {
      range.begin = range.resumed->replay_from;
    } else {
      WEIR_TRY(begin, declared_begin(range.which, held));
      range.begin = begin;
    }
    if (range.begin >= held.low && range.begin <= held.high) return {};
    return begin_is_gone(range, held);
  }

  core::result<void> look_for_resume_point(partition_range& range) {
    if (!settings_.may_resume) return {};
    const auto found = committed_.find(range.which);
    if (found == committed_.end()) return {};
    auto point = read_resume_point(found->second.metadata, found->second.offset);
    if (!point) return {};
    if (point->plan != settings_.plan || point->fired.size() != settings_.stages)
      return core::fail(
          core::errc::bad_value,
          fmt::format("group {} has stopped {} in the middle of another query: its open windows do not fit "
                      "this one",
                      options_.properties.at("group.id"), name_of(range.which)),
          {}, "run the earlier query, take another 'properties.group.id', or start anew with --fresh");
    range.resumed = std::move(point);
    return {};
  }

  core::result<std::int64_t> declared_begin(const topic_partition& which, const held_offsets& held) {
    switch (options_.start) {
    case topic_start::earliest: return held.low;
    case topic_start::latest: return held.high;
    case topic_start::timestamp: {
      const auto found = start_times_.find(which);
      return found == start_times_.end() ? held.high : found->second;
    }
    case topic_start::specific_offsets:
      if (const auto found = options_.start_offsets.find(which.partition); found != options_.start_offsets.end())
        return found->second;
      break;
    case topic_start::group_offsets: break;
    }
    if (const auto found = committed_.find(which); found != committed_.end()) return found->second.offset;
    if (options_.start == topic_start::specific_offsets) return held.low; // Flink's choice.
    switch (reset_of(options_)) {
    case reset_policy::earliest: return held.low;
    case reset_policy::latest: return held.high;
    case reset_policy::fail: break;
    }
    return core::fail(
        core::errc::bad_value,
        fmt::format("group {} has no offset for topic {}", options_.properties.at("group.id"), name_of(which)), {},
        "set 'properties.auto.offset.reset' to earliest or latest, or another 'scan.startup.mode'");
  }

  /// The declared policy decides; never in silence.
  core::result<void> begin_is_gone(partition_range& range, const held_offsets& held) {
    const auto what = fmt::format("topic {}: offset {} is not there: the broker holds {} to {}", name_of(range.which),
                                  range.begin, held.low, held.high);
    const auto policy = reset_of(options_);
    if (policy == reset_policy::fail)
      return core::fail(core::errc::io_failed, what, {}, "'properties.auto.offset.reset' says where to go on instead");
    range.begin = policy == reset_policy::earliest ? held.low : held.high;
    range.resumed.reset();
    watch_.say(notice_level::warning, fmt::format("{}; going on at {}", what, range.begin));
    return {};
  }

  core::result<void> settle_end(partition_range& range, const held_offsets& held) {
    switch (options_.end) {
    case topic_end::never: return {};
    case topic_end::latest: range.end = held.high; break;
    case topic_end::timestamp: {
      const auto found = end_times_.find(range.which);
      range.end = found == end_times_.end() ? held.high : found->second;
      break;
    }
    case topic_end::specific_offsets:
      if (const auto found = options_.end_offsets.find(range.which.partition); found != options_.end_offsets.end())
        range.end = std::min(found->second, held.high);
      else
        range.end = held.high;
      break;
    case topic_end::group_offsets:
      if (const auto found = committed_.find(range.which); found != committed_.end())
        range.end = found->second.offset;
      else
        return core::fail(core::errc::bad_value,
                          fmt::format("the group has no offset to end at for topic {}", name_of(range.which)));
      break;
    }
    return {};
  }

  rd_kafka_t* client_;
  const consumer_settings& settings_;
  const core::plan::topic_source_options& options_;
  client_watch& watch_;
  committed_offsets committed_{};
  std::map<topic_partition, std::int64_t> start_times_{};
  std::map<topic_partition, std::int64_t> end_times_{};
};

} // namespace

core::result<void> settle_ranges(rd_kafka_t* client, const consumer_settings& settings, client_watch& watch,
                                 std::vector<partition_range>& ranges) {
  return settler(client, settings, watch).settle(ranges);
}

core::result<held_offsets> ask_held(rd_kafka_t* client, const topic_partition& which,
                                    const std::atomic<bool>* stopping) {
  held_offsets made;
  const auto fault = patiently(client, stopping, [&] {
    return rd_kafka_query_watermark_offsets(client, which.topic.c_str(), which.partition, &made.low, &made.high,
                                            answer_timeout_ms);
  });
  if (fault == RD_KAFKA_RESP_ERR_NO_ERROR) return made;
  return failed(fmt::format("topic {}: the offsets it holds cannot be read", name_of(which)), fault);
}

reset_policy reset_of(const core::plan::topic_source_options& options) {
  const auto found = options.properties.find("auto.offset.reset");
  if (found == options.properties.end()) return reset_policy::fail;
  if (found->second == "earliest" || found->second == "smallest" || found->second == "beginning")
    return reset_policy::earliest;
  if (found->second == "latest" || found->second == "largest" || found->second == "end") return reset_policy::latest;
  return reset_policy::fail;
}

} // namespace io::kafka
