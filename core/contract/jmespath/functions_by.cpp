#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/jmespath/functions.hpp"

namespace core::contract::jmespath {

namespace {

struct keyed {
  value_view key;
  value_view item;
};

/// What the reference gives for each item; all numbers or all strings.
result<std::vector<keyed>> keyed_items(call_frame& frame) {
  std::vector<keyed> made;
  for (const auto item : frame.arguments[0].items()) {
    WEIR_TRY(key, frame.with.evaluate(frame.reference, item));
    const auto& kind = made.empty() ? key : made.front().key;
    const bool fits = kind.is_string() ? key.is_string() : kind.is_number() && key.is_number();
    if (!fits)
      return fail(errc::bad_type,
                  fmt::format("invalid-type: {}() needs a number or a string of each item, the same of all, not {}",
                              frame.of.name, type_name(key)));
    made.push_back({key, item});
  }
  return made;
}

bool by_key(const keyed& a, const keyed& b) { return is_less(a.key, b.key); }

} // namespace

outcome run_map(call_frame& frame) {
  std::vector<value_view> given;
  for (const auto item : frame.arguments[1].items()) {
    WEIR_TRY(one, frame.with.evaluate(frame.reference, item));
    given.push_back(one);
  }
  return frame.with.array_of(given);
}

outcome run_max_by(call_frame& frame) {
  WEIR_TRY(items, keyed_items(frame));
  return items.empty() ? value_view() : std::max_element(items.begin(), items.end(), by_key)->item;
}

outcome run_min_by(call_frame& frame) {
  WEIR_TRY(items, keyed_items(frame));
  return items.empty() ? value_view() : std::min_element(items.begin(), items.end(), by_key)->item;
}

outcome run_sort_by(call_frame& frame) {
  WEIR_TRY(items, keyed_items(frame));
  std::stable_sort(items.begin(), items.end(), by_key);
  std::vector<value_view> given;
  for (const auto& one : items) given.push_back(one.item);
  return frame.with.array_of(given);
}

} // namespace core::contract::jmespath
