// The hot loops: one pass over the rows for each cell, no call and no decision about types inside.
#include <algorithm>
#include <memory>

#include "core/agg/accumulators.hpp"
#include "core/agg/side_state.hpp"
#include "core/data/number_text.hpp"

namespace core::agg {

namespace {

template <class Cell, class Step>
void each(const row_targets& targets, std::uint32_t offset, Step step) {
  for (std::size_t i = 0; i < targets.count; ++i) {
    auto* at = targets.cells[i] + offset;
    store(at, step(load<Cell>(at), targets.rows[i]));
  }
}

/// MIN and MAX of doubles compare as Java's `<` does: a NaN never replaces a value and is never replaced.
template <class Better>
void each_real(const row_targets& targets, std::uint32_t offset, const double* values, Better better) {
  for (std::size_t i = 0; i < targets.count; ++i) {
    auto* at = targets.cells[i] + offset;
    const double value = values[targets.rows[i]];
    if (load<std::uint64_t>(at) == no_real || better(value, load<double>(at))) store(at, value);
  }
}

stamp_cell stamp_of(const column& from, std::uint32_t row) {
  return {from.ints[row], from.nanos.empty() ? 0 : from.nanos[row]};
}

double number_of(const column& from, std::uint32_t row) {
  switch (storage_of(from.type.kind)) {
  case storage::real: return from.reals[row];
  case storage::decimal: return decimal_to_double(from.decimals[row], from.type.scale);
  default: return static_cast<double>(from.ints[row]);
  }
}

welford_cell add_welford(welford_cell state, double value) {
  state.values += 1;
  const double delta = value - state.mean;
  state.mean += delta / state.values;
  state.m2 += delta * (value - state.mean);
  return state;
}

std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

} // namespace

void accumulators::pick(const batch& from, const row_targets& all, std::size_t index) {
  auto& made = picked_[index];
  made.own_arrivals = false;
  made.targets = all;
  const auto [argument, filter] = selections_[index];
  const auto* values = argument < 0 ? nullptr : from.columns[static_cast<std::size_t>(argument)].get();
  const auto* test = filter < 0 ? nullptr : from.columns[static_cast<std::size_t>(filter)].get();
  if ((values == nullptr || !values->has_nulls()) && test == nullptr) return;
  made.rows.clear();
  made.cells.clear();
  made.arrivals.clear();
  for (std::size_t i = 0; i < all.count; ++i) {
    const auto row = all.rows[i];
    if (values != nullptr && values->is_null(row)) continue;
    if (test != nullptr && (test->is_null(row) || test->ints[row] == 0)) continue;
    made.rows.push_back(row);
    made.cells.push_back(all.cells[i]);
    if (has_side_ || !subtracts_) made.arrivals.push_back(all.first_arrival + (all.one_arrival ? 0 : i));
  }
  made.own_arrivals = true;
  made.targets.rows = made.rows.data();
  made.targets.cells = made.cells.data();
  made.targets.count = made.rows.size();
}

void accumulators::update(const batch& from, const row_targets& targets) {
  for (std::size_t i = 0; i < selections_.size(); ++i) pick(from, targets, i);
  for (const auto& one : cells_) {
    const auto& picked = picked_[one.selection];
    if (picked.targets.count > 0) update_cell(one, from, picked);
  }
}

void accumulators::update_cell(const cell& one, const batch& from, const picked_rows& picked) {
  const auto& targets = picked.targets;
  if (one.argument < 0)
    return each<std::uint64_t>(targets, one.offset, [](std::uint64_t count, std::uint32_t) { return count + 1; });
  const auto& values = *from.columns[static_cast<std::size_t>(one.argument)];
  const auto* ints = values.ints.data();
  const auto* reals = values.reals.data();
  const auto* decimals = values.decimals.data();
  using integer = std::int64_t;
  switch (one.kind) {
  case cell_kind::sum_integer:
    return each<integer>(targets, one.offset, [=](integer sum, auto row) { return wrapping_add(sum, ints[row]); });
  case cell_kind::sum_real:
    return each<double>(targets, one.offset, [=](double sum, auto row) { return sum + reals[row]; });
  case cell_kind::sum_float:
    return each<double>(targets, one.offset, [=](double sum, auto row) {
      return static_cast<double>(static_cast<float>(sum + reals[row]));
    });
  case cell_kind::sum_decimal:
    return each<int128>(targets, one.offset, [=](int128 sum, auto row) { return add_decimal(sum, decimals[row]); });
  case cell_kind::min_integer:
    return each<integer>(targets, one.offset, [=](integer least, auto row) { return std::min(least, ints[row]); });
  case cell_kind::max_integer:
    return each<integer>(targets, one.offset, [=](integer most, auto row) { return std::max(most, ints[row]); });
  case cell_kind::min_real: return each_real(targets, one.offset, reals, [](double a, double b) { return a < b; });
  case cell_kind::max_real: return each_real(targets, one.offset, reals, [](double a, double b) { return a > b; });
  case cell_kind::min_decimal:
    return each<int128>(targets, one.offset, [=](int128 least, auto row) { return std::min(least, decimals[row]); });
  case cell_kind::max_decimal:
    return each<int128>(targets, one.offset, [=](int128 most, auto row) { return std::max(most, decimals[row]); });
  case cell_kind::min_stamp:
    return each<stamp_cell>(targets, one.offset,
                            [&](stamp_cell least, auto row) { return std::min(least, stamp_of(values, row)); });
  case cell_kind::max_stamp:
    return each<stamp_cell>(targets, one.offset,
                            [&](stamp_cell most, auto row) { return std::max(most, stamp_of(values, row)); });
  case cell_kind::welford:
    return each<welford_cell>(targets, one.offset, [&](const welford_cell& state, auto row) {
      return add_welford(state, number_of(values, row));
    });
  case cell_kind::held: return update_held(one, from, picked);
  default: return update_side(one, values, picked);
  }
}

void accumulators::update_held(const cell& one, const batch& from, const picked_rows& picked) {
  const auto& values = *from.columns[static_cast<std::size_t>(one.argument)];
  const auto* weights = one.weight < 0 ? nullptr : from.columns[static_cast<std::size_t>(one.weight)].get();
  for (std::size_t i = 0; i < picked.targets.count; ++i) {
    const auto row = picked.targets.rows[i];
    if (weights != nullptr && (weights->is_null(row) || weights->ints[row] <= 0)) continue;
    auto* at = picked.targets.cells[i] + one.offset;
    auto* held = load<held_state*>(at);
    if (held == nullptr) {
      held = held_[one.text]->copy().release();
      store(at, held);
    } else {
      side_bytes_ -= held->bytes();
    }
    held->add(values, row, weights == nullptr ? 1 : weights->ints[row]);
    side_bytes_ += held->bytes();
  }
}

namespace {

/// Replaces the text of a cell when `wins(old)`; takes it when there is none.
template <class Wins>
void put_text(std::byte* at, std::string_view text, std::uint64_t arrival, std::uint64_t& side_bytes, Wins wins) {
  auto* held = load<held_text*>(at);
  if (held != nullptr && !wins(*held)) return;
  if (held == nullptr) {
    held = new held_text;
    store(at, held);
  } else {
    side_bytes -= held->bytes();
  }
  held->text = text;
  held->arrival = arrival;
  side_bytes += held->bytes();
}

void put_listed(std::byte* at, std::string_view text, std::string_view separator, std::uint64_t& side_bytes) {
  auto* held = load<held_text*>(at);
  if (held == nullptr) {
    held = new held_text{0, std::string(text)};
    store(at, held);
    side_bytes += held->bytes();
    return;
  }
  side_bytes -= held->bytes();
  held->text += separator;
  held->text += text;
  side_bytes += held->bytes();
}

void put_distinct(std::byte* at, const column& from, std::uint32_t row, std::uint64_t& side_bytes) {
  auto* set = load<distinct_set*>(at);
  if (set == nullptr) {
    set = new distinct_set;
    store(at, set);
  } else {
    side_bytes -= set->bytes();
  }
  if (storage_of(from.type.kind) == storage::text)
    set->add(from.texts[row]);
  else
    set->add(plain_of(from, row));
  side_bytes += set->bytes();
}

void put_plain_cell(std::byte* at, plain_value value, std::uint64_t arrival) {
  store(at, plain_cell{arrival, value.low, value.high});
}

} // namespace

void accumulators::update_side(const cell& one, const column& from, const picked_rows& picked) {
  const auto& targets = picked.targets;
  for (std::size_t i = 0; i < targets.count; ++i) {
    auto* at = targets.cells[i] + one.offset;
    const auto row = targets.rows[i];
    const auto arrival =
        picked.own_arrivals ? picked.arrivals[i] : targets.first_arrival + (targets.one_arrival ? 0 : i);
    switch (one.kind) {
    case cell_kind::first_plain:
      if (load<plain_cell>(at).arrival == 0) put_plain_cell(at, plain_of(from, row), arrival);
      break;
    case cell_kind::last_plain: put_plain_cell(at, plain_of(from, row), arrival); break;
    case cell_kind::min_text:
      put_text(at, from.texts[row], arrival, side_bytes_, [&](const auto& old) { return from.texts[row] < old.text; });
      break;
    case cell_kind::max_text:
      put_text(at, from.texts[row], arrival, side_bytes_, [&](const auto& old) { return from.texts[row] > old.text; });
      break;
    case cell_kind::first_text:
      put_text(at, from.texts[row], arrival, side_bytes_, [](const auto&) { return false; });
      break;
    case cell_kind::last_text:
      put_text(at, from.texts[row], arrival, side_bytes_, [](const auto&) { return true; });
      break;
    case cell_kind::listagg: put_listed(at, from.texts[row], separators_[one.text], side_bytes_); break;
    default: put_distinct(at, from, row, side_bytes_);
    }
  }
}

} // namespace core::agg
