#pragma once
// `weir explain FILE`: shows the plan of a SQL or pipeline file without running it.

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace weir {

/// `text`, `json` or `dot` on standard output; 2 when the file cannot be planned.
[[nodiscard]] int explain_file(const std::string& file, const std::string& format);

void add_explain(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
