#include "daemon/explain/plan_dot.hpp"

#include <fmt/format.h>

namespace weir {

namespace {

/// Longer lines are cut, so that boxes stay readable; the text form says all.
constexpr std::size_t line_bytes_max = 100;

/// Within quotes: `\l` ends a line and keeps it at the left.
std::string escaped(std::string_view text) {
  std::string made;
  for (const char one : text) {
    if (one == '"' || one == '\\') made += '\\';
    made += one == '\n' ? ' ' : one;
  }
  return made;
}

std::string line_of(const std::string& text) {
  if (text.size() <= line_bytes_max) return escaped(text) + "\\l";
  auto cut = line_bytes_max;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return escaped(text.substr(0, cut)) + "…\\l";
}

std::string node_line(const picture_node& node) {
  auto label = line_of(node.kind == picture_kind::stage ? node.id : node.id + ": " + node.name) + line_of(node.title);
  for (const auto& fact : node.facts) label += line_of(fact.label + ": " + fact.text);
  if (node.alone) label += line_of("runs alone");
  if (node.state) label += line_of(fmt::format("state: about {} bytes per {}", node.state->bytes, node.state->per));
  const auto* shape = node.kind == picture_kind::source  ? "cylinder"
                      : node.kind == picture_kind::stage ? "box"
                                                         : "note";
  return fmt::format("  \"{}\" [shape={}, label=\"{}\"];\n", node.id, shape, label);
}

std::string edge_line(const picture_input& input, const std::string& to) {
  std::string label;
  if (input.stream != "rows") label += line_of(input.stream + " rows");
  for (const auto& step : input.steps) label += line_of(step);
  if (!input.side.empty()) label += line_of(input.side);
  if (!input.keys.empty()) label += line_of(fmt::format("by {}", fmt::join(input.keys, ", ")));
  return fmt::format("  \"{}\" -> \"{}\" [label=\"{}\"];\n", input.from, to, label);
}

} // namespace

std::string plan_dot(const plan_picture& picture) {
  auto made = fmt::format("digraph \"{}\" {{\n  rankdir=BT;\n  node [fontname=\"monospace\", fontsize=10];\n"
                          "  edge [fontname=\"monospace\", fontsize=9];\n",
                          escaped(picture.name));
  for (const auto& node : picture.nodes) made += node_line(node);
  for (const auto& node : picture.nodes)
    for (const auto& input : node.inputs) made += edge_line(input, node.id);
  return made + "}\n";
}

} // namespace weir
