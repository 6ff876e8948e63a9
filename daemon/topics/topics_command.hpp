#pragma once
// `weir topics create`: the topics of a streaming project, made where they are not there.

#include <functional>

namespace CLI {
class App;
}

namespace weir {

void add_topics(CLI::App& app, std::function<int()>& chosen);

} // namespace weir
