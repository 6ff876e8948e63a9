#include "core/window/saved_groups.hpp"

namespace core::window {

void save_groups(const group_table& from, const agg::accumulators& state, snapshot::state_writer& to,
                 std::size_t extra) {
  to.number(from.size());
  for (std::uint32_t i = 0; i < from.end(); ++i) {
    if (is_free_row(from.row(i))) continue;
    snapshot::write_key(to, row_key(from.row(i)));
    state.save(from.cells(i), to);
    to.raw(from.cells(i) + state.bytes(), extra);
  }
}

std::size_t load_groups(group_table& to, agg::accumulators& state, snapshot::state_reader& from,
                        const snapshot::key_share& share, std::size_t extra) {
  const auto groups = from.count();
  for (std::size_t i = 0; i < groups; ++i) {
    const auto key = snapshot::read_key(from);
    const auto hash = share.hash(key);
    if (!share.holds(hash) || from.failed()) {
      state.skip(from);
      (void)from.view(extra);
      continue;
    }
    auto* cells = to.cells(to.find_or_add(key, tag_of(hash)));
    state.clear(cells); // A new group's cells hold nothing.
    state.restore(cells, from);
    from.raw(cells + state.bytes(), extra);
  }
  return groups;
}

} // namespace core::window
