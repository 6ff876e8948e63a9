#pragma once
// What may stand at the cursor of a shell: key words, functions, tables and columns. Pure; any thread.

#include <string>
#include <string_view>
#include <vector>

#include "core/query/catalog.hpp"

namespace weir {

struct completions {
  std::size_t begin = 0;            ///< Where the word starts that is to be completed.
  std::vector<std::string> words{}; ///< Sorted, each once.
};

/// Key words follow the case of what is there; names keep theirs. Behind `t.` only the columns of `t`.
[[nodiscard]] completions complete(const core::query::catalog& known, std::string_view text, std::size_t cursor);

/// What all of them begin with.
[[nodiscard]] std::string common_start(const std::vector<std::string>& words);

} // namespace weir
