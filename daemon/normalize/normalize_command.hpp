#pragma once
// `weir normalize`: raw events on standard input or in files, normalized events on standard output. What it does not
// do: keep anything; it is a filter.

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weir {

struct normalize_arguments {
  std::vector<std::string> files{};   ///< None: standard input, as does `-`.
  std::vector<std::string> sources{}; ///< None: every contract of the folder.
  std::string contracts = "interface/sources";
  std::string dead_letter_file{}; ///< Appended to; empty: the first few are shown.
};

/// 0 done, whatever the lines were; 1 an input could not be read to its end, or an output written; 2 a contract is not
/// good or a file cannot be opened, and nothing was read.
[[nodiscard]] int normalize_files(const normalize_arguments& wanted);

void add_normalize(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
