#include "core/agg/accumulators.hpp"

#include <algorithm>
#include <limits>

#include "core/agg/side_state.hpp"

namespace core::agg {

/// Lays out the cells of a query, each once.
class layout_builder {
public:
  explicit layout_builder(const schema& input) : input_(input) {
    made_.selections_.push_back({});
    (void)cell_at(cell_kind::rows, -1, 0, 0);
  }

  result<void> add(const aggregate_call& call) {
    const auto columns = static_cast<int>(input_.fields.size());
    WEIR_ENSURE(call.argument < columns && call.filter < columns, "the planner binds calls to columns of the input");
    if (auto type = result_type(call.what, call.argument_type); !type) return std::unexpected(type.error());
    if (is_held(call.what)) return add_held(call);
    accumulators::output out{
        .what = call.what, .argument = call.argument_type, .type = call.result_type, .distinct = {}};
    const auto picked = selection_of({call.argument, call.filter});
    const bool once = call.distinct && matters_once(call.what);
    out.values_at = picked == 0 ? 0 : cell_at(cell_kind::values, -1, picked, 0);
    out.main = once ? cell_kind::distinct : main_of(call);
    out.main_at = out.values_at;
    if (out.main != cell_kind::values) out.main_at = cell_at(out.main, call.argument, picked, text_of(call, out.main));
    if (once) {
      auto inner = inner_of(call);
      if (!inner) return std::unexpected(inner.error());
      out.distinct = std::make_shared<accumulators>(std::move(*inner));
    }
    made_.outputs_.push_back(std::move(out));
    return {};
  }

  /// Such state belongs to its call alone.
  result<void> add_held(const aggregate_call& call) {
    accumulators::output out{
        .what = call.what, .argument = call.argument_type, .type = call.result_type, .distinct = {}};
    const bool with_nulls = call.what == function::array_agg && !call.ignore_nulls;
    const auto picked = selection_of({with_nulls ? -1 : call.argument, call.filter});
    out.main = cell_kind::held;
    out.held = static_cast<std::uint32_t>(made_.held_.size());
    out.main_at = cell_at(cell_kind::held, call.argument, picked, out.held);
    made_.cells_.back().weight = call.weight;
    made_.held_.push_back(make_held(call));
    made_.outputs_.push_back(std::move(out));
    return {};
  }

  accumulators finish() {
    for (const auto& one : made_.cells_) fill_empty(one);
    made_.picked_.resize(made_.selections_.size());
    return std::move(made_);
  }

private:
  static bool matters_once(function what) {
    return what != function::min && what != function::max && what != function::first_value &&
           what != function::last_value;
  }

  static result<accumulators> inner_of(const aggregate_call& call) {
    auto inner = call;
    inner.distinct = false;
    inner.argument = 0;
    inner.filter = -1;
    return accumulators::make({inner}, schema{{{"value", call.argument_type}}});
  }

  static cell_kind least(const data_type& type, bool greatest) {
    const auto pick = [&](cell_kind min, cell_kind max) { return greatest ? max : min; };
    switch (storage_of(type.kind)) {
    case storage::real: return pick(cell_kind::min_real, cell_kind::max_real);
    case storage::decimal: return pick(cell_kind::min_decimal, cell_kind::max_decimal);
    case storage::text: return pick(cell_kind::min_text, cell_kind::max_text);
    default:
      if (is_timestamp(type.kind) && type.precision > 3) return pick(cell_kind::min_stamp, cell_kind::max_stamp);
      return pick(cell_kind::min_integer, cell_kind::max_integer);
    }
  }

  static cell_kind sum_of(const aggregate_call& call) {
    switch (call.argument_type.kind) {
    case type_kind::float32: return call.what == function::sum ? cell_kind::sum_float : cell_kind::sum_real;
    case type_kind::float64: return cell_kind::sum_real;
    case type_kind::decimal: return cell_kind::sum_decimal;
    default: return cell_kind::sum_integer;
    }
  }

  static cell_kind main_of(const aggregate_call& call) {
    const bool text = storage_of(call.argument_type.kind) == storage::text;
    switch (call.what) {
    case function::sum:
    case function::avg: return sum_of(call);
    case function::min: return least(call.argument_type, false);
    case function::max: return least(call.argument_type, true);
    case function::first_value: return text ? cell_kind::first_text : cell_kind::first_plain;
    case function::last_value: return text ? cell_kind::last_text : cell_kind::last_plain;
    case function::listagg: return cell_kind::listagg;
    case function::stddev_pop:
    case function::stddev_samp:
    case function::var_pop:
    case function::var_samp: return cell_kind::welford;
    default: return cell_kind::values;
    }
  }

