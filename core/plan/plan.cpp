#include "core/plan/plan.hpp"

namespace core::plan {

namespace {

schema_ptr make_aside_layout() {
  auto made = std::make_shared<schema>();
  made->fields = {{"text", string_type()},
                  {"reason", string_type()},
                  {"event_time", timestamp_ltz_type(3)},
                  {"watermark", timestamp_ltz_type(3)},
                  {"source", string_type()},
                  {"partition", int32_type()},
                  {"offset", int64_type()},
                  {"line", int64_type()}};
  return made;
}

} // namespace

schema_ptr aside_layout() {
  static const auto layout = make_aside_layout();
  return layout;
}

schema_ptr table_layout(const source_plan& source) {
  const bool computed = !source.computed.steps.empty();
  if (computed && !source.reads_watermark) return source.computed.output;
  auto made = computed ? std::make_shared<schema>(*source.computed.output) : std::make_shared<schema>();
  if (!computed)
    for (const auto& one : source.columns) made->fields.push_back({one.name, one.type});
  if (source.reads_watermark) {
    auto type = made->fields[static_cast<std::size_t>(source.time_column)].type;
    type.nullable = true;
    made->fields.push_back({std::string(watermark_column), std::move(type)});
  }
  return made;
}

} // namespace core::plan
