#pragma once
// `weir flink FILE.sql` and `weir compat FILE.sql`: what Flink makes of a file.

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace weir {

/// Writes the file as a Flink cluster takes it to standard output; 2 when it cannot be read.
[[nodiscard]] int write_for_flink(const std::string& file);
/// A line a statement on standard output; 0 when all run unchanged, 1 when some do not, 2 when the file cannot be read.
[[nodiscard]] int report_compat(const std::string& file);

void add_flink(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
