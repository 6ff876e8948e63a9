#include "daemon/explain/plan_text.hpp"

#include <set>

#include <fmt/format.h>

namespace weir {

namespace {

/// Writes one tree; knows which parts have been written out.
class tree_writer {
public:
  explicit tree_writer(const plan_picture& picture) : picture_(picture) {}

  void write_sink(const picture_node& sink) { write_node(sink, "", ""); }
  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  /// `first` stands before the node's own line, `rest` before all lines below it.
  void write_node(const picture_node& node, const std::string& first, const std::string& rest) {
    if (!written_.insert(node.id).second) {
      const auto name = node.kind == picture_kind::source ? "source " + node.name : node.id;
      text_ += fmt::format("{}{} (see above)\n", first, name);
      return;
    }
    text_ += fmt::format("{}{}\n", first, headline(node));
    const std::string below = rest + (node.inputs.empty() ? "   " : "│  ");
    for (const auto& fact : node.facts) text_ += fmt::format("{}{}: {}\n", below, fact.label, fact.text);
    if (node.alone) text_ += fmt::format("{}runs alone: in one shard, having no key to share it by\n", below);
    if (node.state)
      text_ += fmt::format("{}state: about {} bytes per {}: {}\n", below, node.state->bytes, node.state->per,
                           node.state->counts);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const bool last = i + 1 == node.inputs.size();
      write_input(node.inputs[i], rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "));
    }
  }

  static std::string headline(const picture_node& node) {
    if (node.kind == picture_kind::stage) return fmt::format("{}: {}", node.id, node.title);
    return fmt::format("{} {}: {}", node.kind == picture_kind::source ? "source" : "sink", node.name, node.title);
  }

  /// What happens last stands first: the tree is read from the sink down.
  void write_input(const picture_input& input, std::string first, std::string rest) {
    const auto line = [&](const std::string& words) {
      text_ += first + words + "\n";
      first = rest + "└─ ";
      rest += "   ";
    };
    if (input.exchanged) line(exchange_words(input));
    for (auto step = input.steps.rbegin(); step != input.steps.rend(); ++step) line(*step);
    if (input.stream != "rows") line(fmt::format("{} rows of", input.stream));
    write_node(picture_.node(input.from), first, rest);
  }

  static std::string exchange_words(const picture_input& input) {
    std::string made = input.side.empty() ? "" : input.side + ": ";
    if (input.keys.empty())
      made += "all rows to one shard";
    else
      made += fmt::format("exchange by {}", fmt::join(input.keys, ", "));
    if (!input.time.empty()) made += ", time " + input.time;
    if (input.wall_clock) made += ", by the wall clock";
    return made;
  }

  const plan_picture& picture_;
  std::set<std::string> written_{};
  std::string text_{};
};

} // namespace

std::string plan_text(const plan_picture& picture) {
  tree_writer writer(picture);
  auto made = fmt::format("plan {}, time zone {}\n", picture.name, picture.time_zone);
  for (const auto& node : picture.nodes)
    if (node.kind == picture_kind::sink) writer.write_sink(node);
  return made + writer.take();
}

} // namespace weir
