#pragma once
// `key`, `window`, `aggregates`, `having`: a grouped query in a pipeline file. Used while one file is read.

#include <optional>

#include "config/expression_reader.hpp"
#include "config/mapping_reader.hpp"
#include "core/plan/aggregate_query.hpp"

namespace config {

/// The window as written, or nothing after a complaint.
[[nodiscard]] std::optional<core::window::window_spec> read_window(const node_ptr& from, complaints& into);

struct grouping {
  core::plan::aggregate_query query{};
  core::text_place window_place{};
};

/// Reads `key` and `aggregates` of the file over the columns of `rows`. What refers to broken columns is left out.
[[nodiscard]] grouping read_grouping(mapping_reader& file, const node_ptr& window, const row_scope& rows);

} // namespace config
