// Merging of partial states: slices of a window, sessions that grow together.
#include <algorithm>
#include <memory>

#include "core/agg/accumulators.hpp"
#include "core/agg/side_state.hpp"

namespace core::agg {

namespace {

template <class Cell, class Step>
void join(std::byte* into, const std::byte* from, Step step) {
  store(into, step(load<Cell>(into), load<Cell>(from)));
}

template <class Better>
void join_real(std::byte* into, const std::byte* from, Better better) {
  if (load<std::uint64_t>(from) == no_real) return;
  const auto value = load<double>(from);
  if (load<std::uint64_t>(into) == no_real || better(value, load<double>(into))) store(into, value);
}

std::uint64_t wrapping_add(std::uint64_t a, std::uint64_t b) { return a + b; }

} // namespace

void accumulators::merge(std::byte* into, const std::byte* from, merge_side side) {
  for (const auto& one : cells_) {
    auto* to = into + one.offset;
    const auto* with = from + one.offset;
    switch (one.kind) {
    case cell_kind::rows:
    case cell_kind::values:
    case cell_kind::sum_integer: join<std::uint64_t>(to, with, wrapping_add); break;
    case cell_kind::sum_real: join<double>(to, with, [](double a, double b) { return a + b; }); break;
    case cell_kind::sum_float:
      join<double>(to, with, [](double a, double b) { return static_cast<double>(static_cast<float>(a + b)); });
      break;
    case cell_kind::sum_decimal: join<int128>(to, with, add_decimal); break;
    case cell_kind::min_integer: join<std::int64_t>(to, with, [](auto a, auto b) { return std::min(a, b); }); break;
    case cell_kind::max_integer: join<std::int64_t>(to, with, [](auto a, auto b) { return std::max(a, b); }); break;
    case cell_kind::min_real: join_real(to, with, [](double a, double b) { return a < b; }); break;
    case cell_kind::max_real: join_real(to, with, [](double a, double b) { return a > b; }); break;
    case cell_kind::min_decimal: join<int128>(to, with, [](auto a, auto b) { return std::min(a, b); }); break;
    case cell_kind::max_decimal: join<int128>(to, with, [](auto a, auto b) { return std::max(a, b); }); break;
    case cell_kind::min_stamp: join<stamp_cell>(to, with, [](auto a, auto b) { return std::min(a, b); }); break;
    case cell_kind::max_stamp: join<stamp_cell>(to, with, [](auto a, auto b) { return std::max(a, b); }); break;
    case cell_kind::welford: join<welford_cell>(to, with, merge_welford); break;
    default: merge_side_state(one, to, with, side);
    }
  }
}

void accumulators::subtract(std::byte* from_total, const std::byte* gone) const {
  for (const auto& one : cells_)
    join<std::uint64_t>(from_total + one.offset, gone + one.offset,
                        [](std::uint64_t a, std::uint64_t b) { return a - b; });
}

namespace {

bool earlier(std::uint64_t a, std::uint64_t b) { return a < b; }
bool later(std::uint64_t a, std::uint64_t b) { return a > b; }

void join_plain(std::byte* into, const std::byte* from, bool (*wins)(std::uint64_t, std::uint64_t)) {
  const auto with = load<plain_cell>(from);
  const auto old = load<plain_cell>(into);
  if (with.arrival != 0 && (old.arrival == 0 || wins(with.arrival, old.arrival))) store(into, with);
}

template <class Wins>
void join_text(std::byte* into, const held_text& with, std::uint64_t& side_bytes, Wins wins) {
  auto* held = load<held_text*>(into);
  if (held == nullptr) {
    held = new held_text(with);
    store(into, held);
    side_bytes += held->bytes();
  } else if (wins(with, *held)) {
    side_bytes -= held->bytes();
    *held = with;
    side_bytes += held->bytes();
  }
}

void join_listed(std::byte* into, const held_text& with, const std::string& separator, merge_side side,
                 std::uint64_t& side_bytes) {
  auto* held = load<held_text*>(into);
  if (held == nullptr) return join_text(into, with, side_bytes, [](const auto&, const auto&) { return false; });
  side_bytes -= held->bytes();
  if (side == merge_side::behind)
    held->text += separator + with.text;
  else
    held->text.insert(0, with.text + separator);
  side_bytes += held->bytes();
}

void join_distinct(std::byte* into, const distinct_set& with, merge_side side, std::uint64_t& side_bytes) {
  auto* set = load<distinct_set*>(into);
  if (set == nullptr || side == merge_side::before) {
    auto made = std::make_unique<distinct_set>(with);
    if (set != nullptr) {
      const std::unique_ptr<distinct_set> old(set);
      side_bytes -= old->bytes();
      made->add_all(*old);
    }
    side_bytes += made->bytes();
    store(into, made.release());
    return;
  }
  side_bytes -= set->bytes();
  set->add_all(with);
  side_bytes += set->bytes();
}

void join_held(std::byte* into, const held_state& with, merge_side side, std::uint64_t& side_bytes) {
  auto* held = load<held_state*>(into);
  if (held == nullptr) {
    held = with.copy().release();
    store(into, held);
  } else {
    side_bytes -= held->bytes();
    held->merge(with, side);
  }
  side_bytes += held->bytes();
}

} // namespace

void accumulators::merge_side_state(const cell& one, std::byte* into, const std::byte* from, merge_side side) {
  if (one.kind == cell_kind::first_plain) return join_plain(into, from, earlier);
  if (one.kind == cell_kind::last_plain) return join_plain(into, from, later);
  if (load<void*>(from) == nullptr) return;
  if (one.kind == cell_kind::distinct) return join_distinct(into, *load<distinct_set*>(from), side, side_bytes_);
  if (one.kind == cell_kind::held) return join_held(into, *load<held_state*>(from), side, side_bytes_);
  const auto& with = *load<held_text*>(from);
  switch (one.kind) {
  case cell_kind::min_text:
    return join_text(into, with, side_bytes_, [](const auto& a, const auto& b) { return a.text < b.text; });
  case cell_kind::max_text:
    return join_text(into, with, side_bytes_, [](const auto& a, const auto& b) { return a.text > b.text; });
  case cell_kind::first_text:
    return join_text(into, with, side_bytes_, [](const auto& a, const auto& b) { return a.arrival < b.arrival; });
  case cell_kind::last_text:
    return join_text(into, with, side_bytes_, [](const auto& a, const auto& b) { return a.arrival > b.arrival; });
  default: return join_listed(into, with, separators_[one.text], side, side_bytes_);
  }
}

} // namespace core::agg
