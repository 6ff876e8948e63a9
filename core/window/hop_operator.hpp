#pragma once
// HOP: a row goes into one slice (the greatest width that fits both size and slide); a closed slice joins the running
// totals of its keys and leaves them when no open window holds it. One thread at a time: its shard.

#include <vector>

#include "core/window/hop_records.hpp"
#include "core/window/sliced_operator.hpp"

namespace core::window {

class hop_operator final : public sliced_operator {
public:
  hop_operator(const window_aggregate_plan& plan, agg::accumulators state);
  ~hop_operator() override;

  [[nodiscard]] std::vector<open_window> open_windows(std::size_t limit) const override;
  [[nodiscard]] std::uint64_t open_window_count() const override;
  [[nodiscard]] std::uint64_t state_bytes() const override;

private:
  void fire(std::int64_t end) override;
  void add_behind(const batch& from, const keyed_row& one) override;
  void save_more(snapshot::state_writer& to) const override;
  void restore_more(std::span<snapshot::state_reader> from, const snapshot::key_share& share) override;
  void attach_through(std::int64_t end);
  void detach_before(std::int64_t start);
  void pack();
  [[nodiscard]] std::int64_t silent_through(std::string_view key, std::uint32_t tag) const {
    return flushed_.empty() ? no_watermark : flushed_.closed_through(key, tag);
  }

  hop_records records_;
  std::size_t attached_ = 0;  ///< The first so many slices are in the records.
  std::int64_t last_end_ = 0; ///< Of the window that came out last, while there are records.
  std::vector<std::byte*> targets_{};
};

} // namespace core::window
