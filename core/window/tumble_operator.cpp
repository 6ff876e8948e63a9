#include "core/window/tumble_operator.hpp"

#include "core/window/open_list.hpp"

namespace core::window {

tumble_operator::~tumble_operator() {
  while (!slices_.empty()) drop_first_slice();
}

void tumble_operator::fire(std::int64_t end) {
  while (!slices_.empty() && slices_.front()->start + grid_.size_ms() <= end) {
    const auto& closed = *slices_.front();
    writer_.open(closed.start, closed.start + grid_.size_ms());
    for (std::uint32_t i = 0; i < closed.groups.end(); ++i)
      writer_.add(row_key(closed.groups.row(i)), closed.groups.cells(i));
    writer_.settle();
    drop_first_slice();
  }
}

// GCOVR_EXCL_START a row behind the last fired end has one window, which has fired: it is late and does not come here
void tumble_operator::add_behind(const batch&, const keyed_row&) { WEIR_ENSURE(false, "such a row is late"); }
// GCOVR_EXCL_STOP

std::vector<open_window> tumble_operator::open_windows(std::size_t limit) const {
  std::vector<open_window> made;
  for (const auto& one : slices_) {
    if (made.size() >= limit) break;
    const auto end = one->start + grid_.size_ms();
    std::vector<open_window> groups;
    for (std::uint32_t i = 0; i < one->groups.end(); ++i)
      groups.push_back({one->start, end, grid_.fires_at(end), agg::accumulators::rows_of(one->groups.cells(i)),
                        std::string(row_key(one->groups.row(i)))});
    list_open(made, std::move(groups), limit);
  }
  return made;
}

std::uint64_t tumble_operator::open_window_count() const { return held_groups(); }

} // namespace core::window