  static std::uint32_t size_of(cell_kind kind) {
    switch (kind) {
    case cell_kind::sum_decimal:
    case cell_kind::min_stamp:
    case cell_kind::max_stamp:
    case cell_kind::min_decimal:
    case cell_kind::max_decimal: return 16;
    case cell_kind::first_plain:
    case cell_kind::last_plain: return sizeof(plain_cell);
    case cell_kind::welford: return sizeof(welford_cell);
    default: return 8;
    }
  }

  std::uint32_t selection_of(selection wanted) {
    auto& known = made_.selections_;
    const auto found = std::find(known.begin(), known.end(), wanted);
    if (found != known.end()) return static_cast<std::uint32_t>(found - known.begin());
    known.push_back(wanted);
    return static_cast<std::uint32_t>(known.size() - 1);
  }

  std::uint32_t text_of(const aggregate_call& call, cell_kind kind) {
    if (kind != cell_kind::listagg) return 0;
    auto& known = made_.separators_;
    const auto found = std::find(known.begin(), known.end(), call.separator);
    if (found != known.end()) return static_cast<std::uint32_t>(found - known.begin());
    known.push_back(call.separator);
    return static_cast<std::uint32_t>(known.size() - 1);
  }

  std::uint32_t cell_at(cell_kind kind, int argument, std::uint32_t picked, std::uint32_t text) {
    for (const auto& one : made_.cells_)
      if (one.kind == kind && one.argument == argument && one.selection == picked && one.text == text)
        return one.offset;
    const auto offset = static_cast<std::uint32_t>(made_.empty_.size());
    const cell made{kind, offset, size_of(kind), argument, picked, text};
    made_.cells_.push_back(made);
    made_.empty_.resize(offset + made.size);
    made_.has_side_ |= has_side(kind);
    made_.subtracts_ &= kind == cell_kind::rows || kind == cell_kind::values || kind == cell_kind::sum_integer;
    return offset;
  }

  void fill_empty(const cell& one) {
    auto* at = made_.empty_.data() + one.offset;
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least_value = std::numeric_limits<std::int64_t>::min();
    switch (one.kind) {
    case cell_kind::min_integer: return store(at, most);
    case cell_kind::max_integer: return store(at, least_value);
    case cell_kind::min_stamp: return store(at, stamp_cell{most, most});
    case cell_kind::max_stamp: return store(at, stamp_cell{least_value, least_value});
    case cell_kind::min_real:
    case cell_kind::max_real: return store(at, no_real);
    case cell_kind::min_decimal: return store(at, ~overflown);
    case cell_kind::max_decimal: return store(at, overflown);
    default: return; // zeros
    }
  }

  const schema& input_;
  accumulators made_{};
};

result<accumulators> accumulators::make(const std::vector<aggregate_call>& calls, const schema& input) {
  layout_builder builder(input);
  for (const auto& call : calls)
    if (auto added = builder.add(call); !added) return std::unexpected(added.error());
  return builder.finish();
}

void accumulators::copy(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, empty_.size());
  if (!has_side_) return;
  for (const auto& one : cells_) {
    if (!agg::has_side(one.kind) || load<void*>(from + one.offset) == nullptr) continue;
    if (one.kind == cell_kind::held) {
      auto made = load<held_state*>(from + one.offset)->copy();
      side_bytes_ += made->bytes();
      store(to + one.offset, made.release());
    } else if (one.kind == cell_kind::distinct) {
      auto* made = new distinct_set(*load<distinct_set*>(from + one.offset));
      side_bytes_ += made->bytes();
      store(to + one.offset, made);
    } else {
      auto* made = new held_text(*load<held_text*>(from + one.offset));
      side_bytes_ += made->bytes();
      store(to + one.offset, made);
    }
  }
}

void accumulators::clear(std::byte* cells) {
  if (!has_side_) return;
  for (const auto& one : cells_) {
    if (!agg::has_side(one.kind) || load<void*>(cells + one.offset) == nullptr) continue;
    if (one.kind == cell_kind::held) {
      const std::unique_ptr<held_state> gone(load<held_state*>(cells + one.offset));
      side_bytes_ -= gone->bytes();
    } else if (one.kind == cell_kind::distinct) {
      const std::unique_ptr<distinct_set> gone(load<distinct_set*>(cells + one.offset));
      side_bytes_ -= gone->bytes();
    } else {
      const std::unique_ptr<held_text> gone(load<held_text*>(cells + one.offset));
      side_bytes_ -= gone->bytes();
    }
  }
}

} // namespace core::agg
