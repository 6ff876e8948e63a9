// MAP_KEYS, MAP_VALUES, MAP_ENTRIES, MAP_FROM_ARRAYS, MAP_UNION.
#include <fmt/format.h>

#include "core/expr/functions/array_shape.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/list_builder.hpp"
#include "core/expr/functions/row_kernel.hpp"
#include "core/expr/functions/value_order.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

const data_type& key_of(const data_type& map) { return (*map.fields)[0].type; }
const data_type& value_of(const data_type& map) { return (*map.fields)[1].type; }

/// An array over the map's own parts: nothing is copied.
column array_of(const column& map, const data_type& type, column_ptr elements) {
  column made;
  made.type = type;
  made.rows = map.rows;
  made.offsets = map.offsets;
  made.children.push_back(std::move(elements));
  return made;
}

result<overload> part(string_view name, std::span<const argument> arguments, std::size_t which) {
  const shape form{name, {want::map}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto type = array_type((*(*types)[0].fields)[which].type);
  return settle(form, arguments, type, [type, which](const std::vector<column_ptr>& given, const kernel_context&) {
    return array_of(*given[0], type, given[0]->children[which]);
  });
}

result<overload> entries_of(std::span<const argument> arguments) {
  const shape form{"MAP_ENTRIES", {want::map}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto& map = (*types)[0];
  const auto entry = row_type({{"key", key_of(map)}, {"value", value_of(map)}});
  const auto type = array_type(entry);
  return settle(form, arguments, type, [type, entry](const std::vector<column_ptr>& given, const kernel_context&) {
    auto pairs = make_column(entry, given[0]->children[0]->rows);
    pairs.children = given[0]->children;
    return array_of(*given[0], type, std::make_shared<const column>(std::move(pairs)));
  });
}

/// Of equal keys the last one's value stays, at the place of the first. `key` and `value` are places in their pools.
void put(list_builder& keys, std::vector<std::uint32_t>& values, const column& key_pool, std::uint32_t key,
         std::uint32_t value) {
  for (auto i = keys.first(); i < keys.elements().size(); ++i) {
    if (!same_value(key_pool, keys.elements()[i], key_pool, key)) continue;
    values[i] = value;
    return;
  }
  keys.add(key);
  values.push_back(value);
}

column finish_map(list_builder& keys, const std::vector<std::uint32_t>& values, const data_type& type,
                  const column_ptr& key_pool, const column& value_pool) {
  auto made = keys.finish(type, {key_pool});
  made.children.push_back(gather(value_pool, values.data(), values.size()));
  return made;
}

result<overload> from_arrays(std::span<const argument> arguments) {
  const shape form{"MAP_FROM_ARRAYS", {want::array, want::array}};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  const auto type = map_type(element_of((*types)[0]), element_of((*types)[1]));
  return settle(form, arguments, type, [type](const std::vector<column_ptr>& given, const kernel_context& context) {
    list_builder keys(context.rows);
    std::vector<std::uint32_t> values;
    const auto& key_pool = given[0]->children[0];
    for_rows(context, [&](std::uint32_t row) {
      keys.begin(row);
      const auto count = given[0]->offsets[row + 1] - given[0]->offsets[row];
      const auto others = given[1]->offsets[row + 1] - given[1]->offsets[row];
      if (count != others)
        return add_fault(context, row,
                         fmt::format("MAP_FROM_ARRAYS needs arrays of one length, not {} and {}", count, others));
      for (std::uint32_t i = 0; i < count; ++i)
        put(keys, values, *key_pool, given[0]->offsets[row] + i, given[1]->offsets[row] + i);
    });
    return finish_map(keys, values, type, key_pool, *given[1]->children[0]);
  });
}

column unite_kernel(const data_type& type, const std::vector<column_ptr>& given, const kernel_context& context) {
  list_builder keys(context.rows);
  std::vector<std::uint32_t> values;
  std::vector<column_ptr> key_parts;
  std::vector<column_ptr> value_parts;
  for (const auto& map : given) {
    key_parts.push_back(map->children[0]);
    value_parts.push_back(map->children[1]);
  }
  const auto key_pool = concat(key_parts);
  for_rows(context, [&](std::uint32_t row) {
    keys.begin(row);
    std::uint32_t base = 0;
    for (const auto& map : given) {
      for (auto i = map->offsets[row]; i < map->offsets[row + 1]; ++i) put(keys, values, *key_pool, base + i, base + i);
      base += map->children[0]->rows;
    }
  });
  return finish_map(keys, values, type, key_pool, *concat(value_parts));
}

result<overload> unite(std::span<const argument> arguments) {
  const shape form{"MAP_UNION", {want::map}, 0, true};
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  std::vector<data_type> keys;
  std::vector<data_type> values;
  for (const auto& type : *types) {
    keys.push_back(key_of(type));
    values.push_back(value_of(type));
  }
  const auto key = common_type_of(keys);
  const auto value = common_type_of(values);
  if (!key || !value) return fail(errc::bad_type, "MAP_UNION cannot bring these maps together");
  const auto type = map_type(*key, *value);
  return settle_as(
      std::vector(arguments.size(), type), type,
      [type](const std::vector<column_ptr>& given, const kernel_context& context) {
        return unite_kernel(type, given, context);
      },
      true);
}

constexpr function_entry entries[] = {
    {"MAP_KEYS", [](std::span<const argument> arguments, string_view) { return part("MAP_KEYS", arguments, 0); },
     "MAP_KEYS(map)", "The keys."},
    {"MAP_VALUES", [](std::span<const argument> arguments, string_view) { return part("MAP_VALUES", arguments, 1); },
     "MAP_VALUES(map)", "The values."},
    {"MAP_ENTRIES", [](std::span<const argument> arguments, string_view) { return entries_of(arguments); },
     "MAP_ENTRIES(map)", "The keys and values as rows."},
    {"MAP_FROM_ARRAYS", [](std::span<const argument> arguments, string_view) { return from_arrays(arguments); },
     "MAP_FROM_ARRAYS(keys, values)", "The map of these keys and values."},
    {"MAP_UNION", [](std::span<const argument> arguments, string_view) { return unite(arguments); },
     "MAP_UNION(map, ...)", "The entries of all maps; of equal keys the last one's."},
};

} // namespace

family map_functions() { return entries; }

} // namespace core::expr::functions
