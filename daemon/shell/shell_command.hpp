#pragma once
// `weir sql`: a shell for SQL, or a script from standard input or the command line.

#include <functional>

namespace CLI {
class App;
}

namespace weir {

void add_sql(CLI::App& app, std::function<int()>& chosen);

/// Prompts until QUIT or the end of the terminal's input; the exit code.
[[nodiscard]] int run_shell();

} // namespace weir
