#pragma once
// A plan as it is shown: nodes with words for all that they do. Text, JSON and graphs are made of it. Pure; any thread.

#include <optional>
#include <string>
#include <vector>

#include "daemon/explain/operator_words.hpp"
#include "daemon/explain/state_estimate.hpp"

namespace weir {

/// What flows into a stage or sink.
struct picture_input {
  std::string from{};               ///< Id of a source or stage.
  std::string stream{};             ///< `rows`, `late`, `bad`.
  std::vector<std::string> steps{}; ///< What happens to the rows on the way, in order.
  bool exchanged = false;           ///< Rows go to the shard of their key.
  std::vector<std::string> keys{};
  std::string time{}; ///< The event time column that the stage goes by; empty: none.
  std::string side{}; ///< Of a join: `left`, `right`; else empty.
  bool wall_clock = false;
};

enum class picture_kind : std::uint8_t { source, stage, sink };

struct picture_node {
  picture_kind kind = picture_kind::source;
  std::string id{}; ///< `source 1`, `stage 1`, `sink 1`
  std::string name{};
  std::string title{}; ///< Of sources and sinks: the connector and where it leads.
  std::vector<plan_fact> facts{};
  std::vector<picture_input> inputs{};
  std::optional<state_estimate> state{};
  bool alone = false; ///< In one shard, whatever the settings say.
};

struct plan_picture {
  std::string name{};
  std::string time_zone{};
  std::vector<picture_node> nodes{}; ///< Sources, stages, sinks, each in the plan's order.

  [[nodiscard]] const picture_node& node(const std::string& id) const;
};

[[nodiscard]] plan_picture picture_of(const core::plan::pipeline_plan& plan);

} // namespace weir
