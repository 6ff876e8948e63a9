#include "core/plan/plan.hpp"

#include "tests/support/catch.hpp"

using namespace core;
using namespace core::plan;

namespace {
std::string text_of(const schema& layout) {
  std::string text;
  for (const auto& field : layout.fields) text += field.name + " " + to_string(field.type) + "; ";
  return text;
}
} // namespace

TEST_CASE("rows set aside carry their text, reason, times and place") {
  CHECK(text_of(*aside_layout()) == "text STRING; reason STRING; event_time TIMESTAMP_LTZ(3); watermark "
                                    "TIMESTAMP_LTZ(3); source STRING; partition INT; offset BIGINT; line BIGINT; ");
}

TEST_CASE("a table without computed columns is its decoded columns") {
  source_plan source;
  source.columns = {{.name = "key", .type = string_type()}, {.name = "value", .type = float64_type()}};
  CHECK(text_of(*table_layout(source)) == "key STRING; value DOUBLE; ");
}

TEST_CASE("a table with computed columns is what they leave") {
  source_plan source;
  source.columns = {{.name = "key", .type = string_type()}};
  auto output = std::make_shared<schema>();
  output->fields = {{"other", int64_type()}};
  source.computed.steps = {project_step{{}, output}};
  source.computed.output = output;
  CHECK(table_layout(source) == schema_ptr(output));
}
