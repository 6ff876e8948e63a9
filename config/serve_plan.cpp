#include <fmt/format.h>

#include "config/serve_options.hpp"
#include "core/plan/aggregate_query.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace config {

namespace {

namespace sql = core::sql;
using core::plan::stream_kind;

core::data_type not_null(core::data_type type) {
  type.nullable = false;
  return type;
}

core::plan::source_plan serve_source(const serve_options& options) {
  core::plan::source_plan made;
  made.name = "events";
  made.connector = "http";
  made.options = {{"host", options.host}, {"port", fmt::format("{}", options.port)}, {"table", "events"}};
  made.format.timestamps = core::plan::time_format::epoch_seconds;
  made.columns = {
      {.name = "key", .type = not_null(core::simple_type(core::type_kind::variant)), .required = true},
      {.name = "value", .type = not_null(core::float64_type()), .required = true},
      {.name = "ts", .type = not_null(core::timestamp_ltz_type(3)), .required = true},
  };
  made.time_column = 2;
  made.future_skew_ms = options.future_skew_ms;
  // A window [start, end) fires when the watermark reaches end - 1 ms: that is when ts reaches end + lateness.
  auto lateness = std::make_shared<sql::expression_syntax>();
  lateness->node = sql::literal_syntax{
      .kind = sql::literal_kind::interval, .interval = options.lateness_ms + 1, .interval_unit = "SECOND"};
  const sql::expression_syntax watermark{
      {}, sql::binary_syntax{sql::binary_operator::subtract, core::plan::column_named("ts", {}), std::move(lateness)}};
  auto bound = core::expr::bind(watermark, {core::plan::table_layout(made), "UTC"});
  WEIR_ENSURE(bound.has_value(), "the serve plan's own watermark binds");
  made.watermark = std::move(*bound);
  return made;
}

core::plan::named_expression renamed(const char* name, const char* to) {
  return {core::plan::column_named(name, {}), to};
}

core::plan::named_expression column(const char* name) { return renamed(name, name); }

core::plan::named_expression call(const char* name, const char* text) {
  auto parsed = sql::parse_expression(text);
  WEIR_ENSURE(parsed.has_value(), "the serve plan's own aggregates parse");
  return {std::make_shared<const sql::expression_syntax>(std::move(*parsed)), name};
}

core::plan::lowered_aggregate serve_windows(const serve_options& options, const core::schema_ptr& table) {
  core::plan::aggregate_query query;
  query.names = {table, "UTC"};
  query.keys = {column("key")};
  query.window.size_ms = options.window_ms;
  query.time_column = 2;
  query.items = {column("key"),
                 renamed("window_start", "start"),
                 renamed("window_end", "end"),
                 call("count", "COUNT(*)"),
                 call("sum", "SUM(`value`)"),
                 call("min", "MIN(`value`)"),
                 call("max", "MAX(`value`)"),
                 call("average", "AVG(`value`)")};
  auto lowered = core::plan::lower(query);
  WEIR_ENSURE(lowered.has_value(), "the serve plan's own query is right");
  return std::move(*lowered);
}

} // namespace

core::plan::pipeline_plan make_serve_plan(const serve_options& options) {
  core::plan::pipeline_plan made;
  made.name = "serve";
  made.sources.push_back(serve_source(options));
  auto lowered = serve_windows(options, core::plan::table_layout(made.sources[0]));
  core::plan::stage_plan stage;
  stage.name = "windows";
  stage.inputs.push_back(
      {{core::plan::origin_kind::source, 0, stream_kind::rows, lowered.before}, lowered.keys, lowered.time_column});
  stage.operation = std::move(lowered.operation);
  made.stages.push_back(std::move(stage));
  for (const auto* name : {"windows", "stdout"}) {
    core::plan::sink_plan sink;
    sink.name = name;
    sink.connector = sink.name == "windows" ? "memory" : "stdout";
    sink.layout = lowered.after.output;
    sink.format.timestamps = core::plan::time_format::epoch_seconds; // As the events' own times.
    sink.inputs = {{core::plan::origin_kind::stage, 0, stream_kind::rows, lowered.after}};
    made.sinks.push_back(std::move(sink));
  }
  return made;
}

} // namespace config
