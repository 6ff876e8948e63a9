#pragma once
// A small file of the user's (a query, a pipeline, settings), whole. Calls block; any thread.

#include <string>

#include "core/error.hpp"

namespace weir {

/// The error's message says why, without the path. A folder is no file, though the system lets it be opened.
[[nodiscard]] core::result<std::string> read_text_file(const std::string& path);

} // namespace weir
