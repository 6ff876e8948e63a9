#pragma once
// `weir serve`: the tumbling engine over HTTP that needs no file.

#include <functional>

namespace CLI {
class App;
}

namespace weir {

/// Adds the command; when it is chosen, `chosen` runs it.
void add_serve(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
