#include "actors/topology.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "actors/decoder.hpp"
#include "actors/http_source.hpp"
#include "actors/operators.hpp"
#include "actors/reader_source.hpp"
#include "actors/shard.hpp"
#include "actors/sink.hpp"

namespace actors {

namespace {

using core::plan::origin_kind;
using core::plan::stream_kind;

class builder {
public:
  builder(caf::actor_system& system, std::shared_ptr<const core::plan::pipeline_plan> plan,
          const engine_settings& settings, coordinator_actor coordinator)
      : system_(system), plan_(std::move(plan)), settings_(settings), coordinator_(std::move(coordinator)) {}

  core::result<spawned> build() {
    if (auto opened = open_all(); !opened) return std::unexpected(opened.error());
    if (auto checked = check_all(); !checked) return std::unexpected(checked.error());
    if (auto made = make_operators(); !made) return std::unexpected(made.error());
    spawn_sinks();
    stages_.resize(plan_->stages.size());
    for (std::size_t stage = plan_->stages.size(); stage-- > 0;)
      spawn_shards(stage); // Later ones are fed by earlier ones.
    for (std::size_t source = 0; source < plan_->sources.size(); ++source) spawn_sources(source);
    return std::move(made_);
  }

private:
  core::result<void> open_all() {
    for (const auto& source : plan_->sources) {
      auto readers = settings_.open_source(source);
      if (!readers) return std::unexpected(readers.error());
      readers_.push_back(std::move(*readers));
    }
    for (const auto& sink : plan_->sinks) {
      auto output = settings_.open_sink(sink);
      if (!output) return std::unexpected(output.error());
      encoders_.emplace_back();
      if (output->bytes) {
        auto encoder = io::make_encoder(sink.format, sink.layout);
        if (!encoder) return std::unexpected(encoder.error());
        if (auto header = (*encoder)->header(); !header.empty())
          if (auto written = output->bytes->write(header); !written) return std::unexpected(written.error());
        encoders_.back() = std::move(*encoder);
      }
      outputs_.push_back(std::move(*output));
    }
    return {};
  }

  core::result<void> check_all() const {
    for (const auto& source : plan_->sources) {
      auto made = preparer::make({.source = &source, .outlets = {}, .now_ms = settings_.now_ms});
      if (!made) return std::unexpected(made.error());
    }
    return {};
  }

  /// Before the first actor is there: what fails here leaves nothing behind.
  core::result<void> make_operators() {
    std::vector<std::uint32_t> shards;
    for (std::size_t stage = 0; stage < plan_->stages.size(); ++stage) shards.push_back(shards_of(stage));
    auto made = actors::make_operators(*plan_, settings_, shards);
    if (!made) return std::unexpected(made.error());
    operators_ = std::move(*made);
    return {};
  }

  void spawn_sinks() {
    for (std::size_t i = 0; i < plan_->sinks.size(); ++i) {
      auto args = std::make_shared<sink_args>();
      args->number = static_cast<std::uint32_t>(i);
      args->label = plan_->sinks[i].name;
      args->bytes = std::move(outputs_[i].bytes);
      args->rows = std::move(outputs_[i].rows);
      args->table = outputs_[i].table;
      args->coordinator = coordinator_;
      // What waits for another machine must not hold one of the engine's threads.
      made_.all.sinks.push_back(args->rows ? system_.spawn<caf::detached>(sink, std::move(args))
                                           : system_.spawn(sink, std::move(args)));
    }
  }

  /// How many actors send what this edge reads.
  [[nodiscard]] std::uint32_t senders_of(const core::plan::edge& input) const {
    return input.from == origin_kind::source ? static_cast<std::uint32_t>(readers_[input.index].size())
                                             : shards_of(input.index);
  }

  [[nodiscard]] std::uint32_t shards_of(std::size_t stage) const {
    return plan_->stages[stage].alone ? 1 : settings_.shards;
  }

