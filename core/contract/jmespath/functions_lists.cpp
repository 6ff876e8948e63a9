#include <algorithm>
#include <unordered_map>

#include "core/contract/jmespath/functions.hpp"

namespace core::contract::jmespath {

outcome run_keys(call_frame& frame) {
  std::vector<value_view> names;
  for (const auto& one : frame.arguments[0].members()) names.push_back(value_view::of(one.name));
  return frame.with.array_of(names);
}

outcome run_values(call_frame& frame) {
  std::vector<value_view> values;
  for (const auto& one : frame.arguments[0].members()) values.push_back(one.value);
  return frame.with.array_of(values);
}

outcome run_max(call_frame& frame) {
  const auto items = frame.arguments[0].items();
  return items.empty() ? value_view() : *std::max_element(items.begin(), items.end(), is_less);
}

outcome run_min(call_frame& frame) {
  const auto items = frame.arguments[0].items();
  return items.empty() ? value_view() : *std::min_element(items.begin(), items.end(), is_less);
}

outcome run_merge(call_frame& frame) {
  std::vector<member_view> merged;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const auto of : frame.arguments) {
    for (const auto& one : of.members()) {
      const auto [found, is_new] = places.try_emplace(one.name, merged.size());
      if (is_new)
        merged.push_back(one);
      else
        merged[found->second].value = one.value;
    }
  }
  return frame.with.object_of(merged);
}

outcome run_not_null(call_frame& frame) {
  const auto found =
      std::find_if(frame.arguments.begin(), frame.arguments.end(), [](auto one) { return !one.is_null(); });
  return found == frame.arguments.end() ? value_view() : *found;
}

outcome run_sort(call_frame& frame) {
  std::vector<value_view> items(frame.arguments[0].items().begin(), frame.arguments[0].items().end());
  std::stable_sort(items.begin(), items.end(), is_less);
  return frame.with.array_of(items);
}

outcome run_to_array(call_frame& frame) {
  const auto of = frame.arguments[0];
  return of.is_array() ? of : frame.with.array_of({of});
}

} // namespace core::contract::jmespath
