#pragma once
// `format: json`, or `format: {type: csv, header: true}`, of a source or a sink. Used while one file is read.

#include "config/mapping_reader.hpp"
#include "core/plan/plan.hpp"

namespace config {

struct source_format {
  core::plan::format_options options{};
  bool says_timestamps = false; ///< The file states how timestamps are written.
};

[[nodiscard]] source_format read_source_format(mapping_reader& source);
[[nodiscard]] core::plan::format_options read_sink_format(mapping_reader& sink);

/// How numbers and texts become timestamps: `s`, `ms`, `us`, `ns`, `iso`, `sql`, or `auto`.
void set_timestamps(core::plan::format_options& options, std::string_view unit);
[[nodiscard]] const choices<std::string_view>& timestamp_units();

} // namespace config
