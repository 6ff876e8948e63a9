#pragma once
// Joins rows of one window (and equal keys) when the window ends. A row of a window that has fired is late.

#include "core/join/join_plan.hpp"
#include "core/window/attached_window.hpp"

namespace core::join {

struct window_join_plan {
  join_plan join{};
  std::array<window::attached_window, 2> windows{}; ///< Rows meet only within equal starts and ends.
};

[[nodiscard]] result<std::unique_ptr<window::keyed_operator>> make_window_join(const window_join_plan& plan);

} // namespace core::join
