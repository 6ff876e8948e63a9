// Arrays made of arrays: ARRAY_REVERSE, ARRAY_SLICE, ARRAY_CONCAT, ARRAY_APPEND, ARRAY_PREPEND, ARRAY_SORT.
#include <algorithm>

#include "core/expr/functions/array_shape.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/list_builder.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/value_order.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// A kernel that picks each row's elements out of the first argument's. `pick(list, given, row, begin, end)`.
template <class Pick>
kernel pick_kernel(const data_type& type, Pick pick) {
  return [type, pick](const std::vector<column_ptr>& given, const kernel_context& context) {
    list_builder list(context.rows);
    for_rows(context, [&](std::uint32_t row) {
      list.begin(row);
      if (!given[0]->is_null(row)) pick(list, given, row, given[0]->offsets[row], given[0]->offsets[row + 1]);
    });
    return list.finish(type, given[0]->children);
  };
}

result<overload> reverse(std::span<const argument> arguments) {
  const shape form{"ARRAY_REVERSE", {want::array}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  return settle_as(
      *types, (*types)[0],
      pick_kernel((*types)[0],
                  [](list_builder& list, const auto&, std::uint32_t, std::uint32_t begin, std::uint32_t end) {
                    for (auto i = end; i > begin; --i) list.add(i - 1);
                  }),
      true);
}

/// From and to count from 1 (0 is taken as 1), from the end when negative; both are part of the slice.
void add_slice(list_builder& list, int64_t from, int64_t to, std::uint32_t begin, std::uint32_t end) {
  const int64_t size = end - begin;
  const auto place = [size](int64_t index) { return index < 0 ? size + index + 1 : std::max<int64_t>(index, 1); };
  const auto first = std::max<int64_t>(1, place(from));
  const auto last = std::min(size, place(to));
  if (first <= last)
    list.add_all(begin + static_cast<std::uint32_t>(first - 1), begin + static_cast<std::uint32_t>(last));
}

result<overload> slice(std::span<const argument> arguments) {
  const shape form{"ARRAY_SLICE", {want::array, want::integer, want::integer}, 1};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  return settle_as(*types, (*types)[0],
                   pick_kernel((*types)[0],
                               [](list_builder& list, const std::vector<column_ptr>& given, std::uint32_t row,
                                  std::uint32_t begin, std::uint32_t end) {
                                 add_slice(list, given[1]->ints[row],
                                           given.size() > 2 ? given[2]->ints[row] : int64_t{end - begin}, begin, end);
                               }),
                   true);
}

/// NULLs come first in rising and last in falling order unless the third argument says otherwise.
result<overload> sort(std::span<const argument> arguments) {
  const shape form{"ARRAY_SORT", {want::array, want::boolean, want::boolean}, 2};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  return settle_as(*types, (*types)[0],
                   pick_kernel((*types)[0],
                               [](list_builder& list, const std::vector<column_ptr>& given, std::uint32_t row,
                                  std::uint32_t begin, std::uint32_t end) {
                                 const bool rising = given.size() < 2 || given[1]->ints[row] != 0;
                                 const bool nulls_first = given.size() < 3 ? rising : given[2]->ints[row] != 0;
                                 const auto& elements = *given[0]->children[0];
                                 const auto first = list.elements().size();
                                 list.add_all(begin, end);
                                 std::stable_sort(list.elements().begin() + static_cast<std::ptrdiff_t>(first),
                                                  list.elements().end(), [&](std::uint32_t a, std::uint32_t b) {
                                                    if (elements.is_null(a) != elements.is_null(b))
                                                      return elements.is_null(a) == nulls_first;
                                                    const auto order = compare_values(elements, a, elements, b);
                                                    return rising ? order < 0 : order > 0;
                                                  });
                               }),
                   true);
}

column concat_kernel(const data_type& type, const std::vector<column_ptr>& given, const kernel_context& context) {
  list_builder list(context.rows);
  std::vector<column_ptr> pools;
  std::vector<std::uint32_t> bases;
  std::uint32_t size = 0;
  for (const auto& array : given) {
    pools.push_back(array->children[0]);
    bases.push_back(size);
    size += array->children[0]->rows;
  }
  for_rows(context, [&](std::uint32_t row) {
    list.begin(row);
    for (std::size_t i = 0; i < given.size(); ++i)
      list.add_all(bases[i] + given[i]->offsets[row], bases[i] + given[i]->offsets[row + 1]);
  });
  return list.finish(type, {concat(pools)});
}

result<overload> concat_of(std::span<const argument> arguments) {
  const shape form{"ARRAY_CONCAT", {want::array}, 0, true};
  const auto type = common_array(form, arguments);
  if (!type) return std::unexpected(type.error());
  return settle_as(
      std::vector(arguments.size(), *type), *type,
      [type = *type](const std::vector<column_ptr>& given, const kernel_context& context) {
        return concat_kernel(type, given, context);
      },
      true);
}

/// The value, which may be NULL, before or behind the elements.
result<overload> add_value(string_view name, std::span<const argument> arguments, bool behind) {
  const shape form{name, {want::array, want::any}};
  const auto element = element_for_value(form, arguments);
  if (!element) return std::unexpected(element.error());
  const auto type = array_type(*element);
  return settle_as(
      {arguments[0].type, *element}, type,
      [type, behind](const std::vector<column_ptr>& given, const kernel_context& context) {
        list_builder list(context.rows);
        const auto& elements = given[0]->children[0];
        std::vector<std::uint32_t> null_rows;
        for_rows(context, [&](std::uint32_t row) {
          list.begin(row);
          if (given[0]->is_null(row)) return null_rows.push_back(row);
          if (!behind) list.add(elements->rows + row);
          list.add_all(given[0]->offsets[row], given[0]->offsets[row + 1]);
          if (behind) list.add(elements->rows + row);
        });
        auto made = list.finish(type, {concat({elements, given[1]})});
        for (const auto row : null_rows) made.set_null(row);
        return made;
      },
      false);
}

constexpr function_entry entries[] = {
    {"ARRAY_REVERSE", [](std::span<const argument> arguments, string_view) { return reverse(arguments); },
     "ARRAY_REVERSE(array)", "The elements the other way round."},
    {"ARRAY_SLICE", [](std::span<const argument> arguments, string_view) { return slice(arguments); },
     "ARRAY_SLICE(array, from[, to])", "The elements from one place to another, both included."},
    {"ARRAY_SORT", [](std::span<const argument> arguments, string_view) { return sort(arguments); },
     "ARRAY_SORT(array[, rising[, NULLs first]])", "The elements in order."},
    {"ARRAY_CONCAT", [](std::span<const argument> arguments, string_view) { return concat_of(arguments); },
     "ARRAY_CONCAT(array, ...)", "The elements of all arrays."},
    {"ARRAY_APPEND",
     [](std::span<const argument> arguments, string_view) { return add_value("ARRAY_APPEND", arguments, true); },
     "ARRAY_APPEND(array, value)", "The array with a value behind it."},
    {"ARRAY_PREPEND",
     [](std::span<const argument> arguments, string_view) { return add_value("ARRAY_PREPEND", arguments, false); },
     "ARRAY_PREPEND(array, value)", "The array with a value before it."},
};

} // namespace

family array_functions() { return entries; }

} // namespace core::expr::functions
