#include "daemon/explain/step_words.hpp"

#include <fmt/format.h>

#include "daemon/explain/operator_words.hpp"

namespace weir {

namespace {

using core::schema_ptr;

std::string describe(const core::plan::filter_step& step, const schema_ptr& /*input*/) {
  return "filter " + step.condition->to_string();
}

std::string describe(const core::plan::project_step& step, const schema_ptr& /*input*/) {
  std::string made;
  for (std::size_t i = 0; i < step.columns.size(); ++i) {
    const auto value = step.columns[i]->to_string();
    const auto name = column_name(step.layout, i);
    made += made.empty() ? "" : ", ";
    made += value == name ? value : fmt::format("{} AS {}", value, name);
  }
  return "project " + made;
}

std::string describe(const core::plan::assign_step& step, const schema_ptr& input) {
  return fmt::format("assign windows {} by {}{}", window_words(step.window), column_name(input, step.time_column),
                     step.deferred ? " (left to the aggregation)" : "");
}

std::string describe(const core::plan::expand_step& step, const schema_ptr& input) {
  std::string sets;
  for (const auto& set : step.sets) {
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < set.size(); ++i)
      if (set[i]) keys.push_back(step.keys[i]);
    sets += fmt::format("{}({})", sets.empty() ? "" : ", ", column_names(input, keys));
  }
  return fmt::format("once per grouping set: {}", sets);
}

std::string describe(const core::plan::unnest_step& step, const schema_ptr& /*input*/) {
  return fmt::format("unnest {}{}{}", step.value->to_string(), step.with_ordinality ? " with ordinality" : "",
                     step.keep_empty ? ", rows without elements once" : "");
}

/// The same columns in the same order: nothing to tell.
bool changes_nothing(const core::plan::row_step& step, const schema_ptr& input) {
  const auto* project = std::get_if<core::plan::project_step>(&step);
  if (project == nullptr || !input || input->fields.size() != project->columns.size()) return false;
  for (std::size_t i = 0; i < project->columns.size(); ++i)
    if (project->columns[i]->column_index() != static_cast<int>(i) ||
        column_name(project->layout, i) != input->fields[i].name)
      return false;
  return true;
}

schema_ptr layout_behind(const core::plan::row_step& step, const schema_ptr& before) {
  return std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.layout; })
          return one.layout;
        else
          return before;
      },
      step);
}

} // namespace

std::vector<std::string> words_of(const core::plan::row_program& program) {
  std::vector<std::string> made;
  auto layout = program.input;
  for (const auto& step : program.steps) {
    if (!changes_nothing(step, layout))
      made.push_back(std::visit([&](const auto& one) { return describe(one, layout); }, step));
    layout = layout_behind(step, layout);
  }
  return made;
}

} // namespace weir
