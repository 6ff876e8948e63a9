// From cells to values of the result columns.
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/agg/accumulators.hpp"
#include "core/agg/side_state.hpp"
#include "core/data/number_text.hpp"

namespace core::agg {

namespace {

/// Rows without elements; `append_held` says where each ends.
void grow_lists(column& to) {
  to.offsets.resize(to.rows + 1, to.offsets.empty() ? 0 : to.offsets.back());
  if (!to.children.empty()) return;
  for (const auto& field : *to.type.fields) to.children.push_back(std::make_shared<column>(make_column(field.type, 0)));
}

} // namespace

std::size_t grow(column& to, std::size_t count) {
  const std::size_t first = to.rows;
  const auto rows = first + count;
  to.rows = static_cast<std::uint32_t>(rows);
  switch (storage_of(to.type.kind)) {
  case storage::integer: to.ints.resize(rows); break;
  case storage::real: to.reals.resize(rows); break;
  case storage::decimal: to.decimals.resize(rows); break;
  case storage::text: to.texts.resize(rows, std::string_view("", 0)); break;
  case storage::nested: grow_lists(to);
  }
  if (!to.valid.empty()) to.valid.resize(rows, 1);
  if (!to.nanos.empty()) to.nanos.resize(rows, 0);
  return first;
}

namespace {

std::int64_t cut(type_kind kind, std::int64_t value) {
  switch (kind) {
  case type_kind::int8: return static_cast<std::int8_t>(value);
  case type_kind::int16: return static_cast<std::int16_t>(value);
  case type_kind::int32: return static_cast<std::int32_t>(value);
  default: return value;
  }
}

/// Java's (int) of a double, then cut to the narrower type; (long) for BIGINT.
std::int64_t cut_real(type_kind kind, double value) {
  if (std::isnan(value)) return 0;
  using wide = std::numeric_limits<std::int64_t>;
  using narrow = std::numeric_limits<std::int32_t>;
  if (kind == type_kind::int64) {
    if (value >= 9223372036854775808.0) return wide::max();
    return value <= -9223372036854775808.0 ? wide::min() : static_cast<std::int64_t>(value);
  }
  if (value >= static_cast<double>(narrow::max())) return cut(kind, narrow::max());
  if (value <= static_cast<double>(narrow::min())) return cut(kind, narrow::min());
  return cut(kind, static_cast<std::int64_t>(value));
}

void put_real(column& to, std::size_t row, double value) {
  switch (storage_of(to.type.kind)) {
  case storage::real:
    to.reals[row] = to.type.kind == type_kind::float32 ? static_cast<double>(static_cast<float>(value)) : value;
    return;
  case storage::decimal: {
    std::string text;
    append_double(text, value);
    const auto made = parse_decimal(text, to.type.precision, to.type.scale);
    if (made)
      to.decimals[row] = *made;
    else
      to.set_null(row);
    return;
  }
  default: to.ints[row] = cut_real(to.type.kind, value);
  }
}

/// Half up, away from zero.
int128 divide_half_up(int128 value, int128 by) {
  const int128 quotient = value / by;
  const int128 left = value % by;
  const int128 twice = (left < 0 ? -left : left) * 2;
  return twice >= by ? quotient + (value < 0 ? -1 : 1) : quotient;
}

/// sum / count with the scale of the result; scaled in two steps, since sum * 10^6 may not fit.
void put_decimal_average(column& to, std::size_t row, int128 sum, int scale, std::uint64_t count) {
  if (sum == overflown) return to.set_null(row);
  const auto by = static_cast<int128>(count);
  int128 whole = sum / by;
  int128 left = sum % by;
  for (int digit = scale; digit < to.type.scale; ++digit) {
    left *= 10;
    if (__builtin_mul_overflow(whole, static_cast<int128>(10), &whole)) return to.set_null(row);
    whole += left / by;
    left %= by;
  }
  whole += divide_half_up(left, by);
  if (whole >= power_of_ten(to.type.precision) || whole <= -power_of_ten(to.type.precision)) return to.set_null(row);
  to.decimals[row] = whole;
}

void put_average(column& to, std::size_t row, const std::byte* main, const data_type& argument, std::uint64_t count) {
  switch (storage_of(argument.kind)) {
  case storage::real: return put_real(to, row, load<double>(main) / static_cast<double>(count));
  case storage::decimal: return put_decimal_average(to, row, load<int128>(main), argument.scale, count);
  default: to.ints[row] = cut(to.type.kind, load<std::int64_t>(main) / static_cast<std::int64_t>(count));
  }
}

void put_spread(column& to, std::size_t row, function what, welford_cell state, std::uint64_t count) {
  const bool sample = what == function::stddev_samp || what == function::var_samp;
  if (sample && count == 1) return to.set_null(row);
  const double variance = state.m2 / static_cast<double>(sample ? count - 1 : count);
  const bool root = what == function::stddev_pop || what == function::stddev_samp;
  put_real(to, row, root ? std::sqrt(variance) : variance);
}

void put_value(column& to, std::size_t row, const std::byte* main, cell_kind kind, text_arena& texts) {
  switch (kind) {
  case cell_kind::first_plain:
  case cell_kind::last_plain: {
    const auto held = load<plain_cell>(main);
    return put_plain(to, row, {held.low, held.high});
  }
  case cell_kind::min_stamp:
  case cell_kind::max_stamp: {
    const auto held = load<stamp_cell>(main);
    return put_plain(to, row, {static_cast<std::uint64_t>(held.ms), static_cast<std::uint64_t>(held.nanos)});
  }
  case cell_kind::min_decimal:
  case cell_kind::max_decimal: to.decimals[row] = load<int128>(main); return;
  case cell_kind::sum_decimal: {
    const auto sum = load<int128>(main);
    if (sum == overflown)
      to.set_null(row);
    else
      to.decimals[row] = sum;
    return;
  }
  default: to.texts[row] = texts.store(load<held_text*>(main)->text);
  }
}

/// The common results without a decision for each row: `value` turns a cell into the result; groups without values are
/// NULL.
template <class Cell, class Value, class Result>
void put_all(const std::byte* const* cells, std::size_t count, std::uint32_t values_at, std::uint32_t main_at,
             column& to, std::vector<Result>& made, Value value) {
  const auto first = made.size() - count;
  bool missing = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto values = load<std::uint64_t>(cells[i] + values_at);
    missing |= values == 0;
    made[first + i] = value(load<Cell>(cells[i] + main_at), values | static_cast<std::uint64_t>(values == 0));
  }
  if (!missing) return;
  for (std::size_t i = 0; i < count; ++i)
    if (load<std::uint64_t>(cells[i] + values_at) == 0) to.set_null(first + i);
}

} // namespace

