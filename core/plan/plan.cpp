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
  if (!source.computed.steps.empty()) return source.computed.output;
  auto made = std::make_shared<schema>();
  made->fields.reserve(source.columns.size());
  for (const auto& one : source.columns) made->fields.push_back({one.name, one.type});
  return made;
}

} // namespace core::plan
