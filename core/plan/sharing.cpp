#include "core/plan/sharing.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/attempt.hpp"
#include "core/plan/replay.hpp"
#include "core/plan/topic_options.hpp"

namespace core::plan {

namespace {

/// For each column which field of the record's key it holds, unchanged; `no_field` for all else.
using key_fields = std::vector<int>;
constexpr int no_field = -1;

key_fields behind(const row_step& step, const key_fields& before) {
  if (std::holds_alternative<filter_step>(step)) return before;
  if (const auto* const project = std::get_if<project_step>(&step)) {
    key_fields made;
    for (const auto& one : project->columns) {
      const auto column = one->column_index();
      made.push_back(column < 0 ? no_field : before[static_cast<std::size_t>(column)]);
    }
    return made;
  }
  auto made = before;
  if (const auto* const expand = std::get_if<expand_step>(&step)) {
    // A copy holds its key only where no set leaves it out: there it is NULL for the rows of every partition.
    for (std::size_t i = 0; i < expand->keys.size(); ++i) {
      const bool always = std::ranges::all_of(expand->sets, [&](const auto& set) { return set[i]; });
      made.push_back(always ? before[expand->keys[i]] : no_field);
    }
    made.resize(expand->layout->fields.size(), no_field);
  } else if (const auto* const assign = std::get_if<assign_step>(&step)) {
    made.resize(assign->layout->fields.size(), no_field);
  } else if (const auto* const unnest = std::get_if<unnest_step>(&step)) {
    made.resize(unnest->layout->fields.size(), no_field);
  }
  return made;
}

key_fields behind(const row_program& program, key_fields fields) {
  for (const auto& step : program.steps) fields = behind(step, fields);
  return fields;
}

/// What the columns of a stage's output hold. Other operations are refused before: they keep more than windows.
struct output_of_operation {
  const std::vector<key_fields>& inputs;

  key_fields operator()(const window::window_aggregate_plan& one) const { return grouped(one.keys, one.output); }
  key_fields operator()(const window::attached_aggregate_plan& one) const { return grouped(one.keys, one.output); }
  key_fields operator()(const rank::window_rank_plan& one) const {
    auto made = inputs.front();
    made.resize(one.output->fields.size(), no_field);
    return made;
  }
  key_fields operator()(const join::window_join_plan& one) const {
    // A side that may be missing is NULL there, whichever partition the row is of.
    const auto kind = one.join.kind;
    const bool left = kind != join::join_kind::right && kind != join::join_kind::full;
    const bool right = kind == join::join_kind::inner || kind == join::join_kind::right;
    key_fields made = left ? inputs[0] : key_fields(inputs[0].size(), no_field);
    if (inputs.size() > 1)
      for (const int field : inputs[1]) made.push_back(right ? field : no_field);
    made.resize(one.join.output->fields.size(), no_field);
    return made;
  }
  template <class Other>
  key_fields operator()(const Other&) const {
    return {};
  }

private:
  [[nodiscard]] key_fields grouped(const std::vector<std::size_t>& keys, const schema_ptr& output) const {
    key_fields made;
    for (const auto key : keys) made.push_back(inputs.front()[key]);
    made.resize(output->fields.size(), no_field);
    return made;
  }
};

class share_check {
public:
  explicit share_check(const pipeline_plan& plan) : plan_(plan) {}

  result<void> run() {
    WEIR_CHECK(check_source());
    WEIR_CHECK(check_sinks());
    if (plan_.stages.empty()) return {};
    if (const auto spans = replay_spans(plan_); !spans)
      return refuse(spans.error().message, "run it in one process, without sharing");
    if (names_.empty())
      return refuse(fmt::format("table {} does not say what its records' keys are", plan_.sources.front().name),
                    "declare 'key.format' and 'key.fields' with the columns that the topic is keyed by");
    for (const auto& stage : plan_.stages) WEIR_CHECK(check_stage(stage));
    return {};
  }

private:
  static std::unexpected<error> refuse(const std::string& why, std::string hint) {
    return fail(errc::unsupported, fmt::format("partitions cannot be shared: {}", why), {}, std::move(hint));
  }

  result<void> check_source() {
    if (plan_.sources.size() != 1 || !is_topic(plan_.sources.front().connector))
      return refuse("the query reads something else than one table of connector kafka",
                    "run it in one process, or one query at a time");
    const auto& source = plan_.sources.front();
    auto options = read_topic_source(source.options);
    if (!options) return std::unexpected(std::move(options.error().what));
    if (!options->properties.contains("group.id"))
      return refuse(fmt::format("table {} has no group", source.name),
                    fmt::format("give table {} the option 'properties.group.id'", source.name));
    if (options->topics.size() != 1)
      return refuse(
          fmt::format("table {} reads several topics: equal keys of two are in no one partition", source.name),
          "name one topic");
    if (options->end != topic_end::never)
      return refuse(
          fmt::format("table {} has an end: a part that has ended would be begun anew by the others", source.name),
          "leave 'scan.bounded.mode' out, or run it in one process");
    schema columns;
    for (const auto& column : source.columns) columns.fields.push_back({column.name, column.type});
    auto key = read_key(source.options, columns, {});
    if (!key) return std::unexpected(std::move(key.error().what));
    names_ = std::move(key->fields);
    key_fields fields;
    for (const auto& column : source.columns) {
      const auto found = std::ranges::find(names_, column.name);
      fields.push_back(found == names_.end() ? no_field : static_cast<int>(found - names_.begin()));
    }
    table_ = behind(source.computed, std::move(fields));
    table_.resize(table_layout(source)->fields.size(), no_field);
    return {};
  }

  result<void> check_sinks() const {
    constexpr std::array<std::string_view, 2> own{"file", "memory"};
    for (const auto& sink : plan_.sinks)
      if (std::ranges::find(own, sink.connector) != own.end())
        return refuse(fmt::format("table {} ({}) is written by one process alone", sink.name, sink.connector),
                      "write to kafka, opensearch or print");
    return {};
  }

  result<void> check_stage(const stage_plan& stage) {
    std::vector<key_fields> inputs;
    for (const auto& keyed : stage.inputs) {
      const bool of_source = keyed.input.from == origin_kind::source;
      if (keyed.input.stream != stream_kind::rows)
        return refuse(fmt::format("{} reads rows that were set aside", stage.name), "run it in one process");
      inputs.push_back(behind(keyed.input.program, of_source ? table_ : outputs_[keyed.input.index]));
      std::set<int> grouped;
      for (const auto key : keyed.keys) grouped.insert(inputs.back()[key]);
      for (std::size_t field = 0; field < names_.size(); ++field)
        if (stage.alone || !grouped.contains(static_cast<int>(field)))
          return refuse(
              fmt::format("{} brings rows of several partitions together: the topic is keyed by {}, which its keys do "
                          "not hold unchanged",
                          stage.name, fmt::join(names_, ", ")),
              "write the rows to a topic keyed by what it groups by ('key.fields') in a run of its own, and read that");
    }
    outputs_.push_back(std::visit(output_of_operation{inputs}, stage.operation));
    return {};
  }

  const pipeline_plan& plan_;
  std::vector<std::string> names_{}; ///< Of the key's fields.
  key_fields table_{};
  std::vector<key_fields> outputs_{}; ///< By stage.
};

} // namespace

result<void> check_shareable(const pipeline_plan& plan) { return share_check(plan).run(); }

} // namespace core::plan
