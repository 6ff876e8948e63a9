#pragma once
// The open windows of rows that carry theirs, in the order in which they end, and the clock that closes them. What a
// window holds is the owner's. Owned by one operator; one thread.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/window/attached_window.hpp"
#include "core/window/keyed_operator.hpp"
#include "core/window/window_grid.hpp"

namespace core::window {

/// Wall clock of the zone. Ordered by end.
struct window_bounds {
  std::int64_t end = 0;
  std::int64_t start = 0;
  auto operator<=>(const window_bounds&) const = default;
};

template <class Window>
class attached_windows {
public:
  explicit attached_windows(const std::string& time_zone)
      : grid_(window_spec{.kind = window_kind::tumble, .size_ms = 1, .time_zone = time_zone}) {}

  /// Whether a row of this window comes too late.
  [[nodiscard]] bool is_late(const window_bounds& bounds) const {
    return grid_.fires_at(bounds.end) <= clock_ || flushed_.contains(bounds);
  }
  /// Made when it is new.
  [[nodiscard]] Window& at(const window_bounds& bounds) { return open_.try_emplace(bounds).first->second; }
  /// A watermark in this range closes something.
  [[nodiscard]] bool is_due(event_time_ms watermark) const {
    return !open_.empty() && grid_.fires_at(open_.begin()->first.end) <= watermark;
  }
  /// Moves the clock and hands every window that it closes to `fire(bounds, window)`, in order.
  template <class Fire>
  void advance(event_time_ms watermark, Fire fire) {
    while (is_due(watermark)) {
      fire(open_.begin()->first, open_.begin()->second);
      open_.erase(open_.begin());
    }
    clock_ = std::max(clock_, watermark);
    while (!flushed_.empty() && grid_.fires_at(flushed_.begin()->end) <= clock_) flushed_.erase(flushed_.begin());
  }
  /// Closes all; what comes for them later is late.
  template <class Fire>
  void flush(Fire fire) {
    for (auto& [bounds, window] : open_) {
      fire(bounds, window);
      flushed_.insert(bounds);
    }
    open_.clear();
  }

  /// `write(window)` writes what a window holds.
  template <class Write>
  void save(snapshot::state_writer& to, Write write) const {
    to.plain(clock_);
    to.number(flushed_.size());
    for (const auto& bounds : flushed_) to.plain(bounds);
    to.number(open_.size());
    for (const auto& [bounds, window] : open_) {
      to.plain(bounds);
      write(window);
    }
  }
  /// `read(window)` adds what the share holds of a window, and says whether there is anything in it.
  template <class Read>
  void load(snapshot::state_reader& from, Read read) {
    clock_ = std::max(clock_, from.plain<std::int64_t>());
    const auto flushed = from.count();
    for (std::size_t i = 0; i < flushed; ++i) flushed_.insert(from.plain<window_bounds>());
    const auto windows = from.count();
    for (std::size_t i = 0; i < windows; ++i) {
      const auto at = open_.try_emplace(from.plain<window_bounds>()).first;
      if (!read(at->second)) open_.erase(at);
    }
  }

  [[nodiscard]] event_time_ms clock() const noexcept { return clock_; }
  [[nodiscard]] event_time_ms fires_at(const window_bounds& bounds) const { return grid_.fires_at(bounds.end); }
  [[nodiscard]] const time_zone* zone() const noexcept { return grid_.zone(); }
  [[nodiscard]] std::map<window_bounds, Window>& all() noexcept { return open_; }
  [[nodiscard]] const std::map<window_bounds, Window>& all() const noexcept { return open_; }

private:
  window_grid grid_;
  std::map<window_bounds, Window> open_{};
  std::set<window_bounds> flushed_{};
  event_time_ms clock_ = no_watermark;
};

/// The window that a row carries.
[[nodiscard]] inline window_bounds bounds_of(const batch& rows, const attached_window& window, std::uint32_t row) {
  return {rows.columns[window.end]->ints[row], rows.columns[window.start]->ints[row]};
}

} // namespace core::window
