#pragma once
// Makes column kernels whose result is ARRAY<STRING>: f appends the elements of its row, which are views into the
// arguments. It gives void or bool (false: NULL).

#include <type_traits>

#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

using text_list = std::vector<std::optional<std::string_view>>;

/// The column of so many elements. Owners are the caller's to add.
[[nodiscard]] inline column_ptr text_column(const text_list& values, const column* owners_of) {
  auto made = make_column(string_type(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i])
      made.texts[i] = *values[i];
    else
      made.set_null(i);
  }
  if (owners_of) share_owners(made, *owners_of);
  return std::make_shared<const column>(std::move(made));
}

template <class... In, class F>
kernel text_list_kernel(F f) {
  return [f = std::move(f)](const std::vector<column_ptr>& arguments, const kernel_context& context) {
    auto made = make_column(array_type(string_type()), context.rows);
    text_list all;
    std::uint32_t done = 0; // Rows that are not picked become empty lists.
    for_rows(context, [&](std::uint32_t row) {
      for (; done < row; ++done) made.offsets[done + 1] = static_cast<std::uint32_t>(all.size());
      const auto run = [&](auto... values) { return f(all, values...); };
      if constexpr (std::is_void_v<decltype(call_row<In...>(run, arguments, row, std::index_sequence_for<In...>{}))>)
        call_row<In...>(run, arguments, row, std::index_sequence_for<In...>{});
      else if (!call_row<In...>(run, arguments, row, std::index_sequence_for<In...>{}))
        made.set_null(row);
      made.offsets[row + 1] = static_cast<std::uint32_t>(all.size());
      done = row + 1;
    });
    for (; done < context.rows; ++done) made.offsets[done + 1] = static_cast<std::uint32_t>(all.size());
    made.children.push_back(text_column(all, arguments[0].get()));
    return made;
  };
}

} // namespace core::expr::functions
