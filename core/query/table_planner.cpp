// FROM: tables, views, WITH names, sub-queries, and rows of constants.
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/query/query_planner.hpp"
#include "core/query/table_options.hpp"

namespace core::query {

namespace {

constexpr std::string_view late_suffix = "$late";
constexpr std::string_view bad_suffix = "$bad";

plan::edge edge_of(std::size_t source, plan::stream_kind stream, const schema_ptr& layout) {
  plan::edge made;
  made.from = plan::origin_kind::source;
  made.index = source;
  made.stream = stream;
  made.program.input = layout;
  made.program.output = layout;
  return made;
}

/// The columns of a name's row, with nothing known of them but their types.
std::vector<relation_column> plain_columns(const schema& layout) {
  std::vector<relation_column> made;
  for (const auto& field : layout.fields) {
    relation_column one;
    one.name = field.name;
    one.type = field.type;
    made.push_back(std::move(one));
  }
  return made;
}

} // namespace

result<relation> query_planner::plan_table(const sql::table_reference& from) {
  if (from.system_time)
    return fail(errc::unsupported, "FOR SYSTEM_TIME AS OF", from.place,
                "join the two streams with an interval or a window");
  if (const auto* named = std::get_if<sql::named_table>(&from.node)) return plan_named(*named, from);
  if (const auto* join = std::get_if<sql::join_table>(&from.node)) return plan_join(*join, from);
  if (const auto* derived = std::get_if<sql::derived_table>(&from.node)) {
    WEIR_TRY(made, plan_query(*derived->query));
    WEIR_CHECK(rename(made, from));
    return made;
  }
  if (const auto* unnest = std::get_if<sql::unnest_table>(&from.node)) {
    WEIR_TRY(made, plan_constant_rows(1));
    made.columns[0].hidden = true;
    WEIR_CHECK(add_unnest(made, *unnest, from, false));
    return made;
  }
  WEIR_TRY(made, plan_window_function(std::get<sql::function_table>(from.node), from.place));
  WEIR_CHECK(rename(made, from));
  return made;
}

/// The alias stands in front of the columns; `t (a, b)` names them anew.
result<void> query_planner::rename(relation& to, const sql::table_reference& reference) const {
  set_table(to, reference.alias);
  if (reference.column_aliases.empty()) return {};
  std::size_t next = 0;
  for (auto& column : to.columns) {
    if (column.hidden) continue;
    if (next < reference.column_aliases.size()) column.name = reference.column_aliases[next].text;
    ++next;
  }
  if (next == reference.column_aliases.size()) return {};
  return fail(errc::bad_value,
              fmt::format("{} names for the {} columns of {}", reference.column_aliases.size(), next, reference.alias),
              reference.column_aliases[0].place);
}

result<relation> query_planner::plan_named(const sql::named_table& from, const sql::table_reference& reference) {
  const auto name = plain_name(from.name);
  const auto finish = [&](relation made) -> result<relation> {
    auto named = reference;
    if (named.alias.empty()) named.alias = name;
    WEIR_CHECK(rename(made, named));
    return made;
  };
  for (auto level = tables_with_.rbegin(); level != tables_with_.rend(); ++level) {
    const auto found = level->find(name);
    if (found == level->end()) continue;
    const auto& table = *found->second;
    // A WITH query sees what stands before it, not itself.
    auto outer = tables_with_;
    std::map<std::string, const sql::common_table*> earlier;
    for (const auto& [other, one] : *level)
      if (one->name.place.line < table.name.place.line ||
          (one->name.place.line == table.name.place.line && one->name.place.column < table.name.place.column))
        earlier.emplace(other, one);
    tables_with_.resize(static_cast<std::size_t>(tables_with_.rend() - level) - 1);
    tables_with_.push_back(std::move(earlier));
    auto made = plan_query(*table.query);
    tables_with_ = std::move(outer);
    if (!made) return made;
    if (!table.columns.empty()) {
      sql::table_reference inner;
      inner.alias = name;
      inner.column_aliases = table.columns;
      WEIR_CHECK(rename(*made, inner));
    }
    return finish(std::move(*made));
  }
  if (const auto view = catalog_.views.find(name); view != catalog_.views.end()) {
    auto& known = shared_.views;
    if (const auto planned = known.find(name); planned != known.end()) return finish(planned->second);
    auto outer = std::exchange(tables_with_, {});
    auto made = plan_query(*view->second.syntax.query);
    tables_with_ = std::move(outer);
    if (!made) return made;
    if (!view->second.syntax.columns.empty()) {
      sql::table_reference inner;
      inner.alias = name;
      inner.column_aliases = view->second.syntax.columns;
      WEIR_CHECK(rename(*made, inner));
    }
    known.emplace(name, *made);
    return finish(std::move(*made));
  }
  if (const auto table = catalog_.tables.find(name); table != catalog_.tables.end()) {
    WEIR_TRY(made, plan_source(table->second));
    return finish(std::move(made));
  }
  for (const auto& [suffix, stream] :
       {std::pair{late_suffix, plan::stream_kind::late}, {bad_suffix, plan::stream_kind::bad}})
    if (name.ends_with(suffix) && catalog_.tables.contains(name.substr(0, name.size() - suffix.size()))) {
      WEIR_TRY(made, plan_aside(name.substr(0, name.size() - suffix.size()), stream));
      return finish(std::move(made));
    }
  return std::unexpected(unknown_table(from.name.back()));
}

error query_planner::unknown_table(const sql::name_part& name) const {
  std::vector<std::string_view> known;
  for (const auto& [one, table] : catalog_.tables) known.push_back(one);
  for (const auto& [one, view] : catalog_.views) known.push_back(one);
  for (const auto& level : tables_with_)
    for (const auto& [one, table] : level) known.push_back(one);
  const auto near = closest(name.text, known.data(), known.size());
  return {errc::unknown_name, fmt::format("unknown table: {}", name.text), name.place,
          near.empty() ? std::string() : fmt::format("did you mean {}?", near)};
}

result<relation> query_planner::plan_source(const catalog_table& table) {
  auto found = shared_.sources.find(table.name);
  if (found == shared_.sources.end()) {
    WEIR_TRY(source, make_source(table, catalog_));
    source.reads_watermark = shared_.reads_watermark && table.watermark != nullptr;
    shared_.plan.sources.push_back(std::move(source));
    found = shared_.sources.emplace(table.name, shared_.plan.sources.size() - 1).first;
  }
  const auto& source = shared_.plan.sources[found->second];
  const auto layout = plan::table_layout(source);
  relation made;
  made.columns = plain_columns(*layout);
  for (std::size_t i = 0; i < table.columns.size(); ++i) made.columns[i].time = table.columns[i].time;
  if (source.reads_watermark) made.columns.back().hidden = true;
  made.inputs.push_back(edge_of(found->second, plan::stream_kind::rows, layout));
  return made;
}

result<relation> query_planner::plan_aside(const std::string& table, plan::stream_kind stream) {
  WEIR_TRY(source, plan_source(catalog_.tables.at(table)));
  const auto index = source.inputs[0].index;
  shared_.plan.sources[index].keep_text = true;
  relation made;
  made.columns = plain_columns(*plan::aside_layout());
  made.inputs.push_back(edge_of(index, stream, plan::aside_layout()));
  return made;
}

/// One source for all constants of a kind: a row a line, numbered from 0.
result<relation> query_planner::plan_constant_rows(std::size_t rows) {
  plan::source_plan source;
  source.name = fmt::format("values {}", shared_.plan.sources.size() + 1);
  source.connector = "values";
  auto number = int32_type();
  source.columns.push_back({.name = "$row", .type = number});
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) text += fmt::format("{{\"$row\":{}}}\n", i);
  source.options["text"] = std::move(text);
  relation made;
  auto layout = std::make_shared<schema>();
  layout->fields.push_back({"$row", number});
  source.computed.input = layout;
  source.computed.output = layout;
  made.columns = plain_columns(*layout);
  made.bounded = true;
  shared_.plan.sources.push_back(std::move(source));
  made.inputs.push_back(edge_of(shared_.plan.sources.size() - 1, plan::stream_kind::rows, layout));
  return made;
}

} // namespace core::query
