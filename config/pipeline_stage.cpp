#include <algorithm>

#include <fmt/format.h>

#include "config/pipeline_reader.hpp"
#include "config/sink_reader.hpp"
#include "config/topic_reader.hpp"
#include "config/window_reader.hpp"

namespace config {

using core::errc;
using core::plan::edge;
using core::plan::origin_kind;
using core::plan::row_program;
using core::plan::stream_kind;

namespace {

/// One program after the other; the second reads what the first leaves.
row_program joined(const row_program& first, const row_program& second) {
  row_program made = first;
  made.steps.insert(made.steps.end(), second.steps.begin(), second.steps.end());
  made.output = second.output;
  return made;
}

/// Parses what cannot be bound because of earlier complaints, so that all that is wrong is said at once.
void read_only(mapping_reader& file, complaints& into) {
  if (const auto having = file.take("having")) (void)read_expression(*having, "having", into);
  (void)file.take("output");
}

} // namespace

void pipeline_reader::add_stage(const row_steps& rows, const node_ptr& window) {
  auto grouped = read_grouping(file_, window, rows.scope());
  const auto time = sources_.empty() ? -1 : sources_[0].plan.time_column;
  std::optional<std::size_t> time_column;
  if (time >= 0) {
    const auto& name = sources_[0].table.columns->fields[static_cast<std::size_t>(time)].name;
    time_column = rows.scope().columns->index_of(name);
    if (!time_column && !rows.scope().broken.contains(name))
      into_.add(errc::bad_value, fmt::format("select leaves out the event time, which the window needs: {}", name),
                file_.from().find("select")->value->place);
  } else if (!sources_.empty() && !sources_[0].has_time) {
    into_.add(errc::bad_value, "window needs an event time", grouped.window_place, "add time: to the source");
  }
  if (!time_column) {
    read_only(file_, into_);
    read_sinks_of_rows({});
    return;
  }
  grouped.query.time_column = *time_column;
  auto lowered = core::plan::lower(grouped.query);
  if (!lowered) {
    for (auto& fault : lowered.error()) {
      if (fault.what.place.line == 0) fault.what.place = grouped.window_place;
      into_.add(std::move(fault.what));
    }
    read_only(file_, into_);
    read_sinks_of_rows({});
    return;
  }
  core::plan::stage_plan stage;
  stage.name = "windows";
  const auto before = joined(rows.finish(), lowered->before);
  for (std::size_t i = 0; i < sources_.size(); ++i)
    stage.inputs.push_back({source_edge(i, before), lowered->keys, lowered->time_column});
  stage.operation = std::move(lowered->operation);
  made_.plan.stages.push_back(std::move(stage));
  const auto after = finish_groups(lowered->after, rows.scope().time_zone);
  read_sinks_of_rows({edge{origin_kind::stage, 0, stream_kind::rows, after}});
}

row_program pipeline_reader::finish_groups(const row_program& after, std::string_view time_zone) {
  row_scope scope;
  scope.columns = after.output;
  scope.time_zone = time_zone;
  row_steps behind(scope, into_);
  if (const auto having = file_.take("having")) {
    const auto syntax = read_expression(*having, "having", into_);
    if (syntax) behind.add_filter(bind_condition(syntax, "having", behind.scope(), into_));
  }
  if (const auto output = file_.take("output")) behind.add_choice(*output, "output");
  return joined(after, behind.finish());
}

void pipeline_reader::read_sinks_of_rows(const std::vector<edge>& inputs) {
  const auto one = file_.take("sink");
  const auto several = file_.take("sinks");
  if (one && several)
    into_.add(errc::bad_value, "sink and sinks exclude each other", file_.from().find("sinks")->key->place);
  std::vector<sink_read> sinks;
  if (one)
    sinks = read_sinks(*one, "sink", into_);
  else if (several)
    sinks = read_sinks(*several, "sinks", into_);
  else
    sinks.push_back({{.name = "rows", .connector = "stdout"}, {}});
  for (auto& sink : sinks) {
    sink.plan.inputs = inputs;
    if (!inputs.empty()) sink.plan.layout = inputs[0].program.output;
    find_topic_key(sink.plan, sink.place, into_);
    add_sink(std::move(sink));
  }
}

void pipeline_reader::read_aside(std::string_view key, stream_kind stream) {
  const auto value = file_.take(key);
  if (!value) return;
  if (stream == stream_kind::late && !file_.has("window"))
    into_.add(errc::bad_value, "late needs a window: without one no row is late", value->place);
  for (auto& sink : read_sinks(*value, key, into_)) {
    auto& plan = sink.plan;
    plan.layout = core::plan::aside_layout();
    find_topic_key(plan, sink.place, into_);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      edge input{origin_kind::source, i, stream, {}};
      input.program.input = plan.layout;
      input.program.output = plan.layout;
      plan.inputs.push_back(std::move(input));
    }
    add_sink(std::move(sink));
  }
}

void pipeline_reader::add_sink(sink_read sink) {
  const auto path_of = [](const core::plan::sink_plan& plan) {
    const auto found = plan.options.find("path");
    return found == plan.options.end() ? std::string() : found->second;
  };
  const auto path = path_of(sink.plan);
  for (const auto& before : made_.plan.sinks) {
    if (before.name == sink.plan.name)
      into_.add(errc::bad_value, fmt::format("two sinks of one name: {}", before.name), sink.place,
                "give it another name");
    if (!path.empty() && path_of(before) == path)
      into_.add(errc::bad_value, fmt::format("two sinks write one file: {}", path), sink.place);
  }
  made_.plan.sinks.push_back(std::move(sink.plan));
}

} // namespace config
