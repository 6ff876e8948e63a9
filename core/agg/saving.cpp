// Cells in a saved state: those of fixed width as they lie in memory, side state behind them.
#include <memory>

#include "core/agg/accumulators.hpp"
#include "core/agg/side_state.hpp"

namespace core::agg {

void save_text(const held_text& from, snapshot::state_writer& to) {
  to.number(from.arrival);
  to.text(from.text);
}

held_text load_text(snapshot::state_reader& from) {
  held_text made;
  made.arrival = from.number();
  made.text = from.text();
  return made;
}

void distinct_set::save(snapshot::state_writer& to) const {
  to.number(plain_.size());
  for (const auto& value : plain_) to.plain(value);
  to.number(ends_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) to.text(text_at(i));
}

distinct_set distinct_set::load(snapshot::state_reader& from) {
  distinct_set made;
  const auto values = from.count();
  for (std::size_t i = 0; i < values; ++i) (void)made.add(from.plain<plain_value>());
  const auto texts = from.count();
  for (std::size_t i = 0; i < texts; ++i) (void)made.add(from.text());
  return made;
}

void accumulators::save(const std::byte* cells, snapshot::state_writer& to) const {
  for (const auto& one : cells_) {
    if (core::agg::has_side(one.kind))
      save_side(one, cells + one.offset, to);
    else
      to.raw(cells + one.offset, one.size);
  }
}

void accumulators::save_side(const cell& one, const std::byte* at, snapshot::state_writer& to) const {
  const bool there = load<void*>(at) != nullptr;
  to.flag(there);
  if (!there) return;
  if (one.kind == cell_kind::distinct) return load<distinct_set*>(at)->save(to);
  if (one.kind == cell_kind::held) return load<held_state*>(at)->save(to);
  save_text(*load<held_text*>(at), to);
}

void accumulators::restore(std::byte* cells, snapshot::state_reader& from) {
  start(cells);
  for (const auto& one : cells_) {
    if (core::agg::has_side(one.kind))
      restore_side(one, cells + one.offset, from);
    else
      from.raw(cells + one.offset, one.size);
  }
}

void accumulators::restore_side(const cell& one, std::byte* at, snapshot::state_reader& from) {
  if (!from.flag()) return;
  const auto keep = [&](auto made) {
    side_bytes_ += made->bytes();
    store(at, made.release());
  };
  if (one.kind == cell_kind::distinct) return keep(std::make_unique<distinct_set>(distinct_set::load(from)));
  if (one.kind != cell_kind::held) return keep(std::make_unique<held_text>(load_text(from)));
  auto made = held_[one.text]->copy();
  made->load(from);
  keep(std::move(made));
}

void accumulators::skip(snapshot::state_reader& from) {
  std::vector<std::byte> nowhere(bytes());
  restore(nowhere.data(), from);
  clear(nowhere.data());
}

} // namespace core::agg
