#include "core/plan/prune.hpp"

#include <algorithm>
#include <ranges>

namespace core::plan {

namespace {

std::size_t width_of(const schema_ptr& layout) { return layout ? layout->fields.size() : 0; }

using column_set = std::vector<bool>;

void add(column_set& used, std::size_t column) {
  if (column >= used.size()) used.resize(column + 1, false);
  used[column] = true;
}

void add_read(column_set& used, const expr::expression& read) {
  std::vector<std::size_t> columns;
  read.collect_columns(columns);
  for (const auto column : columns) add(used, column);
}

/// For each kind of step: the columns before it that are used, given those behind it.
struct step_reader {
  column_set used;

  column_set operator()(const filter_step& step) {
    add_read(used, *step.condition);
    return std::move(used);
  }
  column_set operator()(const project_step& step) const {
    column_set before;
    // A computed column that nobody uses is still computed, and may fault: it reads its inputs all the same.
    for (std::size_t c = 0; c < step.columns.size(); ++c)
      if ((c < used.size() && used[c]) || step.columns[c]->column_index() < 0) add_read(before, *step.columns[c]);
    return before;
  }
  // These pass all columns on and put theirs behind them, where an index too great harms nobody.
  column_set operator()(const assign_step& step) {
    add(used, step.time_column);
    return std::move(used);
  }
  column_set operator()(const expand_step& step) {
    for (const auto key : step.keys) add(used, key);
    return std::move(used);
  }
  column_set operator()(const unnest_step& step) {
    add_read(used, *step.value);
    return std::move(used);
  }
};

/// The program's input columns that it reads, given which of its output columns are used. Walks the steps backwards.
column_set used_inputs(const row_program& program, column_set used, std::size_t input_width) {
  for (std::size_t i = program.steps.size(); i-- > 0;)
    used = std::visit(step_reader{std::move(used)}, program.steps[i]);
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
