#include "core/query/relation.hpp"

#include "core/data/row_kind.hpp"

namespace core::query {

schema_ptr layout_of(const relation& from) {
  auto made = std::make_shared<schema>();
  for (const auto& one : from.columns) made->fields.push_back({one.name, one.type});
  if (from.updating) made->fields.push_back({std::string(row_kind_column), row_kind_type()});
  return made;
}

expr::scope scope_of(const relation& from, const std::string& time_zone) {
  expr::scope made;
  made.columns = layout_of(from);
  made.time_zone = time_zone;
  for (const auto& one : from.columns) made.tables.push_back(one.table);
  made.tables.resize(made.columns->fields.size());
  return made;
}

void append(relation& to, const plan::row_step& step, const schema_ptr& layout) {
  for (auto& input : to.inputs) {
    input.program.steps.push_back(step);
    input.program.output = layout;
  }
}

std::optional<std::size_t> column_of(const relation& from, window_role role) {
  for (std::size_t i = 0; i < from.columns.size(); ++i)
    if (from.columns[i].window == role) return i;
  return std::nullopt;
}

void set_table(relation& of, const std::string& alias) {
  for (auto& one : of.columns) one.table = alias;
}

void add_filter(relation& to, expr::expression_ptr condition) {
  append(to, plan::filter_step{std::move(condition)}, layout_of(to));
}

void project(relation& to, std::vector<expr::expression_ptr> values, const std::vector<std::string>& names) {
  std::vector<relation_column> made;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto index = values[i]->column_index();
    relation_column one;
    if (index >= 0 && static_cast<std::size_t>(index) < to.columns.size())
      one = to.columns[static_cast<std::size_t>(index)];
    one.name = names[i];
    one.table.clear();
    one.type = values[i]->type();
    one.hidden = false;
    made.push_back(std::move(one));
  }
  std::vector<std::size_t> unique;
  for (const auto key : to.unique_key)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]->column_index() == static_cast<int>(key)) {
        unique.push_back(i);
        break;
      }
  if (unique.size() != to.unique_key.size()) unique.clear();
  to.unique_key = std::move(unique);
  if (to.updating) {
    const auto kind = to.columns.size();
    values.push_back(expr::column_reference(kind, {std::string(row_kind_column), row_kind_type()}));
  }
  to.columns = std::move(made);
  const auto layout = layout_of(to);
  append(to, plan::project_step{std::move(values), layout}, layout);
}

void show_kinds(relation& of) {
  const auto kind = of.columns.size();
  const expr::scope names{layout_of(of), "UTC", {}};
  const std::string_view said =
      of.updating ? "CASE `$kind` WHEN 0 THEN '+I' WHEN 1 THEN '-U' WHEN 2 THEN '+U' ELSE '-D' END" : "'+I'";
  auto op = expr::compile(said, names);
  WEIR_ENSURE(op.has_value(), "the kind of a row is a number");
  std::vector<expr::expression_ptr> values{std::move(*op)};
  for (std::size_t i = 0; i < kind; ++i)
    values.push_back(expr::column_reference(i, {of.columns[i].name, of.columns[i].type}));
  relation_column shown;
  shown.name = "op";
  shown.type = values[0]->type();
  of.columns.insert(of.columns.begin(), std::move(shown));
  of.updating = false;
  const auto layout = layout_of(of);
  append(of, plan::project_step{std::move(values), layout}, layout);
}

std::size_t add_hidden(relation& to, const std::vector<expr::expression_ptr>& values, std::string_view name) {
  const auto first = to.columns.size();
  if (values.empty()) return first;
  std::vector<expr::expression_ptr> all;
  for (std::size_t i = 0; i < first; ++i)
    all.push_back(expr::column_reference(i, {to.columns[i].name, to.columns[i].type}));
  for (const auto& one : values) {
    all.push_back(one);
    relation_column column;
    const auto index = one->column_index();
    if (index >= 0 && static_cast<std::size_t>(index) < first) column = to.columns[static_cast<std::size_t>(index)];
    column.name = std::string(name) + std::to_string(all.size() - first);
    column.table.clear();
    column.type = one->type();
    column.hidden = true;
    to.columns.push_back(std::move(column));
  }
  if (to.updating) all.push_back(expr::column_reference(first, {std::string(row_kind_column), row_kind_type()}));
  const auto layout = layout_of(to);
  append(to, plan::project_step{std::move(all), layout}, layout);
  return first;
}

} // namespace core::query
