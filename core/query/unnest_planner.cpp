// UNNEST(values): each row once per element.
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

namespace {

/// The columns that the elements become.
std::vector<schema_field> element_fields(const data_type& type) {
  if (type.kind == type_kind::map) return {{"key", (*type.fields)[0].type}, {"value", (*type.fields)[1].type}};
  const auto& element = (*type.fields)[0].type;
  if (element.kind != type_kind::row) return {{"f0", element}};
  std::vector<schema_field> made;
  for (const auto& field : *element.fields) made.push_back({field.name, field.type});
  return made;
}

} // namespace

result<void> query_planner::add_unnest(relation& rows, const sql::unnest_table& from,
                                       const sql::table_reference& reference, bool keep_empty) {
  WEIR_CHECK(settle_rank(rows));
  if (rows.updating)
    return fail(errc::unsupported, fmt::format("UNNEST over a table that changes ({})", rows.updated_by),
                reference.place);
  WEIR_TRY(value, bind(rows, from.value));
  const auto& type = value->type();
  if (type.kind != type_kind::array && type.kind != type_kind::map)
    return fail(errc::bad_type,
                fmt::format("UNNEST needs an ARRAY or a MAP: {} is {}", sql::to_string(*from.value), to_string(type)),
                from.value->place);
  auto fields = element_fields(type);
  if (from.with_ordinality) fields.push_back({"ORDINALITY", int32_type()});
  const auto& names = reference.column_aliases;
  if (!names.empty() && names.size() != fields.size())
    return fail(errc::bad_value,
                fmt::format("{} names for the {} columns of {}", names.size(), fields.size(), reference.alias),
                names[0].place);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    relation_column column;
    column.name = names.empty() ? fields[i].name : names[i].text;
    column.table = reference.alias;
    column.type = fields[i].type;
    column.type.nullable = column.type.nullable || keep_empty;
    rows.columns.push_back(std::move(column));
  }
  plan::unnest_step step{value, keep_empty, from.with_ordinality, layout_of(rows)};
  append(rows, step, step.layout);
  return {};
}

} // namespace core::query
