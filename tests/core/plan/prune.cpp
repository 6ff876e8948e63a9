#include "core/plan/prune.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {

source_plan source_of(std::initializer_list<const char*> names) {
  source_plan made;
  for (const auto* name : names) made.columns.push_back({.name = name, .type = int64_type()});
  return made;
}

expr::expression_ptr compiled(std::string_view text, const schema_ptr& columns) {
  auto made = expr::compile(text, {columns});
  REQUIRE(made);
  return *made;
}

project_step project_of(std::initializer_list<const char*> texts, const schema_ptr& columns) {
  project_step made;
  auto layout = std::make_shared<schema>();
  for (const auto* text : texts) {
    made.columns.push_back(compiled(text, columns));
    layout->fields.push_back({text, made.columns.back()->type()});
  }
  made.layout = layout;
  return made;
}

edge edge_of(std::vector<row_step> steps, const schema_ptr& input) {
  edge made;
  made.program.steps = std::move(steps);
  made.program.input = input;
  made.program.output = input;
  if (!made.program.steps.empty())
    if (const auto* last = std::get_if<project_step>(&made.program.steps.back())) made.program.output = last->layout;
  return made;
}

std::string wanted(const pipeline_plan& plan, std::size_t source = 0) {
  std::string names;
  for (const auto& column : plan.sources[source].columns)
    if (column.wanted) names += column.name;
  return names;
}

/// A plan of one source whose rows go through `steps` to a sink.
pipeline_plan plan_of(source_plan source, std::vector<row_step> steps) {
  pipeline_plan plan;
  sink_plan sink;
  sink.inputs = {edge_of(std::move(steps), table_layout(source))};
  plan.sources = {std::move(source)};
  plan.sinks = {std::move(sink)};
  mark_wanted_columns(plan);
  return plan;
}

} // namespace

TEST_CASE("rows that reach a sink as they are need every column") {
  CHECK(wanted(plan_of(source_of({"a", "b"}), {})) == "ab");
  const auto source = source_of({"a", "b"});
  CHECK(wanted(plan_of(source, {filter_step{compiled("a > 1", table_layout(source))}})) == "ab");
}

TEST_CASE("only columns that a projection or a filter reads are wanted") {
  const auto source = source_of({"a", "b", "c", "d"});
  const auto layout = table_layout(source);
  CHECK(wanted(plan_of(source, {filter_step{compiled("b > 1", layout)}, project_of({"c"}, layout)})) == "bc");
}

TEST_CASE("a column that is dropped later is not wanted, unless its computation may fault") {
  const auto source = source_of({"a", "b", "c"});
  const auto layout = table_layout(source);
  const auto all = project_of({"a", "b", "c"}, layout);
  CHECK(wanted(plan_of(source, {all, project_of({"b"}, all.layout)})) == "b");
  auto computed = project_of({"a", "b", "10 / c"}, layout);
  CHECK(wanted(plan_of(source, {computed, project_of({"b"}, computed.layout)})) == "bc");
}

TEST_CASE("event time, watermark and required columns are wanted") {
  auto source = source_of({"a", "b", "c", "d"});
  const auto layout = table_layout(source);
  source.time_column = 1;
  source.watermark = compiled("c", layout);
  CHECK(wanted(plan_of(source, {project_of({"1"}, layout)})) == "bc");
  source.columns[3].required = true;
  CHECK(wanted(plan_of(source, {project_of({"1"}, layout)})) == "bcd");
}

TEST_CASE("computed columns want what they are computed of") {
  auto source = source_of({"a", "b", "c"});
  auto step = project_of({"a", "b"}, table_layout(source));
  source.computed.steps = {step};
  source.computed.output = step.layout;
  CHECK(wanted(plan_of(source, {project_of({"b"}, step.layout)})) == "b");
}

TEST_CASE("every reader of a source counts, and other sources and streams do not") {
  pipeline_plan plan;
  plan.sources = {source_of({"a", "b", "c"}), source_of({"a", "b", "c"})};
  const auto layout = table_layout(plan.sources[0]);
  stage_plan stage;
  stage.inputs.push_back({edge_of({project_of({"a"}, layout)}, layout), {0}, 0});
  plan.stages = {stage};
  sink_plan sink;
  sink.inputs = {edge_of({project_of({"b"}, layout)}, layout), edge_of({project_of({"c"}, layout)}, layout),
                 edge_of({}, layout), edge_of({}, layout)};
  sink.inputs[1].index = 1;
  sink.inputs[2].stream = stream_kind::bad;
  sink.inputs[3].from = origin_kind::stage;
  plan.sinks = {sink};
  mark_wanted_columns(plan);
  CHECK(wanted(plan, 0) == "ab");
  CHECK(wanted(plan, 1) == "c");
}
