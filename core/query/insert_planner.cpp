// INSERT INTO: which column goes where, in which type, and whether the sink can take what comes.
#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/constant.hpp"
#include "core/query/not_null.hpp"
#include "core/query/script.hpp"
#include "core/query/table_options.hpp"

namespace core::query {

namespace {

std::vector<std::size_t> visible_columns(const relation& rows) {
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < rows.columns.size(); ++i)
    if (!rows.columns[i].hidden) made.push_back(i);
  return made;
}

std::string schema_text(const relation& rows, const std::vector<std::size_t>& columns) {
  std::string text;
  for (const auto i : columns)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", rows.columns[i].name, to_string(rows.columns[i].type));
  return text;
}

std::string schema_text(const schema& layout) {
  std::string text;
  for (const auto& field : layout.fields)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", field.name, to_string(field.type));
  return text;
}

/// For each column of the sink the column of the query that fills it; -1 = NULL.
result<std::vector<int>> match_columns(const sql::insert_into& from, const schema& target, std::size_t count,
                                       const std::string& query_text) {
  std::vector<int> made(target.fields.size(), -1);
  if (from.columns.empty()) {
    if (count != target.fields.size())
      return fail(errc::bad_type,
                  fmt::format("the query has {} columns and the sink {}: [{}] and [{}]", count, target.fields.size(),
                              query_text, schema_text(target)),
                  from.target.back().place);
    for (std::size_t i = 0; i < count; ++i) made[i] = static_cast<int>(i);
    return made;
  }
  if (from.columns.size() != count)
    return fail(errc::bad_type, fmt::format("{} columns are named and the query has {}", from.columns.size(), count),
                from.columns[0].place);
  for (std::size_t i = 0; i < from.columns.size(); ++i) {
    const auto& name = from.columns[i];
    const auto index = target.index_of(name.text);
    if (!index) {
      std::vector<std::string_view> known;
      for (const auto& field : target.fields) known.push_back(field.name);
      const auto near = closest(name.text, known.data(), known.size());
      return fail(errc::unknown_name, fmt::format("the sink has no column {}", name.text), name.place,
                  near.empty() ? std::string() : fmt::format("did you mean {}?", near));
    }
    if (made[*index] >= 0) return fail(errc::bad_value, fmt::format("column named twice: {}", name.text), name.place);
    made[*index] = static_cast<int>(i);
  }
  return made;
}

/// What other queries have put into the sink so far was only added.
void show_earlier(plan::sink_plan& sink) {
  relation earlier;
  for (const auto& field : sink.layout->fields) {
    relation_column column;
    column.name = field.name;
    column.type = field.type;
    earlier.columns.push_back(std::move(column));
  }
  earlier.inputs = std::move(sink.inputs);
  show_kinds(earlier);
  sink.inputs = std::move(earlier.inputs);
}

} // namespace

result<void> plan_insert(relation rows, const sql::insert_into& from, const catalog_table& target,
                         const catalog& session, plan::sink_plan& sink) {
  const auto place = from.target.back().place;
  if (from.overwrite) return fail(errc::unsupported, "INSERT OVERWRITE over a stream", place, "write INSERT INTO");
  if (rows.updating && !takes_updates(target))
    return fail(errc::unsupported,
                fmt::format("the sink {} only takes new rows, and {} changes rows", target.name, rows.updated_by),
                place,
                "group by window_start and window_end, or write to a sink that takes updates (upsert-kafka, print)");
  const auto columns = visible_columns(rows);
  const auto layout_kept = sink_layout(target);
  const auto& layout = *layout_kept;
  WEIR_TRY(filled_by, match_columns(from, layout, columns.size(), schema_text(rows, columns)));
  std::vector<expr::expression_ptr> values;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    const auto& field = layout.fields[i];
    names.push_back(field.name);
    if (filled_by[i] < 0) {
      if (!field.type.nullable)
        return fail(errc::bad_value, fmt::format("the sink's column {} is NOT NULL and gets no value", field.name),
                    place);
      values.push_back(expr::make_null(field.type));
      continue;
    }
    const auto column = columns[static_cast<std::size_t>(filled_by[i])];
    const auto& value = rows.columns[column];
    auto cast = expr::coerce(expr::column_reference(column, {value.name, value.type}), field.type, session.time_zone());
    if (!cast)
      return fail(errc::bad_type,
                  fmt::format("column {} of the query is {} and the sink's {} is {}: query [{}], sink [{}]", value.name,
                              to_string(value.type), field.name, to_string(field.type), schema_text(rows, columns),
                              schema_text(layout)),
                  place, fmt::format("write CAST({} AS {})", value.name, to_string(field.type)));
    const bool may_be_null = !field.type.nullable && (*cast)->type().nullable;
    values.push_back(may_be_null ? never_null(std::move(*cast), field.name) : std::move(*cast));
  }
  project(rows, std::move(values), names);
  const bool shows = sink.connector == "stdout" || sink.connector == "memory";
  const bool shows_already = sink.layout->fields.size() > layout.fields.size();
  if (shows && (rows.updating || shows_already)) {
    // Such sinks show what happens; all that is written to them says so.
    if (!shows_already) show_earlier(sink);
    show_kinds(rows);
    sink.layout = layout_of(rows);
  } else if (rows.updating) {
    sink.updating = true;
  }
  for (auto& input : rows.inputs) sink.inputs.push_back(std::move(input));
  return {};
}

} // namespace core::query
