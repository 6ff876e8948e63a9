// Arrays as sets: ARRAY_DISTINCT, ARRAY_REMOVE, ARRAY_UNION, ARRAY_INTERSECT, ARRAY_EXCEPT. Elements stay in the order
// they first come; NULL is an element like others.
#include "core/expr/functions/array_shape.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/list_builder.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/value_order.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

bool is_among(const column& pool, std::uint32_t element, std::uint32_t begin, std::uint32_t end) {
  for (auto i = begin; i < end; ++i)
    if (same_value(pool, element, pool, i)) return true;
  return false;
}

void add_once(list_builder& list, const column& pool, std::uint32_t element) {
  for (auto i = list.first(); i < list.elements().size(); ++i)
    if (same_value(pool, element, pool, list.elements()[i])) return;
  list.add(element);
}

enum class set_rule : std::uint8_t { distinct, unite, intersect, except };

/// The arrays' elements in one pool: the second array's behind the first's.
column combine(const data_type& type, set_rule rule, const std::vector<column_ptr>& given,
               const kernel_context& context) {
  list_builder list(context.rows);
  std::vector<column_ptr> pools;
  for (const auto& array : given) pools.push_back(array->children[0]);
  const auto pool = concat(pools);
  const auto base = pools[0]->rows;
  for_rows(context, [&](std::uint32_t row) {
    list.begin(row);
    const bool two = given.size() > 1;
    const auto begin = two ? base + given[1]->offsets[row] : 0;
    const auto end = two ? base + given[1]->offsets[row + 1] : 0;
    for (auto i = given[0]->offsets[row]; i < given[0]->offsets[row + 1]; ++i) {
      const bool takes = rule == set_rule::distinct || rule == set_rule::unite ||
                         is_among(*pool, i, begin, end) == (rule == set_rule::intersect);
      if (takes) add_once(list, *pool, i);
    }
    if (rule != set_rule::unite) return;
    for (auto i = begin; i < end; ++i) add_once(list, *pool, i);
  });
  return list.finish(type, {pool});
}

result<overload> set_of(string_view name, std::span<const argument> arguments, set_rule rule) {
  shape form{name, {want::array}};
  if (rule != set_rule::distinct) form.wants.push_back(want::array);
  const auto type = common_array(form, arguments);
  if (!type) return std::unexpected(type.error());
  return settle_as(
      std::vector(arguments.size(), *type), *type,
      [type = *type, rule](const std::vector<column_ptr>& given, const kernel_context& context) {
        return combine(type, rule, given, context);
      },
      true);
}

/// A NULL value takes the NULLs out.
result<overload> remove(std::span<const argument> arguments) {
  const shape form{"ARRAY_REMOVE", {want::array, want::any}};
  const auto element = element_for_value(form, arguments);
  if (!element) return std::unexpected(element.error());
  const auto type = arguments[0].type;
  return settle_as(
      {type, *element}, type,
      [type](const std::vector<column_ptr>& given, const kernel_context& context) {
        list_builder list(context.rows);
        std::vector<std::uint32_t> null_rows;
        for_rows(context, [&](std::uint32_t row) {
          list.begin(row);
          if (given[0]->is_null(row)) return null_rows.push_back(row);
          for (auto i = given[0]->offsets[row]; i < given[0]->offsets[row + 1]; ++i)
            if (!same_value(*given[0]->children[0], i, *given[1], row)) list.add(i);
        });
        auto made = list.finish(type, given[0]->children);
        for (const auto row : null_rows) made.set_null(row);
        return made;
      },
      false);
}

constexpr function_entry entries[] = {
    {"ARRAY_DISTINCT",
     [](std::span<const argument> arguments, string_view) {
       return set_of("ARRAY_DISTINCT", arguments, set_rule::distinct);
     },
     "ARRAY_DISTINCT(array)", "Each element once."},
    {"ARRAY_UNION",
     [](std::span<const argument> arguments, string_view) { return set_of("ARRAY_UNION", arguments, set_rule::unite); },
     "ARRAY_UNION(array, array)", "Each element of both arrays once."},
    {"ARRAY_INTERSECT",
     [](std::span<const argument> arguments, string_view) {
       return set_of("ARRAY_INTERSECT", arguments, set_rule::intersect);
     },
     "ARRAY_INTERSECT(array, array)", "Each element that is in both arrays once."},
    {"ARRAY_EXCEPT",
     [](std::span<const argument> arguments, string_view) {
       return set_of("ARRAY_EXCEPT", arguments, set_rule::except);
     },
     "ARRAY_EXCEPT(array, array)", "Each element of the first array that is not in the second once."},
    {"ARRAY_REMOVE", [](std::span<const argument> arguments, string_view) { return remove(arguments); },
     "ARRAY_REMOVE(array, value)", "The array without the elements that are equal to the value."},
};

} // namespace

family array_set_functions() { return entries; }

} // namespace core::expr::functions
