#include "core/plan/prune.hpp"

#include <algorithm>
#include <ranges>

namespace core::plan {

namespace {

std::size_t width_of(const schema_ptr& layout) { return layout ? layout->fields.size() : 0; }

/// The program's input columns that it reads, given which of its output columns are used. Walks the steps backwards.
std::vector<bool> used_inputs(const row_program& program, std::vector<bool> used, std::size_t input_width) {
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    std::vector<std::size_t> read;
    if (const auto* filter = std::get_if<filter_step>(&program.steps[i])) {
      filter->condition->collect_columns(read);
    } else {
      const auto& columns = std::get<project_step>(program.steps[i]).columns;
      // A computed column that nobody uses is still computed, and may fault: it reads its inputs all the same.
      for (std::size_t c = 0; c < columns.size(); ++c)
        if ((c < used.size() && used[c]) || columns[c]->column_index() < 0) columns[c]->collect_columns(read);
      used.assign(input_width, false);
    }
    for (const auto index : read) {
      if (index >= used.size()) used.resize(index + 1, false);
      used[index] = true;
    }
  }
  used.resize(std::max(used.size(), input_width), false);
  return used;
}

/// Adds what an edge reads of the source's table.
void add_edge(const edge& from, std::size_t source, std::vector<bool>& used) {
  if (from.from != origin_kind::source || from.index != source || from.stream != stream_kind::rows) return;
  const std::vector<bool> all(std::max(width_of(from.program.output), used.size()), true);
  const auto read = used_inputs(from.program, all, used.size());
  for (std::size_t i = 0; i < used.size(); ++i) used[i] = used[i] || read[i];
}

void mark(pipeline_plan& plan, std::size_t index) {
  auto& source = plan.sources[index];
  std::vector<bool> used(width_of(table_layout(source)), false);
  for (const auto& stage : plan.stages)
    for (const auto& input : stage.inputs) add_edge(input.input, index, used);
  for (const auto& sink : plan.sinks)
    for (const auto& input : sink.inputs) add_edge(input, index, used);
  if (source.time_column >= 0) used[static_cast<std::size_t>(source.time_column)] = true;
  if (source.watermark) {
    std::vector<std::size_t> read;
    source.watermark->collect_columns(read);
    for (const auto column : read) used[column] = true;
  }
  const auto physical = used_inputs(source.computed, used, source.columns.size());
  for (std::size_t i = 0; i < source.columns.size(); ++i)
    source.columns[i].wanted = physical[i] || source.columns[i].required;
}

} // namespace

void mark_wanted_columns(pipeline_plan& plan) {
  for (std::size_t i = 0; i < plan.sources.size(); ++i) mark(plan, i);
}

} // namespace core::plan
