#include "core/expr/functions/array_shape.hpp"

#include <fmt/format.h>

namespace core::expr::functions {

namespace {

std::unexpected<error> no_common_type(const shape& form, const data_type& a, const data_type& b) {
  return fail(errc::bad_type, fmt::format("{} cannot bring {} and {} together", form.name, to_string(a), to_string(b)));
}

} // namespace

result<data_type> common_array(const shape& form, std::span<const argument> arguments) {
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto element = element_of((*types)[0]);
  for (const auto& type : *types) {
    const data_type both[] = {element, element_of(type)};
    const auto common = common_type_of(both);
    if (!common) return no_common_type(form, both[0], both[1]);
    element = *common;
  }
  return array_type(element);
}

result<data_type> element_for_value(const shape& form, std::span<const argument> arguments) {
  auto types = match(form, arguments);
  if (!types) return std::unexpected(std::move(types.error()));
  auto element = element_of((*types)[0]);
  element.nullable = true;
  const data_type both[] = {element, (*types)[1]};
  if (!common_type_of(both)) return no_common_type(form, both[0], both[1]);
  return storage_of(element.kind) == storage::text ? simple_type(element.kind) : element;
}

result<overload> settle_as(std::vector<data_type> casts, data_type result_type, kernel evaluate, bool merges_nulls) {
  overload made;
  result_type.nullable = true;
  made.result = std::move(result_type);
  made.arguments = std::move(casts);
  made.evaluate = std::move(evaluate);
  made.null_in_null_out = merges_nulls;
  return made;
}

} // namespace core::expr::functions
