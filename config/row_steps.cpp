#include "config/row_steps.hpp"

#include <fmt/format.h>

#include "config/mapping_reader.hpp"

namespace config {

using core::errc;

row_steps::row_steps(row_scope scope, complaints& into) : scope_(std::move(scope)), into_(into) {
  program_.input = scope_.columns;
}

void row_steps::project(std::vector<core::expr::expression_ptr> columns, core::schema layout) {
  scope_.columns = std::make_shared<const core::schema>(std::move(layout));
  program_.steps.emplace_back(core::plan::project_step{std::move(columns), scope_.columns});
}

void row_steps::add_filter(core::expr::expression_ptr condition) {
  if (condition) program_.steps.emplace_back(core::plan::filter_step{std::move(condition)});
}

bool row_steps::add_column(const std::string& name, const core::sql::syntax_ptr& expression) {
  auto bound = bind_expression(expression, scope_, into_);
  if (!bound) {
    scope_.broken.insert(name);
    return false;
  }
  std::vector<core::expr::expression_ptr> columns;
  for (std::size_t i = 0; i < scope_.columns->fields.size(); ++i)
    columns.push_back(core::expr::column_reference(i, scope_.columns->fields[i]));
  auto layout = *scope_.columns;
  if (const auto known = layout.index_of(name)) {
    layout.fields[*known].type = bound->type();
    columns[*known] = std::move(bound);
  } else {
    layout.fields.push_back({name, bound->type()});
    columns.push_back(std::move(bound));
  }
  project(std::move(columns), std::move(layout));
  return true;
}

void row_steps::add_transform(const node& mapping) {
  if (mapping.kind != node_kind::mapping) {
    into_.add(errc::bad_type, "transform must be a mapping of names to expressions (name: UPPER(key))", mapping.place);
    return;
  }
  mapping_reader twins(std::make_shared<const node>(mapping), "transform", into_);
  for (const auto& one : mapping.entries) {
    const auto expression = twins.take(one.key->text);
    if (!expression) continue;
    const auto syntax = read_expression(*one.value, one.key->text, into_);
    (void)add_column(one.key->text, syntax);
  }
}

void row_steps::add_choice(const node& list, std::string_view key) {
  if (list.kind != node_kind::list || list.items.empty()) {
    into_.add(errc::bad_type, fmt::format("{} must be a list of columns ([key, value])", key), list.place);
    return;
  }
  std::vector<core::expr::expression_ptr> columns;
  core::schema layout;
  const auto before = into_.count();
  for (const auto& item : list.items) {
    const bool renames = item->kind == node_kind::mapping && item->entries.size() == 1;
    if (item->kind != node_kind::scalar && !renames) {
      into_.add(errc::bad_type, fmt::format("each of {} must be a column or `name: expression`", key), item->place);
      continue;
    }
    const auto& name = renames ? *item->entries[0].key : *item;
    if (layout.index_of(name.text))
      into_.add(errc::bad_value, fmt::format("column chosen twice in {}: {}", key, name.text), name.place);
    core::expr::expression_ptr bound;
    if (renames) {
      bound = bind_expression(read_expression(*item->entries[0].value, name.text, into_), scope_, into_);
    } else if (const auto index = find_column(name, scope_, into_, "write `name: expression` to compute one")) {
      bound = core::expr::column_reference(*index, scope_.columns->fields[*index]);
    }
    if (!bound) {
      scope_.broken.insert(name.text);
      continue;
    }
    layout.fields.push_back({name.text, bound->type()});
    columns.push_back(std::move(bound));
  }
  if (into_.count() == before && columns.size() == list.items.size()) project(std::move(columns), std::move(layout));
}

core::plan::row_program row_steps::finish() const {
  auto made = program_;
  made.output = scope_.columns;
  return made;
}

} // namespace config
