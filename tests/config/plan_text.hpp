#pragma once
// A plan as lines of text, so that tests can write out what they expect and compare two plans whole.

#include <string>

#include "core/plan/plan.hpp"

namespace tests {

inline std::string text_of(const core::schema_ptr& layout) {
  std::string text = "(";
  if (layout)
    for (const auto& field : layout->fields)
      text += (text.size() > 1 ? ", " : "") + field.name + " " + core::to_string(field.type);
  return text + ")";
}

inline std::string text_of(const core::plan::row_program& program) {
  std::string text;
  for (const auto& step : program.steps) {
    if (const auto* filter = std::get_if<core::plan::filter_step>(&step)) {
      text += "  filter " + filter->condition->to_string() + "\n";
      continue;
    }
    const auto& project = std::get<core::plan::project_step>(step);
    text += "  project";
    for (std::size_t i = 0; i < project.columns.size(); ++i)
      text += (i > 0 ? ", " : " ") + project.layout->fields[i].name + "=" + project.columns[i]->to_string();
    text += "\n";
  }
  return text;
}

inline std::string text_of(const core::plan::edge& from) {
  const char* streams[] = {"rows", "late", "bad"};
  return std::string("  from ") + (from.from == core::plan::origin_kind::source ? "source " : "stage ") +
         std::to_string(from.index) + " " + streams[static_cast<int>(from.stream)] + "\n" + text_of(from.program);
}

inline std::string text_of(const std::map<std::string, std::string>& options) {
  std::string text;
  for (const auto& [name, value] : options) text += " " + name + "=" + value;
  return text;
}

inline std::string text_of(const core::plan::format_options& format) {
  const char* kinds[] = {"json", "csv", "raw"};
  const char* times[] = {"sql", "iso", "s", "ms", "us", "ns"};
  std::string text =
      std::string(" ") + kinds[static_cast<int>(format.format)] + " " + times[static_cast<int>(format.timestamps)];
  if (format.lenient_timestamps) text += " lenient";
  if (format.ignore_parse_errors) text += " ignore";
  if (format.csv_header) text += " header";
  if (format.csv_delimiter != ',') text += std::string(" delimiter ") + format.csv_delimiter;
  return text;
}

inline std::string text_of(const core::plan::source_plan& source) {
  auto text = "source " + source.name + " " + source.connector + text_of(source.options) + text_of(source.format);
  text += source.keep_text ? " keep\n" : "\n";
  for (const auto& column : source.columns)
    text += "  " + column.name + " " + core::to_string(column.type) +
            (column.path.empty() ? "" : " at " + column.path) + (column.required ? " required" : "") +
            (column.wanted ? "\n" : " unread\n");
  text += text_of(source.computed);
  text += "  time " + std::to_string(source.time_column) + " watermark " +
          (source.watermark ? source.watermark->to_string() : "none");
  text += " skew " + std::to_string(source.future_skew_ms) + " idle " + std::to_string(source.idle_timeout_ms) + "\n";
  return text;
}

inline std::string text_of(const core::plan::stage_plan& stage) {
  auto text = "stage " + stage.name + "\n";
  for (const auto& input : stage.inputs) {
    text += text_of(input.input) + "  keys";
    for (const auto key : input.keys) text += " " + std::to_string(key);
    text += " time " + std::to_string(input.time_column) + "\n";
  }
  const auto& operation = std::get<core::window::window_aggregate_plan>(stage.operation);
  const char* kinds[] = {"tumble", "hop", "cumulate", "session"};
  const auto& window = operation.window;
  text += std::string("  ") + kinds[static_cast<int>(window.kind)] + " " + std::to_string(window.size_ms) + " " +
          std::to_string(window.slide_ms) + " " + std::to_string(window.offset_ms) + " " + window.time_zone + "\n";
  for (const auto& call : operation.calls)
    text += "  call " + std::to_string(static_cast<int>(call.what)) + (call.distinct ? " distinct" : "") + " of " +
            std::to_string(call.argument) + " filter " + std::to_string(call.filter) + "\n";
  return text + "  gives " + text_of(operation.output) + "\n";
}

inline std::string text_of(const core::plan::pipeline_plan& plan) {
  auto text = plan.name + " in " + plan.time_zone + "\n";
  for (const auto& source : plan.sources) text += text_of(source);
  for (const auto& stage : plan.stages) text += text_of(stage);
  for (const auto& sink : plan.sinks) {
    text += "sink " + sink.name + " " + sink.connector + text_of(sink.options) + text_of(sink.format) + "\n";
    for (const auto& input : sink.inputs) text += text_of(input);
    text += "  as " + text_of(sink.layout) + "\n";
  }
  return text;
}

} // namespace tests
