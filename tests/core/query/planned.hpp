#pragma once
// Plans SQL texts over a few known tables and says in short lines what came of it: a stage, what leads into it, the
// columns it puts out, or the complaint with its place.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/query/script.hpp"
#include "tests/support/catch.hpp"

namespace planned {

using strings = std::vector<std::string>;

/// On one line, so that places count from line 2 on in what a test plans.
inline const std::string& tables() {
  static const std::string text = [] {
    const auto table = [](std::string_view name, std::string_view columns, std::string_view connector) {
      return fmt::format("CREATE TABLE {} ({}) WITH ({}); ", name, columns, connector);
    };
    const auto file = [](std::string_view name) {
      return fmt::format("'connector' = 'filesystem', 'path' = '{}.jsonl', 'format' = 'json'", name);
    };
    const std::string_view clock = "rt TIMESTAMP(3), WATERMARK FOR rt AS rt - INTERVAL '5' SECOND";
    return table("bids", fmt::format("k STRING, price INT, {}", clock), file("bids")) +
           table("asks", fmt::format("k STRING, price BIGINT, tags ARRAY<STRING>, {}", clock), file("asks")) +
           table("zoned", "k STRING, ts BIGINT, rt AS TO_TIMESTAMP_LTZ(ts, 3), WATERMARK FOR rt AS rt", file("zoned")) +
           table("clocked", "k STRING, price INT, pt AS PROCTIME()", file("clocked")) +
           table("appended", "k STRING, n BIGINT", file("out")) +
           table("changed", "k STRING, n BIGINT", "'connector' = 'print'");
  }();
  return text;
}

/// The plan of the tables and the statements behind them, which must be sound.
inline core::plan::pipeline_plan plan_of(const std::string& statements) {
  const auto text = tables() + "\n" + statements;
  auto made = core::query::plan_script(text);
  INFO(statements);
  if (!made) FAIL(core::to_string(made.error().front().what));
  return made->plan();
}

/// `validate 1:8 unknown column: kee | did you mean key?`: the first complaint; lines count from the statements' first.
inline std::string complaint_of(const std::string& statements) {
  const auto text = tables() + "\n" + statements;
  const auto made = core::query::plan_script(text);
  if (made) return "no complaint";
  const auto& first = made.error().front();
  const auto& what = first.what;
  return fmt::format("{} {}:{} {}{}{}", to_string(first.when), what.place.line - 1, what.place.column, what.message,
                     what.hint.empty() ? "" : " | ", what.hint);
}

/// `k STRING, n BIGINT NOT NULL`
inline std::string columns_of(const core::schema& layout) {
  std::string made;
  for (const auto& field : layout.fields)
    made += fmt::format("{}{} {}", made.empty() ? "" : ", ", field.name, to_string(field.type));
  return made;
}

inline std::string step_words(const core::plan::row_step& step) {
  if (const auto* filter = std::get_if<core::plan::filter_step>(&step))
    return "where " + filter->condition->to_string();
  if (const auto* project = std::get_if<core::plan::project_step>(&step)) {
    std::string made = "select";
    for (const auto& one : project->columns) made += " " + one->to_string();
    return made;
  }
  if (const auto* assign = std::get_if<core::plan::assign_step>(&step))
    return assign->deferred ? "window later" : "window";
  if (const auto* expand = std::get_if<core::plan::expand_step>(&step))
    return fmt::format("expand {}", expand->sets.size());
  const auto& unnest = std::get<core::plan::unnest_step>(step);
  return fmt::format("unnest {}{}", unnest.value->to_string(), unnest.keep_empty ? " keeping rows" : "");
}

/// `bids: where (price > 3); select k price`
inline std::string edge_words(const core::plan::pipeline_plan& plan, const core::plan::edge& from) {
  using core::plan::origin_kind;
  using core::plan::stream_kind;
  std::string made = from.from == origin_kind::source ? plan.sources[from.index].name : fmt::format("#{}", from.index);
  if (from.stream != stream_kind::rows) made += from.stream == stream_kind::late ? "$late" : "$bad";
  for (std::size_t i = 0; i < from.program.steps.size(); ++i)
    made += (i == 0 ? ": " : "; ") + step_words(from.program.steps[i]);
  return made;
}

/// What leads into a stage: each edge with its keys and its time by name.
inline strings inputs_of(const core::plan::pipeline_plan& plan, std::size_t stage = 0) {
  strings made;
  REQUIRE(stage < plan.stages.size());
  for (const auto& one : plan.stages[stage].inputs) {
    const auto& fields = one.input.program.output->fields;
    auto words = edge_words(plan, one.input);
    for (std::size_t i = 0; i < one.keys.size(); ++i) words += (i == 0 ? " by " : ", ") + fields[one.keys[i]].name;
    if (one.time_column != core::plan::no_time_column) words += " at " + fields[one.time_column].name;
    if (one.processing_time) words += " of the clock";
    made.push_back(words);
  }
  return made;
}

inline strings inputs_of_sink(const core::plan::pipeline_plan& plan, std::size_t sink = 0) {
  strings made;
  REQUIRE(sink < plan.sinks.size());
  for (const auto& one : plan.sinks[sink].inputs) made.push_back(edge_words(plan, one));
  return made;
}

inline strings stages_of(const core::plan::pipeline_plan& plan) {
  strings made;
  for (const auto& one : plan.stages) made.push_back(one.name);
  return made;
}

/// The operation of a stage, which must be of that kind.
template <class Operation>
const Operation& operation_of(const core::plan::pipeline_plan& plan, std::size_t stage = 0) {
  REQUIRE(stage < plan.stages.size());
  REQUIRE(std::holds_alternative<Operation>(plan.stages[stage].operation));
  return std::get<Operation>(plan.stages[stage].operation);
}

/// The columns of what a single query shows.
inline std::string shown(const std::string& query) {
  const auto plan = plan_of(query);
  REQUIRE(plan.sinks.size() == 1);
  return columns_of(*plan.sinks[0].layout);
}

} // namespace planned