  /// Everything that reads `stream` of that origin; `sender` is the number of the sending actor within the origin.
  [[nodiscard]] std::vector<outlet> outlets_of(origin_kind from, std::size_t index, stream_kind stream,
                                               std::uint32_t sender) const {
    std::vector<outlet> made;
    const auto reads = [&](const core::plan::edge& input) {
      return input.from == from && input.index == index && input.stream == stream;
    };
    for (std::size_t stage = 0; stage < plan_->stages.size(); ++stage) {
      std::uint32_t input = sender;
      for (const auto& keyed : plan_->stages[stage].inputs) {
        if (reads(keyed.input))
          made.push_back({.stream = stream, .keyed = &keyed, .shards = stages_[stage], .input = input});
        input += senders_of(keyed.input);
      }
    }
    for (std::size_t sink = 0; sink < plan_->sinks.size(); ++sink)
      for (const auto& input : plan_->sinks[sink].inputs)
        if (reads(input))
          made.push_back({.stream = stream,
                          .plain = &input,
                          .sink = made_.all.sinks[sink],
                          .encoder = encoders_[sink],
                          .answers = settings_.answer_sink == sink});
    return made;
  }

  /// Who sends to a stage, in the order of its input numbers. The late rows of a table are read from the source, though
  /// shards find them.
  [[nodiscard]] std::vector<shard_input> inputs_of(std::size_t stage, std::uint32_t shard) const {
    std::vector<shard_input> made;
    for (const auto& keyed : plan_->stages[stage].inputs)
      for (std::uint32_t sender = 0; sender < senders_of(keyed.input); ++sender) {
        shard_input one{.partition = sender,
                        .late_outlets = outlets_of(origin_kind::stage, stage, stream_kind::late, shard)};
        if (keyed.input.from == origin_kind::source) {
          one.source = plan_->sources[keyed.input.index].name;
          one.positions = core::plan::positions_of(plan_->sources[keyed.input.index]);
          for (auto& reader : outlets_of(origin_kind::source, keyed.input.index, stream_kind::late, sender))
            one.late_outlets.push_back(std::move(reader));
        }
        made.push_back(std::move(one));
      }
    return made;
  }

  /// The first source whose rows come to the stage, through others if need be.
  [[nodiscard]] std::optional<std::size_t> source_of(std::size_t stage) const {
    for (const auto& keyed : plan_->stages[stage].inputs) {
      if (keyed.input.from == origin_kind::source) return keyed.input.index;
      if (const auto found = source_of(keyed.input.index)) return found;
    }
    return std::nullopt;
  }

  /// How far an earlier run has put out the windows of a stage.
  [[nodiscard]] core::event_time_ms fired_before(std::size_t stage) const {
    auto latest = core::no_watermark;
    for (const auto& readers : readers_)
      for (const auto& one : readers)
        if (one.start && stage < one.start->fired.size()) latest = std::max(latest, one.start->fired[stage]);
    return latest;
  }

  void spawn_shards(std::size_t stage) {
    for (std::uint32_t shard = 0; shard < shards_of(stage); ++shard) {
      auto made = std::make_shared<shard_args>();
      auto& args = *made;
      args.plan = plan_;
      args.stage = static_cast<std::uint32_t>(stage);
      args.shard = shard;
      args.work = std::move(operators_[stage][shard]);
      args.inputs = inputs_of(stage, shard);
      args.row_outlets = outlets_of(origin_kind::stage, stage, stream_kind::rows, shard);
      args.bad_outlets = outlets_of(origin_kind::stage, stage, stream_kind::bad, shard);
      // Whoever reads the bad rows of a table reads those that fail behind its windows as well.
      if (const auto source = source_of(stage))
        for (auto& reader : outlets_of(origin_kind::source, *source, stream_kind::bad, 0))
          args.bad_outlets.push_back(std::move(reader));
      args.coordinator = coordinator_;
      args.now_ms = settings_.now_ms;
      args.start_watermark = fired_before(stage);
      stages_[stage].push_back(system_.spawn(window_shard, std::move(made)));
      made_.all.shards.push_back(stages_[stage].back());
    }
  }

