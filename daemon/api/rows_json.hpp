#pragma once
// Rows of batches as a JSON array, in the form the rows' sink writes. Pure.

#include <string>
#include <vector>

#include "core/data/batch.hpp"
#include "core/plan/plan.hpp"

namespace weir {

/// Appends `[row,row,…]`.
void append_rows(std::string& out, const std::vector<core::batch_ptr>& rows, const core::plan::format_options& format);

/// Appends a JSON string with its quotes.
void append_quoted(std::string& out, std::string_view text);

} // namespace weir
