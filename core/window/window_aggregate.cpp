#include "core/window/window_aggregate.hpp"

#include <utility>

#include "core/time_zone.hpp"
#include "core/window/cumulate_operator.hpp"
#include "core/window/hop_operator.hpp"
#include "core/window/session_operator.hpp"
#include "core/window/tumble_operator.hpp"

namespace core::window {

namespace {

/// Longer windows have no use, and sums of times must not wrap.
constexpr std::int64_t length_max = std::int64_t{1} << 58;

result<void> check_length(const char* what, std::int64_t length) {
  if (length <= 0) return fail(errc::bad_value, std::string(what) + " must be positive: " + std::to_string(length));
  if (length > length_max) return fail(errc::bad_value, std::string(what) + " is too long: " + std::to_string(length));
  return {};
}

std::string lengths(const window_spec& window) {
  return "size " + std::to_string(window.size_ms) + " ms, " + (window.kind == window_kind::hop ? "slide " : "step ") +
         std::to_string(window.slide_ms) + " ms";
}

} // namespace

result<void> check_window(const window_spec& window) {
  const char* const size = window.kind == window_kind::session ? "session gap" : "window size";
  if (auto checked = check_length(size, window.size_ms); !checked) return checked;
  if (window.offset_ms > length_max || window.offset_ms < -length_max)
    return fail(errc::bad_value, "window offset is too large: " + std::to_string(window.offset_ms));
  if (window.kind == window_kind::hop || window.kind == window_kind::cumulate) {
    const bool hop = window.kind == window_kind::hop;
    if (auto checked = check_length(hop ? "window slide" : "window step", window.slide_ms); !checked) return checked;
    if (window.slide_ms > window.size_ms)
      return fail(errc::bad_value, hop ? "window slide must not be greater than its size: " + lengths(window)
                                       : "window step must not be greater than its size: " + lengths(window));
    if (!hop && window.size_ms % window.slide_ms != 0)
      return fail(errc::bad_value, "window size must be a multiple of its step: " + lengths(window));
  }
  if (window.time_zone.empty()) return {};
  if (auto zone = time_zone::find(window.time_zone); !zone) return std::unexpected(zone.error());
  return {};
}

result<std::unique_ptr<keyed_operator>> make_window_aggregate(const window_aggregate_plan& plan) {
  if (auto checked = check_window(plan.window); !checked) return std::unexpected(checked.error());
  WEIR_ENSURE(plan.input && plan.output, "the planner states both layouts");
  WEIR_ENSURE(plan.output->fields.size() == plan.keys.size() + 3 + plan.calls.size(),
              "the output is keys, three window columns, calls");
  auto state = agg::accumulators::make(plan.calls, *plan.input);
  if (!state) return std::unexpected(state.error());
  switch (plan.window.kind) {
  case window_kind::tumble: return std::make_unique<tumble_operator>(plan, std::move(*state));
  case window_kind::hop: return std::make_unique<hop_operator>(plan, std::move(*state));
  case window_kind::cumulate: return std::make_unique<cumulate_operator>(plan, std::move(*state));
  case window_kind::session: {
    const auto* zone = *time_zone::find(plan.window.time_zone.empty() ? "UTC" : plan.window.time_zone);
    return std::make_unique<session_operator>(plan, zone->is_utc() ? nullptr : zone, std::move(*state));
  }
  }
  std::unreachable();
}

} // namespace core::window
