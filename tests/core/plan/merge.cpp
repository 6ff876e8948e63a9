#include "core/plan/merge.hpp"

#include "tests/support/catch.hpp"

using namespace core::plan;

namespace {

pipeline_plan small(const std::string& name) {
  pipeline_plan made;
  made.name = name;
  made.sources.push_back({.name = "events"});
  stage_plan stage;
  stage.name = "windows";
  stage.inputs.push_back({.input = {.from = origin_kind::source, .index = 0}});
  made.stages.push_back(std::move(stage));
  sink_plan sink;
  sink.name = "rows";
  sink.inputs = {{.from = origin_kind::stage, .index = 0},
                 {.from = origin_kind::source, .index = 0, .stream = stream_kind::late}};
  made.sinks.push_back(std::move(sink));
  return made;
}

} // namespace

TEST_CASE("plans side by side keep their own edges, and their names say whose they are") {
  const auto merged = merge({small("a"), small("b")});
  REQUIRE(merged.sources.size() == 2);
  CHECK(merged.sources[0].name == "a.events");
  CHECK(merged.sources[1].name == "b.events");
  CHECK(merged.stages[0].inputs[0].input.index == 0);
  CHECK(merged.stages[1].inputs[0].input.index == 1);
  CHECK(merged.sinks[1].name == "b.rows");
  CHECK(merged.sinks[1].inputs[0].index == 1);
  CHECK(merged.sinks[1].inputs[1].index == 1);
  CHECK(merged.sinks[1].inputs[1].stream == stream_kind::late);
}

TEST_CASE("no plans are an empty one") { CHECK(merge({}).sinks.empty()); }