  source_flow_args flow_of(std::size_t source, std::uint32_t partition) const {
    source_flow_args flow;
    flow.plan = plan_;
    flow.source = static_cast<std::uint32_t>(source);
    flow.number = static_cast<std::uint32_t>(made_.all.sources.size());
    flow.partition = partition;
    flow.row_outlets = outlets_of(origin_kind::source, source, stream_kind::rows, partition);
    flow.bad_outlets = outlets_of(origin_kind::source, source, stream_kind::bad, partition);
    flow.coordinator = coordinator_;
    flow.batches_in_flight_max = settings_.batches_in_flight_max;
    flow.now_ms = settings_.now_ms;
    if (const auto& start = readers_[source][partition].start) {
      flow.start_watermark = start->watermark;
      flow.replays = start->begin < start->position;
    }
    return flow;
  }

  preparer_args prepare_of(std::size_t source, const std::vector<outlet>& outlets) const {
    return {.source = &plan_->sources[source],
            .outlets = outlets,
            .batch_rows = settings_.batch_rows,
            .now_ms = settings_.now_ms};
  }

  void spawn_sources(std::size_t source) {
    auto& readers = readers_[source];
    for (std::uint32_t partition = 0; partition < readers.size(); ++partition) {
      auto flow = flow_of(source, partition);
      made_.all.sources.push_back(plan_->sources[source].connector == "http"
                                      ? spawn_http(source, std::move(flow))
                                      : spawn_reader(source, std::move(flow), std::move(readers[partition])));
    }
  }

  source_actor spawn_http(std::size_t source, source_flow_args flow) {
    auto args = std::make_shared<http_source_args>();
    args->prepare = prepare_of(source, flow.row_outlets);
    args->flow = std::move(flow);
    if (settings_.answer_sink) args->answer = answer_layout{settings_.answer_end_column, settings_.answer_time_zone};
    auto made = system_.spawn(http_source, std::move(args));
    made_.http_tables.emplace(source, made);
    return made;
  }

  source_actor spawn_reader(std::size_t source, source_flow_args flow, partition_reader reader) {
    auto args = std::make_shared<reader_source_args>();
    if (reader.start) {
      args->progress = std::make_shared<partition_progress>();
      args->progress->source = source;
      args->progress->partition = flow.partition;
      args->progress->next_offset = reader.start->begin;
      args->progress->position = reader.start->position;
      args->progress->watermark = reader.start->watermark;
      made_.all.progress.push_back(args->progress);
    }
    args->decoders = decoders_for(source, flow.row_outlets);
    args->flow = std::move(flow);
    args->reader = std::move(reader.reader);
    args->chunks_in_flight_max =
        settings_.chunks_in_flight_max > 0 ? settings_.chunks_in_flight_max : settings_.threads + 3;
    return system_.spawn(reader_source, std::move(args));
  }

  /// One decoder per thread, shared by the partitions of a source, which may be many. A CSV header tells the columns of
  /// the lines behind it, so such a partition has one decoder of its own.
  std::vector<decoder_actor> decoders_for(std::size_t source, const std::vector<outlet>& outlets) {
    const auto make = [&](std::size_t count) {
      std::vector<decoder_actor> decoders;
      while (decoders.size() < count) decoders.push_back(system_.spawn(decoder, prepare_of(source, outlets)));
      made_.all.decoders.insert(made_.all.decoders.end(), decoders.begin(), decoders.end());
      return decoders;
    };
    if (plan_->sources[source].format.csv_header) return make(1);
    auto& shared = decoders_[source];
    if (shared.empty()) shared = make(std::max<std::size_t>(1, settings_.threads));
    return shared;
  }

  caf::actor_system& system_;
  std::shared_ptr<const core::plan::pipeline_plan> plan_;
  const engine_settings& settings_;
  coordinator_actor coordinator_;
  std::vector<std::vector<partition_reader>> readers_{};
  std::vector<sink_output> outputs_{};
  std::vector<std::shared_ptr<const io::row_encoder>> encoders_{};
  operators_by_shard operators_{};
  std::vector<std::vector<shard_actor>> stages_{};
  std::map<std::size_t, std::vector<decoder_actor>> decoders_{};
  spawned made_{};
};

} // namespace

core::result<spawned> spawn_topology(caf::actor_system& system,
                                     const std::shared_ptr<const core::plan::pipeline_plan>& plan,
                                     const engine_settings& settings, const coordinator_actor& coordinator) {
  return builder(system, plan, settings, coordinator).build();
}

} // namespace actors
