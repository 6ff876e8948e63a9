#include "core/expr/rows.hpp"

#include <algorithm>

namespace core::expr {

column_ptr evaluate_on(const expression& value, const batch& input, eval_context& context, const row_list& rows) {
  const auto* outer = std::exchange(context.rows, &rows);
  auto made = value.evaluate(input, context);
  context.rows = outer;
  return made;
}

void add_fault(eval_context& context, std::uint32_t row, std::string reason) {
  auto& faults = context.faults;
  if (faults.empty() || faults.back().row < row) {
    faults.push_back({row, std::move(reason)});
    return;
  }
  const auto place = std::ranges::lower_bound(faults, row, {}, &row_fault::row);
  if (place != faults.end() && place->row == row) return;
  faults.insert(place, {row, std::move(reason)});
}

void clear_faulty(column& made, const eval_context& context, std::size_t before) {
  if (context.faults.size() == before) return;
  for (const auto& fault : context.faults) {
    if (fault.row < made.rows) made.set_null(fault.row);
  }
}

void merge_nulls(column& to, const column& from) {
  if (from.valid.empty()) return;
  if (to.valid.empty()) {
    to.valid = from.valid;
    return;
  }
  for (std::size_t i = 0; i < to.valid.size(); ++i)
    to.valid[i] = static_cast<std::uint8_t>(to.valid[i] & from.valid[i]);
}

} // namespace core::expr
