#include "core/plan/replay.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace core::plan {

namespace {

/// A day of a zone may have more than 24 hours, never by more than this.
constexpr std::int64_t zone_margin_ms = 3L * 3'600'000;
constexpr std::size_t pieces_max = 16'384; ///< Of a log; beyond it neighbours are put together.

/// How long the rows of an open window may lie behind the watermark; a reason where windows are not all there is.
struct span_of_operation {
  std::expected<std::int64_t, std::string> operator()(const window::window_aggregate_plan& one) const {
    if (one.window.kind == window::window_kind::session)
      return std::unexpected("a session may have begun any time ago");
    return one.window.size_ms + (one.window.time_zone.empty() ? 0 : zone_margin_ms);
  }
  template <class Other>
  std::expected<std::int64_t, std::string> operator()(const Other&) const {
    return std::unexpected("it keeps rows that no window bounds");
  }
};

/// Behind a window these hold nothing once the window has fired.
bool is_empty_between_windows(const stage_operation& operation) {
  return std::holds_alternative<window::attached_aggregate_plan>(operation) ||
         std::holds_alternative<rank::window_rank_plan>(operation) ||
         std::holds_alternative<join::window_join_plan>(operation);
}

std::unexpected<error> refuse(const stage_plan& stage, std::string_view why) {
  return fail(errc::unsupported,
              fmt::format("the open state of {} cannot be computed again from the log: {}", stage.name, why));
}

} // namespace

result<std::vector<std::int64_t>> replay_spans(const pipeline_plan& plan) {
  std::vector<std::int64_t> spans(plan.sources.size(), 0);
  for (const auto& stage : plan.stages) {
    const bool follows =
        std::ranges::all_of(stage.inputs, [](const keyed_edge& one) { return one.input.from == origin_kind::stage; });
    if (follows && is_empty_between_windows(stage.operation)) continue;
    const auto span = std::visit(span_of_operation{}, stage.operation);
    if (!span) return refuse(stage, span.error());
    for (const auto& input : stage.inputs) {
      if (input.processing_time) return refuse(stage, "its windows go by the wall clock");
      if (input.input.from == origin_kind::stage) return refuse(stage, "its rows are results of other windows");
      if (input.input.stream != stream_kind::rows) return refuse(stage, "it reads rows that were set aside");
      auto& longest = spans[input.input.index];
      longest = std::max(longest, *span);
    }
  }
  for (const auto& source : plan.sources)
    if (source.reads_watermark)
      return fail(errc::unsupported,
                  fmt::format("rows of {} depend on CURRENT_WATERMARK, which is another when they are "
                              "read again",
                              source.name));
  return spans;
}

void replay_log::note(std::int64_t first_offset, event_time_ms latest_time) {
  pieces_.push_back({first_offset, latest_time});
  if (pieces_.size() > pieces_max) thin_out();
}

std::int64_t replay_log::first_needed(event_time_ms after, std::int64_t position) {
  while (!pieces_.empty() && pieces_.front().latest_time <= after) pieces_.pop_front();
  return pieces_.empty() ? position : pieces_.front().first_offset;
}

/// Two neighbours as one: nothing is lost, at most a little more is read again.
void replay_log::thin_out() {
  std::deque<piece> thinner;
  for (std::size_t i = 0; i < pieces_.size(); i += 2) {
    auto one = pieces_[i];
    if (i + 1 < pieces_.size()) one.latest_time = std::max(one.latest_time, pieces_[i + 1].latest_time);
    thinner.push_back(one);
  }
  pieces_ = std::move(thinner);
}

} // namespace core::plan
