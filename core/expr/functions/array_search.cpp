// What is asked of arrays: CARDINALITY, ELEMENT, ARRAY_CONTAINS, ARRAY_POSITION, ARRAY_MAX, ARRAY_MIN, ARRAY_JOIN.
#include <fmt/format.h>

#include "core/expr/functions/array_shape.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/value_order.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

result<overload> cardinality(std::span<const argument> arguments) {
  const bool map = !arguments.empty() && arguments[0].type.kind == type_kind::map;
  return settle({"CARDINALITY", {map ? want::map : want::array}}, arguments, int32_type(),
                [](const std::vector<column_ptr>& given, const kernel_context& context) {
                  auto made = make_column(int32_type(), context.rows);
                  for_rows(context, [&](std::uint32_t row) {
                    made.ints[row] = given[0]->offsets[row + 1] - given[0]->offsets[row];
                  });
                  return made;
                });
}

/// One element of each row's array, or NULL. `choose` gives its place among all elements, or nothing.
template <class Choose>
column pick_elements(const column& lists, const kernel_context& context, Choose choose) {
  // The pool has a NULL behind the elements.
  const auto& elements = lists.children[0];
  const auto pool = concat({elements, null_column(elements->type, 1)});
  std::vector<std::uint32_t> picked(context.rows, elements->rows);
  for_rows(context, [&](std::uint32_t row) {
    if (const std::optional<std::uint32_t> chosen = choose(row, lists.offsets[row], lists.offsets[row + 1]))
      picked[row] = *chosen;
  });
  return *gather(*pool, picked.data(), picked.size());
}

result<overload> element(std::span<const argument> arguments) {
  const shape form{"ELEMENT", {want::array}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto type = element_of((*types)[0]);
  return settle_as(
      *types, type,
      [](const std::vector<column_ptr>& given, const kernel_context& context) {
        return pick_elements(*given[0], context, [&context](std::uint32_t row, std::uint32_t begin, std::uint32_t end) {
          if (end - begin > 1) add_fault(context, row, "ELEMENT needs an array of one element");
          return end - begin == 1 ? std::optional(begin) : std::nullopt;
        });
      },
      true);
}

/// The greatest (`sign` 1) or least (-1) element that is not NULL.
result<overload> extreme(string_view name, std::span<const argument> arguments, int sign) {
  const shape form{name, {want::array}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto type = element_of((*types)[0]);
  return settle_as(
      *types, type,
      [sign](const std::vector<column_ptr>& given, const kernel_context& context) {
        const auto& elements = *given[0]->children[0];
        return pick_elements(*given[0], context, [&](std::uint32_t, std::uint32_t begin, std::uint32_t end) {
          std::optional<std::uint32_t> best;
          for (auto i = begin; i < end; ++i)
            if (!elements.is_null(i) && (!best || compare_values(elements, i, elements, *best) * sign > 0)) best = i;
          return best;
        });
      },
      true);
}

/// Where the value first is, from 1; 0 when it is not. NULL is found as a value.
std::int64_t place_of(const column& lists, const column& values, std::uint32_t row) {
  for (auto i = lists.offsets[row]; i < lists.offsets[row + 1]; ++i)
    if (same_value(*lists.children[0], i, values, row)) return i - lists.offsets[row] + 1;
  return 0;
}

result<overload> search(string_view name, std::span<const argument> arguments, const data_type& type, bool finds_null) {
  const shape form{name, {want::array, want::any}};
  const auto element = element_for_value(form, arguments);
  if (!element) return std::unexpected(element.error());
  const bool boolean = type.kind == type_kind::boolean;
  return settle_as(
      {arguments[0].type, *element}, type,
      [type, boolean](const std::vector<column_ptr>& given, const kernel_context& context) {
        auto made = make_column(type, context.rows);
        for_rows(context, [&](std::uint32_t row) {
          if (given[0]->is_null(row)) return made.set_null(row);
          const auto place = place_of(*given[0], *given[1], row);
          made.ints[row] = boolean ? (place > 0 ? 1 : 0) : place;
        });
        return made;
      },
      !finds_null);
}

/// NULL elements are left out, or written as the third argument.
result<overload> array_join(std::span<const argument> arguments) {
  const shape form{"ARRAY_JOIN", {want::array, want::text, want::text}, 1};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  if (element_of((*types)[0]).kind != type_kind::string)
    return fail(errc::bad_type, fmt::format("ARRAY_JOIN needs an array of texts, not {}", to_string((*types)[0])));
  return settle(form, arguments, string_type(),
                [](const std::vector<column_ptr>& given, const kernel_context& context) {
                  auto made = make_column(string_type(), context.rows);
                  auto arena = std::make_shared<text_arena>();
                  std::string text;
                  const auto& elements = *given[0]->children[0];
                  for_rows(context, [&](std::uint32_t row) {
                    text.clear();
                    bool first = true;
                    for (auto i = given[0]->offsets[row]; i < given[0]->offsets[row + 1]; ++i) {
                      if (elements.is_null(i) && given.size() < 3) continue;
                      if (!first) text.append(given[1]->texts[row]);
                      text.append(elements.is_null(i) ? given[2]->texts[row] : elements.texts[i]);
                      first = false;
                    }
                    made.texts[row] = arena->store(text);
                  });
                  made.owners.push_back(std::move(arena));
                  return made;
                });
}

constexpr function_entry entries[] = {
    {"CARDINALITY", [](std::span<const argument> arguments, string_view) { return cardinality(arguments); },
     "CARDINALITY(array or map)", "How many elements it has."},
    {"ELEMENT", [](std::span<const argument> arguments, string_view) { return element(arguments); }, "ELEMENT(array)",
     "The one element of the array; NULL when it is empty."},
    {"ARRAY_MAX", [](std::span<const argument> arguments, string_view) { return extreme("ARRAY_MAX", arguments, 1); },
     "ARRAY_MAX(array)", "The greatest element."},
    {"ARRAY_MIN", [](std::span<const argument> arguments, string_view) { return extreme("ARRAY_MIN", arguments, -1); },
     "ARRAY_MIN(array)", "The least element."},
    {"ARRAY_CONTAINS",
     [](std::span<const argument> arguments, string_view) {
       return search("ARRAY_CONTAINS", arguments, boolean_type(), true);
     },
     "ARRAY_CONTAINS(array, value)", "Whether the value is an element."},
    {"ARRAY_POSITION",
     [](std::span<const argument> arguments, string_view) {
       return search("ARRAY_POSITION", arguments, int32_type(), false);
     },
     "ARRAY_POSITION(array, value)", "Where the value first is, from 1; 0 when it is not."},
    {"ARRAY_JOIN", [](std::span<const argument> arguments, string_view) { return array_join(arguments); },
     "ARRAY_JOIN(array, separator[, for NULL])", "The elements as one text."},
};

} // namespace

family array_search_functions() { return entries; }

} // namespace core::expr::functions
