#pragma once
// One group of rows, fed and read through `accumulators`, as the operators do.

#include <memory>
#include <string>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/data/number_text.hpp"
#include "tests/support/catch.hpp"

namespace core::groups {

inline std::string text_of(const column& from, std::size_t i) {
  if (from.is_null(i)) return "null";
  std::string out;
  switch (storage_of(from.type.kind)) {
  case storage::integer:
    return std::to_string(from.ints[i]) + (from.nanos.empty() ? "" : "+" + std::to_string(from.nanos[i]));
  case storage::real:
    if (from.type.kind == type_kind::float32)
      append_float(out, from.reals[i]);
    else
      append_double(out, from.reals[i]);
    return out;
  case storage::decimal: append_decimal(out, from.decimals[i], from.type.scale); return out;
  case storage::nested: {
    for (auto at = from.offsets[i]; at < from.offsets[i + 1]; ++at) {
      if (!out.empty()) out += ' ';
      for (std::size_t child = 0; child < from.children.size(); ++child)
        out += (child == 0 ? "" : "=") + text_of(*from.children[child], at);
    }
    return "[" + out + "]";
  }
  default: return std::string(from.texts[i]);
  }
}

inline agg::aggregate_call call(agg::function what, const data_type& type, bool distinct = false, int filter = -1) {
  agg::aggregate_call made;
  made.what = what;
  made.distinct = distinct;
  made.argument = what == agg::function::count_star ? -1 : 0;
  made.filter = filter;
  made.argument_type = type;
  made.result_type = *agg::result_type(what, type);
  return made;
}

/// Column 0: the values; column 1: a filter.
inline batch batch_of(column values, std::vector<std::int64_t> filter = {}) {
  batch made;
  made.rows = values.rows;
  auto test = make_column(boolean_type(), values.rows);
  if (!filter.empty()) test.ints = std::move(filter);
  made.columns = {std::make_shared<const column>(std::move(values)), std::make_shared<const column>(std::move(test))};
  return made;
}

inline agg::accumulators state_of(const std::vector<agg::aggregate_call>& calls, const data_type& type) {
  return std::move(*agg::accumulators::make(calls, schema{{{"v", type}, {"f", boolean_type()}}}));
}

/// A group's cells, cleared at the end.
class group {
public:
  explicit group(agg::accumulators& state) : state_(state), cells_(state.bytes()) { state.start(cells()); }
  group(const group&) = delete;
  group& operator=(const group&) = delete;
  ~group() { state_.clear(cells()); }

  [[nodiscard]] std::byte* cells() noexcept { return cells_.data(); }
  void add(const batch& from, std::uint64_t first_arrival = 1) {
    std::vector<std::uint32_t> rows(from.rows);
    for (std::uint32_t i = 0; i < from.rows; ++i) rows[i] = i;
    const std::vector<std::byte*> targets(from.rows, cells());
    state_.update(from, {rows.data(), targets.data(), from.rows, first_arrival, false});
  }
  [[nodiscard]] std::vector<std::string> results(const std::vector<agg::aggregate_call>& calls) {
    std::vector<std::string> made;
    const std::byte* at = cells();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      auto to = make_column(calls[i].result_type, 0);
      text_arena texts;
      state_.append_results(i, &at, 1, to, texts);
      made.push_back(text_of(to, 0));
    }
    return made;
  }

private:
  agg::accumulators& state_;
  std::vector<std::byte> cells_;
};

inline std::vector<std::string> results_of(const std::vector<agg::aggregate_call>& calls, const batch& from) {
  auto state = state_of(calls, from.columns[0]->type);
  group one(state);
  one.add(from);
  return one.results(calls);
}

inline column integers(const std::vector<std::int64_t>& values, const data_type& type) {
  auto made = make_column(type, values.size());
  made.ints = values;
  return made;
}
inline column reals(const std::vector<double>& values, type_kind kind = type_kind::float64) {
  auto made = make_column(simple_type(kind), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    made.reals[i] = kind == type_kind::float32 ? static_cast<double>(static_cast<float>(values[i])) : values[i];
  return made;
}
inline column decimals(const std::vector<const char*>& values, int precision, int scale) {
  auto made = make_column(decimal_type(precision, scale), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) made.decimals[i] = *parse_decimal(values[i], precision, scale);
  return made;
}
inline column texts(const std::vector<const char*>& values) {
  auto made = make_column(string_type(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr)
      made.set_null(i);
    else
      made.texts[i] = values[i];
  }
  return made;
}

} // namespace core::groups
