#include "daemon/explain/plan_json.hpp"

#include <nlohmann/json.hpp>

namespace weir {

namespace {

using json = nlohmann::ordered_json;

json json_of(const picture_input& input) {
  json made{{"from", input.from}, {"stream", input.stream}, {"steps", input.steps}};
  if (!input.exchanged) return made;
  made["keys"] = input.keys;
  made["time"] = input.time.empty() ? json() : json(input.time);
  if (!input.side.empty()) made["side"] = input.side;
  made["wall_clock"] = input.wall_clock;
  return made;
}

json json_of(const picture_node& node) {
  json made{
      {"id", node.id}, {"name", node.name}, {node.kind == picture_kind::stage ? "operator" : "connector", node.title}};
  made["facts"] = json::array();
  for (const auto& fact : node.facts) made["facts"].push_back({{"label", fact.label}, {"text", fact.text}});
  if (node.kind == picture_kind::stage) made["alone"] = node.alone;
  if (node.state)
    made["state"] = {{"bytes", node.state->bytes}, {"per", node.state->per}, {"counts", node.state->counts}};
  if (node.kind == picture_kind::source) return made;
  made["inputs"] = json::array();
  for (const auto& input : node.inputs) made["inputs"].push_back(json_of(input));
  return made;
}

} // namespace

std::string plan_json(const plan_picture& picture) {
  json made{{"plan", picture.name},
            {"time_zone", picture.time_zone},
            {"sources", json::array()},
            {"stages", json::array()},
            {"sinks", json::array()}};
  for (const auto& node : picture.nodes) {
    const auto* list = node.kind == picture_kind::source  ? "sources"
                       : node.kind == picture_kind::stage ? "stages"
                                                          : "sinks";
    made[list].push_back(json_of(node));
  }
  return made.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace weir
