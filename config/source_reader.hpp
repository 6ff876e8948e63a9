#pragma once
// One source of a pipeline file: connector, format, columns, event time and watermark. Used while one file is read.

#include "config/expression_reader.hpp"
#include "core/plan/plan.hpp"

namespace config {

/// What the whole file says and each source needs.
struct source_settings {
  std::string default_name{};
  std::string time_zone{};
  std::size_t line_bytes_max = 0;
  std::size_t depth_max = 0;
  bool strict = false;
};

struct source_read {
  core::plan::source_plan plan{};
  row_scope table{}; ///< The table's columns.
  core::text_place place{};
  bool has_time = false; ///< The file gives it an event time (perhaps a wrong one).
};

[[nodiscard]] source_read read_source(const node_ptr& from, const source_settings& settings, complaints& into);

} // namespace config
