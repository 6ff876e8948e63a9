#pragma once
// The windows of a query the slow and plain way, as the operators must have them: every row judged alone, every window
// a list of rows.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/time_zone.hpp"
#include "tests/core/window/stream.hpp"

namespace core::stream {

class plain_windows {
public:
  plain_windows(window::window_spec spec, std::vector<agg::aggregate_call> calls, const settings& how);

  outcome run(const std::vector<row>& rows);

private:
  using key = std::optional<std::string>;
  struct one_window {
    std::int64_t start; ///< Wall clock; of sessions UTC.
    std::int64_t end;
    std::vector<row> rows{};
  };

  bool is_session() const { return spec_.kind == window::window_kind::session; }
  event_time_ms fires_at(std::int64_t end) const;
  std::vector<std::pair<std::int64_t, std::int64_t>> windows_of(event_time_ms time) const;
  one_window joined(std::vector<one_window>& open, const row& one, std::int64_t start, std::int64_t end) const;
  void add(const row& one, std::size_t number);
  void fire(event_time_ms watermark);
  void put_out(const key& of, const one_window& one);

  window::window_spec spec_;
  std::vector<agg::aggregate_call> calls_;
  const time_zone& zone_;
  settings how_;
  watermark::watermark_combiner clocks_;
  std::map<key, std::vector<one_window>> open_{};
  event_time_ms clock_ = no_watermark;
  outcome made_{};
};

} // namespace core::stream
