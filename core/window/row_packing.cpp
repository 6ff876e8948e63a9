#include "core/window/row_packing.hpp"

#include <algorithm>
#include <numeric>

namespace core::window {

void row_packing::pack(const std::vector<kept_row*>& living, const schema& layout) {
  for (std::size_t at = 0; at < living.size(); at += batch_rows_max) {
    const auto end = std::min(at + batch_rows_max, living.size());
    std::vector<kept_row> rows;
    for (auto i = at; i < end; ++i) rows.push_back(*living[i]);
    batch together;
    together.rows = static_cast<std::uint32_t>(rows.size());
    together.columns = collect_columns(rows, layout);
    std::vector<std::uint32_t> all(rows.size());
    std::iota(all.begin(), all.end(), 0U);
    const auto block = keep_rows(together, all); // texts as well: the old blocks shall go
    for (auto i = at; i < end; ++i) *living[i] = {block, static_cast<std::uint32_t>(i - at)};
  }
  held_ = living.size();
}

} // namespace core::window