void accumulators::append_results(std::size_t call, const std::byte* const* cells, std::size_t count, column& to,
                                  text_arena& texts) const {
  const auto& one = outputs_[call];
  if (one.what == function::count_star || (one.what == function::count && !one.distinct)) {
    const auto first = grow(to, count);
    auto* made = to.ints.data() + first;
    for (std::size_t i = 0; i < count; ++i) made[i] = load<std::int64_t>(cells[i] + one.values_at);
    return;
  }
  if (one.main == cell_kind::held)
    append_held(one, cells, count, to, texts);
  else if (one.distinct)
    append_distinct(one, cells, count, to, texts);
  else
    append_plain(one, cells, count, to, texts);
}

void accumulators::append_plain(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                                text_arena& texts) const {
  const auto first = grow(to, count);
  const auto integers = [&](auto value) {
    put_all<std::int64_t>(cells, count, one.values_at, one.main_at, to, to.ints, value);
  };
  const auto reals = [&](auto value) {
    put_all<double>(cells, count, one.values_at, one.main_at, to, to.reals, value);
  };
  const bool average = one.what == function::avg;
  switch (one.main) {
  case cell_kind::sum_real:
    if (average && to.type.kind == type_kind::float64)
      return reals([](double sum, std::uint64_t values) { return sum / static_cast<double>(values); });
    if (average) break;
    [[fallthrough]];
  case cell_kind::sum_float:
  case cell_kind::min_real:
  case cell_kind::max_real: return reals([](double value, std::uint64_t) { return value; });
  case cell_kind::sum_integer:
    if (average) break;
    [[fallthrough]];
  case cell_kind::values:
  case cell_kind::min_integer:
  case cell_kind::max_integer:
    return integers([kind = to.type.kind](std::int64_t value, std::uint64_t) { return cut(kind, value); });
  default: break;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = first + i;
    const auto values = load<std::uint64_t>(cells[i] + one.values_at);
    const auto* main = cells[i] + one.main_at;
    if (values == 0)
      to.set_null(row);
    else if (one.what == function::avg)
      put_average(to, row, main, one.argument, values);
    else if (one.main == cell_kind::welford)
      put_spread(to, row, one.what, load<welford_cell>(main), values);
    else
      put_value(to, row, main, one.main, texts);
  }
}

void accumulators::append_held(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                               text_arena& texts) const {
  const auto first = grow(to, count);
  const bool nested = storage_of(to.type.kind) == storage::nested;
  const auto own = nested ? std::make_shared<text_arena>() : nullptr; // The elements' texts go with the elements.
  for (std::size_t i = 0; i < count; ++i) {
    const auto* held = load<held_state*>(cells[i] + one.main_at);
    (held != nullptr ? *held : *held_[one.held]).put(to, first + i, nested ? *own : texts);
    if (nested) to.offsets[first + i + 1] = to.children[0]->rows;
  }
  if (!nested || own->bytes() == 0) return;
  for (std::size_t child = 0; child < to.children.size(); ++child) elements_of(to, child).owners.push_back(own);
}

void accumulators::append_distinct(const output& one, const std::byte* const* cells, std::size_t count, column& to,
                                   text_arena& texts) const {
  if (one.what == function::count) {
    const auto first = grow(to, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto* set = load<distinct_set*>(cells[i] + one.main_at);
      to.ints[first + i] = set == nullptr ? 0 : static_cast<std::int64_t>(set->size());
    }
    return;
  }
  std::vector<std::byte> group(one.distinct->bytes());
  std::byte* const state = group.data();
  for (std::size_t i = 0; i < count; ++i) {
    const auto* set = load<distinct_set*>(cells[i] + one.main_at);
    batch values;
    values.rows = set == nullptr ? 0 : static_cast<std::uint32_t>(set->size());
    values.columns.push_back(
        std::make_shared<const column>(set == nullptr ? make_column(one.argument, 0) : set->values(one.argument)));
    std::vector<std::uint32_t> rows(values.rows);
    for (std::uint32_t row = 0; row < values.rows; ++row) rows[row] = row;
    const std::vector<std::byte*> targets(values.rows, state);
    one.distinct->start(state);
    one.distinct->update(values, {rows.data(), targets.data(), values.rows, 1, false});
    const std::byte* const made = state;
    one.distinct->append_results(0, &made, 1, to, texts);
    one.distinct->clear(state);
  }
}

} // namespace core::agg
