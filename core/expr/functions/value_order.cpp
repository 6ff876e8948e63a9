#include "core/expr/functions/value_order.hpp"

#include <algorithm>
#include <cmath>

namespace core::expr::functions {

namespace {

template <class T>
int order(const T& a, const T& b) {
  if (a < b) return -1;
  return b < a ? 1 : 0;
}

int order_reals(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return order(std::isnan(a), std::isnan(b));
  return order(a, b);
}

int order_nanos(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  return order(a.nanos.empty() ? 0 : a.nanos[row_a], b.nanos.empty() ? 0 : b.nanos[row_b]);
}

int order_lists(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  const auto size_a = a.offsets[row_a + 1] - a.offsets[row_a];
  const auto size_b = b.offsets[row_b + 1] - b.offsets[row_b];
  for (std::uint32_t i = 0; i < std::min(size_a, size_b); ++i)
    for (std::size_t part = 0; part < a.children.size(); ++part)
      if (const auto found =
              compare_values(*a.children[part], a.offsets[row_a] + i, *b.children[part], b.offsets[row_b] + i))
        return found;
  return order(size_a, size_b);
}

int order_fields(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  for (std::size_t field = 0; field < a.children.size(); ++field)
    if (const auto found = compare_values(*a.children[field], row_a, *b.children[field], row_b)) return found;
  return 0;
}

} // namespace

int compare_values(const column& a, std::size_t row_a, const column& b, std::size_t row_b) {
  if (a.is_null(row_a) || b.is_null(row_b)) return order(!a.is_null(row_a), !b.is_null(row_b));
  switch (storage_of(a.type.kind)) {
  case storage::real: return order_reals(a.reals[row_a], b.reals[row_b]);
  case storage::decimal: return order(a.decimals[row_a], b.decimals[row_b]);
  case storage::text: return order(a.texts[row_a].compare(b.texts[row_b]), 0);
  case storage::nested:
    return a.type.kind == type_kind::row ? order_fields(a, row_a, b, row_b) : order_lists(a, row_a, b, row_b);
  case storage::integer: break;
  }
  const auto found = order(a.ints[row_a], b.ints[row_b]);
  return found != 0 ? found : order_nanos(a, row_a, b, row_b);
}

} // namespace core::expr::functions
