// UNION, INTERSECT, EXCEPT: rows of one layout out of several.
#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/constant.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

namespace {

std::vector<std::size_t> visible_columns(const relation& part) {
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < part.columns.size(); ++i)
    if (!part.columns[i].hidden) made.push_back(i);
  return made;
}

/// For each column the type that all parts can be read as.
result<std::vector<data_type>> union_types(const std::vector<relation>& parts, text_place place) {
  std::vector<data_type> types;
  const auto& first = parts[0];
  const auto names = visible_columns(first);
  for (const auto i : names) types.push_back(first.columns[i].type);
  for (const auto& part : parts) {
    const auto columns = visible_columns(part);
    if (columns.size() != names.size())
      return fail(errc::bad_type,
                  fmt::format("the sides of a set operation have {} and {} columns", names.size(), columns.size()),
                  place);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& other = part.columns[columns[i]].type;
      const auto both = expr::common_type(types[i], other);
      if (!both)
        return fail(errc::bad_type,
                    fmt::format("column {} of a set operation is {} and {}", first.columns[names[i]].name,
                                to_string(types[i]), to_string(other)),
                    place);
      types[i] = *both;
    }
  }
  return types;
}

/// The part's visible columns, cast.
result<void> cast_columns(relation& part, const std::vector<std::string>& names, const std::vector<data_type>& types,
                          const std::string& zone) {
  const auto columns = visible_columns(part);
  std::vector<expr::expression_ptr> values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& from = part.columns[columns[i]];
    WEIR_TRY(value, expr::coerce(expr::column_reference(columns[i], {from.name, from.type}), types[i], zone));
    values.push_back(std::move(value));
  }
  project(part, std::move(values), names);
  return {};
}

/// Rows that are only added, as a table that changes.
void add_kinds(relation& part) {
  std::vector<expr::expression_ptr> all;
  for (std::size_t i = 0; i < part.columns.size(); ++i)
    all.push_back(expr::column_reference(i, {part.columns[i].name, part.columns[i].type}));
  all.push_back(expr::make_integer(row_kind_type(), static_cast<std::int64_t>(row_kind::insert)));
  part.updating = true;
  const auto layout = layout_of(part);
  append(part, plan::project_step{std::move(all), layout}, layout);
}

/// What all parts agree on stays known.
void add_part(relation& made, relation part) {
  for (std::size_t i = 0; i < made.columns.size(); ++i)
    if (part.columns[i].time != made.columns[i].time) made.columns[i].time = time_role::none;
  made.bounded = made.bounded && part.bounded;
  if (made.updated_by.empty()) made.updated_by = part.updated_by;
  for (auto& input : part.inputs) made.inputs.push_back(std::move(input));
}

} // namespace

/// All sides with the columns and names of the first, in types that hold both; nothing is pending, no window is left.
result<void> query_planner::fit_sides(std::vector<relation>& parts, text_place place) {
  for (auto& part : parts) {
    WEIR_CHECK(settle_rank(part));
    WEIR_CHECK(settle_window(part));
  }
  WEIR_TRY(types, union_types(parts, place));
  std::vector<std::string> names;
  for (const auto i : visible_columns(parts[0])) names.push_back(parts[0].columns[i].name);
  for (auto& part : parts) {
    WEIR_CHECK(cast_columns(part, names, types, catalog_.time_zone()));
    part.unique_key.clear();
    part.window.reset();
    for (std::size_t i = 0; i < part.columns.size(); ++i) {
      part.columns[i].type = types[i];
      part.columns[i].window = window_role::none;
      part.columns[i].session_key = -1;
    }
  }
  return {};
}

result<relation> query_planner::union_of(std::vector<relation> parts, text_place place) {
  WEIR_CHECK(fit_sides(parts, place));
  if (std::ranges::any_of(parts, &relation::updating))
    for (auto& part : parts)
      if (!part.updating) add_kinds(part);
  auto made = std::move(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) add_part(made, std::move(parts[i]));
  return made;
}

/// INTERSECT and EXCEPT: the left's different rows, those that the right has too, or has not. NULL equals NULL here.
result<relation> query_planner::compare_sets(std::vector<relation> parts, bool common, text_place place) {
  WEIR_CHECK(fit_sides(parts, place));
  std::vector<std::string> names;
  conjuncts on;
  for (std::size_t i = 0; i < parts[0].columns.size(); ++i) {
    names.push_back(parts[0].columns[i].name);
    // Names that no side has twice.
    for (std::size_t side = 0; side < 2; ++side) parts[side].columns[i].name = fmt::format("$side{} {}", side, i);
    on.push_back(plan::binary(sql::binary_operator::is_not_distinct,
                              plan::column_named(parts[0].columns[i].name, place),
                              plan::column_named(parts[1].columns[i].name, place)));
  }
  WEIR_CHECK(make_distinct(parts[0], place));
  const auto how = common ? sql::join_kind::semi : sql::join_kind::anti;
  WEIR_TRY(made, join(std::move(parts[0]), std::move(parts[1]), how, on, place));
  for (std::size_t i = 0; i < names.size(); ++i) made.columns[i].name = names[i];
  return made;
}

result<relation> query_planner::plan_set(const sql::set_syntax& from, text_place place) {
  using enum sql::set_operator;
  const bool common = from.op == intersect || from.op == intersect_all;
  if (from.op == intersect_all || from.op == except_all)
    return fail(errc::unsupported, common ? "INTERSECT ALL" : "EXCEPT ALL", place,
                fmt::format("write {} without ALL", common ? "INTERSECT" : "EXCEPT"));
  std::vector<relation> parts;
  for (const auto& side : {from.left, from.right}) {
    WEIR_TRY(part, plan_query(*side));
    parts.push_back(std::move(part));
  }
  if (common || from.op == except) return compare_sets(std::move(parts), common, place);
  WEIR_TRY(made, union_of(std::move(parts), place));
  if (from.op == union_distinct) WEIR_CHECK(make_distinct(made, place));
  return made;
}

} // namespace core::query
