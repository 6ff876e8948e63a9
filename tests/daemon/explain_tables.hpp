#pragma once
// Tables to plan queries over, and their plans as pictures.

#include "core/query/script.hpp"
#include "daemon/explain/plan_text.hpp"
#include "tests/support/catch.hpp"

namespace support {

inline const std::string explained_tables = R"(
CREATE TABLE events (
  k STRING, v INT, w INT, ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = 'in.jsonl', 'format' = 'json', 'future-skew' = '1 h');
CREATE TABLE others (
  k STRING, v INT, ts BIGINT,
  rt AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR rt AS rt
) WITH ('connector' = 'filesystem', 'path' = 'others.jsonl', 'format' = 'json');
CREATE TABLE shown (k STRING, n BIGINT) WITH ('connector' = 'print');
)";

inline core::query::script planned(const std::string& text) {
  auto made = core::query::plan_script(
      text, [](const core::plan::pipeline_plan& plan) { return weir::plan_text(weir::picture_of(plan)); });
  for (const auto& one : made ? std::vector<core::query::complaint>{} : made.error()) FAIL(core::to_string(one.what));
  return std::move(*made);
}

inline weir::plan_picture picture(const std::string& query) {
  // The script looks into the text only while it is planned.
  return weir::picture_of(planned(explained_tables + query).finish());
}

} // namespace support
