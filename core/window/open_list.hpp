#pragma once
// Lists open windows for people: those of one end in order of key. Made on request; never on the path of rows.

#include <algorithm>
#include <vector>

#include "core/window/keyed_operator.hpp"

namespace core::window {

/// Appends the windows of one end in order of key, at most up to `limit` in all.
inline void list_open(std::vector<open_window>& to, std::vector<open_window> of_one_end, std::size_t limit) {
  std::sort(of_one_end.begin(), of_one_end.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  for (auto& one : of_one_end) {
    if (to.size() >= limit) return;
    to.push_back(std::move(one));
  }
}

} // namespace core::window
