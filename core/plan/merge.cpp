#include "core/plan/merge.hpp"

#include <iterator>
#include <utility>

namespace core::plan {

namespace {

void move_edge(edge& one, std::size_t sources, std::size_t stages) {
  one.index += one.from == origin_kind::source ? sources : stages;
}

template <class Part>
void append(std::vector<Part>& to, std::vector<Part>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

} // namespace

pipeline_plan merge(std::vector<pipeline_plan> plans) {
  pipeline_plan made;
  if (!plans.empty()) made.time_zone = plans.front().time_zone;
  for (auto& one : plans) {
    for (auto& source : one.sources) source.name = one.name + "." + source.name;
    for (auto& stage : one.stages)
      for (auto& input : stage.inputs) move_edge(input.input, made.sources.size(), made.stages.size());
    for (auto& sink : one.sinks) {
      sink.name = one.name + "." + sink.name;
      for (auto& input : sink.inputs) move_edge(input, made.sources.size(), made.stages.size());
    }
    append(made.sources, one.sources);
    append(made.stages, one.stages);
    append(made.sinks, one.sinks);
  }
  return made;
}

} // namespace core::plan
