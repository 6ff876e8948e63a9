#include "daemon/explain/plan_picture.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "config/quantity.hpp"
#include "daemon/explain/step_words.hpp"

namespace weir {

namespace {

std::string origin_id(const core::plan::edge& edge) {
  return fmt::format("{} {}", edge.from == core::plan::origin_kind::source ? "source" : "stage", edge.index + 1);
}

std::string_view stream_name(core::plan::stream_kind stream) {
  switch (stream) {
  case core::plan::stream_kind::late: return "late";
  case core::plan::stream_kind::bad: return "bad";
  default: return "rows";
  }
}

picture_input input_of(const core::plan::edge& edge) {
  picture_input made;
  made.from = origin_id(edge);
  made.stream = stream_name(edge.stream);
  made.steps = words_of(edge.program);
  return made;
}

picture_input input_of(const core::plan::keyed_edge& edge, bool is_join) {
  auto made = input_of(edge.input);
  const auto& layout = edge.input.program.output;
  made.exchanged = true;
  for (const auto key : edge.keys) made.keys.push_back(column_name(layout, key));
  if (edge.time_column != core::plan::no_time_column) made.time = column_name(layout, edge.time_column);
  if (is_join) made.side = edge.side == 0 ? "left" : "right";
  made.wall_clock = edge.processing_time;
  return made;
}

std::string_view format_name(core::plan::record_format format) {
  switch (format) {
  case core::plan::record_format::csv: return "csv";
  case core::plan::record_format::raw: return "raw";
  default: return "json";
  }
}

/// `file input.jsonl, json`: the connector with what tells its tables apart.
std::string place_words(const std::string& connector, const std::map<std::string, std::string>& options,
                        const core::plan::format_options& format) {
  auto made = connector;
  static constexpr std::array<std::string_view, 5> tellers{"path", "topic", "topic-pattern", "index", "table"};
  for (const auto name : tellers)
    if (const auto found = options.find(std::string(name)); found != options.end()) made += " " + found->second;
  static constexpr std::array<std::string_view, 3> without_format{"blackhole", "memory", "values"};
  if (std::ranges::find(without_format, connector) == without_format.end())
    made += fmt::format(", {}", format_name(format.format));
  return made;
}

void add_times(const core::plan::source_plan& source, std::vector<plan_fact>& to) {
  const auto layout = core::plan::table_layout(source);
  if (source.time_column >= 0)
    to.push_back({"event time", column_name(layout, static_cast<std::size_t>(source.time_column))});
  if (source.watermark) to.push_back({"watermark", source.watermark->to_string()});
  if (source.idle_timeout_ms > 0) to.push_back({"idle after", config::duration_text(source.idle_timeout_ms)});
  if (source.future_skew_ms > 0)
    to.push_back({"rows from the future", fmt::format("bad beyond {}", config::duration_text(source.future_skew_ms))});
}

picture_node node_of(const core::plan::source_plan& source, std::size_t number) {
  picture_node made{picture_kind::source,
                    fmt::format("source {}", number + 1),
                    source.name,
                    place_words(source.connector, source.options, source.format),
                    {},
                    {},
                    {},
                    false};
  std::string read;
  std::string skipped;
  for (const auto& column : source.columns) {
    auto& to = column.wanted || column.required ? read : skipped;
    to += fmt::format("{}{} {}", to.empty() ? "" : ", ", column.name, core::to_string(column.type));
    if (!column.metadata.empty()) to += fmt::format(" METADATA '{}'", column.metadata);
  }
  made.facts.push_back({"reads", read.empty() ? "no column" : read});
  if (!skipped.empty()) made.facts.push_back({"skips", skipped});
  for (const auto& step : words_of(source.computed)) made.facts.push_back({"computes", step});
  add_times(source, made.facts);
  if (source.strict) made.facts.push_back({"strict", "the first bad row stops the run"});
  return made;
}

picture_node node_of(const core::plan::stage_plan& stage, std::size_t number) {
  auto words = words_of(stage.operation);
  picture_node made{picture_kind::stage,
                    fmt::format("stage {}", number + 1),
                    stage.name,
                    std::move(words.title),
                    std::move(words.facts),
                    {},
                    estimate_state(stage.operation),
                    stage.alone};
  const bool is_join = std::holds_alternative<core::join::window_join_plan>(stage.operation) ||
                       std::holds_alternative<core::join::interval_join_plan>(stage.operation) ||
                       std::holds_alternative<core::join::regular_join_plan>(stage.operation);
  for (const auto& edge : stage.inputs) made.inputs.push_back(input_of(edge, is_join));
  return made;
}

picture_node node_of(const core::plan::sink_plan& sink, std::size_t number) {
  picture_node made{picture_kind::sink,
                    fmt::format("sink {}", number + 1),
                    sink.name,
                    place_words(sink.connector, sink.options, sink.format),
                    {},
                    {},
                    {},
                    false};
  if (sink.layout) {
    std::string columns;
    for (const auto& field : sink.layout->fields)
      columns += fmt::format("{}{} {}", columns.empty() ? "" : ", ", field.name, core::to_string(field.type));
    made.facts.push_back({"writes", columns});
  }
  if (sink.updating) made.facts.push_back({"rows", "may be taken back"});
  for (const auto& edge : sink.inputs) made.inputs.push_back(input_of(edge));
  return made;
}

} // namespace

const picture_node& plan_picture::node(const std::string& id) const {
  const auto found = std::ranges::find(nodes, id, &picture_node::id);
  WEIR_ENSURE(found != nodes.end(), "edges of a plan lead to its sources and stages");
  return *found;
}

plan_picture picture_of(const core::plan::pipeline_plan& plan) {
  plan_picture made{plan.name, plan.time_zone, {}};
  for (std::size_t i = 0; i < plan.sources.size(); ++i) made.nodes.push_back(node_of(plan.sources[i], i));
  for (std::size_t i = 0; i < plan.stages.size(); ++i) made.nodes.push_back(node_of(plan.stages[i], i));
  for (std::size_t i = 0; i < plan.sinks.size(); ++i) made.nodes.push_back(node_of(plan.sinks[i], i));
  return made;
}

} // namespace weir
