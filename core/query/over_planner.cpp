// Calls with OVER: aggregates of the rows before each row, and LAG. ROW_NUMBER alone may become a rank.
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/expr/constant.hpp"
#include "core/plan/aggregate_calls.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/interval_argument.hpp"
#include "core/query/over_calls.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

result<std::uint64_t> whole_number(const syntax_ptr& from, std::string_view what) {
  const auto* literal = from->as<sql::literal_syntax>();
  std::uint64_t made = 0;
  if (literal != nullptr && literal->kind == sql::literal_kind::number) {
    const auto& text = literal->text;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), made);
    if (failed == std::errc{} && end == text.data() + text.size()) return made;
  }
  return fail(errc::bad_value, fmt::format("{} must be a whole number: {}", what, sql::to_string(*from)), from->place);
}

/// The frame: everything before, or a number of rows or milliseconds.
result<void> read_frame(const sql::over_syntax& over, text_place place, over::over_plan& to) {
  to.in_rows = over.has_frame && over.in_rows;
  if (!over.has_frame) return {};
  using side = sql::frame_bound::side;
  if (over.to.where != side::current_row)
    return fail(errc::unsupported, "an OVER frame that does not end with CURRENT ROW", place,
                "a stream cannot look at rows to come");
  if (over.from.where == side::current_row) {
    to.preceding = 0;
    return {};
  }
  if (over.from.where == side::following)
    return fail(errc::bad_value, "an OVER frame that begins behind the row", place);
  if (!over.from.distance) return {};
  if (to.in_rows) {
    WEIR_TRY(rows, whole_number(over.from.distance, "ROWS ... PRECEDING"));
    to.preceding = static_cast<std::int64_t>(rows);
    return {};
  }
  WEIR_TRY(length, interval_ms(over.from.distance, "RANGE ... PRECEDING"));
  to.preceding = length;
  return {};
}

/// Binds the calls over the rows and their computed columns.
class over_binding {
public:
  over_binding(const relation& rows, const std::string& zone) : names_(scope_of(rows, zone)), columns_(names_) {
    for (std::size_t i = 0; i < names_.columns->fields.size(); ++i) (void)columns_.add_column(i);
  }

  result<std::size_t> column(const syntax_ptr& from) { return columns_.add(from); }

  result<over::over_call> call(const syntax_ptr& from) {
    const auto& call = *from->as<sql::call_syntax>();
    over::over_call made;
    if (call.name == "ROW_NUMBER" || call.name == "RANK" || call.name == "DENSE_RANK") {
      made.what = call.name == "ROW_NUMBER" ? over::over_function::row_number
                  : call.name == "RANK"     ? over::over_function::rank
                                            : over::over_function::dense_rank;
      made.result_type = int64_type();
      made.result_type.nullable = false;
      return made;
    }
    if (call.name == "LAG") return lag(call, from->place);
    auto plain = call;
    plain.over.reset();
    const auto bare = std::make_shared<const sql::expression_syntax>(from->place, std::move(plain));
    if (!plan::is_aggregate(*bare))
      return fail(errc::unsupported, fmt::format("{} OVER", call.name), from->place,
                  "aggregates, ROW_NUMBER and LAG can stand in front of OVER");
    plan::aggregate_calls calls(columns_, window::window_kind::tumble);
    WEIR_TRY(number, calls.add(*bare));
    made.aggregate = calls.calls()[number];
    made.result_type = made.aggregate.result_type;
    return made;
  }

  [[nodiscard]] plan::project_step finish() const { return columns_.finish(); }
  [[nodiscard]] const data_type& type(std::size_t column) const { return columns_.type(column); }

private:
  result<over::over_call> lag(const sql::call_syntax& call, text_place place) {
    if (call.arguments.empty() || call.arguments.size() > 3)
      return fail(errc::bad_value, fmt::format("LAG takes 1 to 3 arguments, not {}", call.arguments.size()), place);
    over::over_call made;
    made.what = over::over_function::lag;
    WEIR_TRY(column, columns_.add(call.arguments[0].value));
    made.column = column;
    made.result_type = columns_.type(column);
    made.result_type.nullable = true;
    if (call.arguments.size() > 1) {
      WEIR_TRY(distance, whole_number(call.arguments[1].value, "the distance of LAG"));
      made.distance = distance;
    }
    if (call.arguments.size() > 2) {
      const auto type = made.result_type;
      const auto cast =
          std::make_shared<const sql::expression_syntax>(place, sql::cast_syntax{call.arguments[2].value, type});
      WEIR_TRY(otherwise, columns_.add(cast));
      made.otherwise = static_cast<int>(otherwise);
    }
    return made;
  }

  expr::scope names_;
  plan::computed_columns columns_;
};

syntax_ptr replaced(const syntax_ptr& from, const std::vector<syntax_ptr>& calls) {
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (calls[i] == from) return plan::column_named(fmt::format("$over{}", i), from->place);
  return plan::map_children(*from, [&](const syntax_ptr& child) { return replaced(child, calls); });
}

} // namespace

result<void> query_planner::plan_over(relation& rows, const std::vector<select_value>& items,
                                      const sql::select_syntax& select) {
  WEIR_CHECK(settle_rank(rows));
  std::vector<syntax_ptr> calls;
  for (const auto& item : items) collect_over(item.expression, calls);
  const auto place = calls[0]->place;
  WEIR_TRY(over, over_of(*calls[0]->as<sql::call_syntax>(), select, place));
  for (const auto& one : calls) {
    WEIR_TRY(other, over_of(*one->as<sql::call_syntax>(), select, one->place));
    if (!same_window(over, other))
      return fail(errc::unsupported, "several different OVER windows in one SELECT", one->place,
                  "use one window for all of them, or a query around this one for the second");
  }
  for (std::size_t i = 0; i < items.size(); ++i)
    if (calls.size() == 1 && calls[0] == items[i].expression && calls[0]->as<sql::call_syntax>()->name == "ROW_NUMBER")
      return plan_row_number(rows, items, i, over);
  WEIR_CHECK(settle_window(rows));
  WEIR_CHECK(over_stage(rows, calls, over));
  std::vector<select_value> behind;
  for (const auto& item : items) behind.push_back({replaced(item.expression, calls), item.name, item.column});
  return plan_items(rows, behind);
}

/// The stage that adds the calls' columns, `$over0` and so on, behind the rows'.
result<void> query_planner::over_stage(relation& rows, const std::vector<syntax_ptr>& calls,
                                       const sql::over_syntax& over) {
  const auto place = calls[0]->place;
  if (rows.updating)
    return fail(errc::unsupported, fmt::format("OVER over a table that changes ({})", rows.updated_by), place,
                "OVER needs rows that are only added");
  over_binding binding(rows, catalog_.time_zone());
  over::over_plan made;
  WEIR_CHECK(read_frame(over, place, made));
  for (const auto& key : over.partition_by) {
    WEIR_TRY(column, binding.column(key));
    made.keys.push_back(column);
  }
  if (over.order_by.size() != 1 || over.order_by[0].descending)
    return fail(errc::unsupported, "OVER that is not ordered by one time attribute, ascending", place,
                "write ORDER BY the column that the table's WATERMARK is declared for");
  WEIR_TRY(time, binding.column(over.order_by[0].value));
  const auto role = time < rows.columns.size() ? rows.columns[time].time : time_role::none;
  if (role == time_role::none)
    return fail(errc::unsupported,
                fmt::format("OVER ordered by {}, which is no time attribute", sql::to_string(*over.order_by[0].value)),
                over.order_by[0].value->place, "write ORDER BY the column that the table's WATERMARK is declared for");
  made.time_column = time;
  made.by_arrival = role == time_role::processing;
  for (const auto& one : calls) {
    WEIR_TRY(call, binding.call(one));
    made.calls.push_back(std::move(call));
  }
  const auto step = binding.finish();
  made.input = step.layout;
  auto output = std::make_shared<schema>(*step.layout);
  for (auto i = rows.columns.size(); i < step.columns.size(); ++i) {
    relation_column hidden;
    hidden.name = fmt::format("$argument{}", i);
    hidden.type = step.layout->fields[i].type;
    hidden.hidden = true;
    rows.columns.push_back(std::move(hidden));
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    relation_column column;
    column.name = fmt::format("$over{}", i);
    column.type = made.calls[i].result_type;
    column.hidden = true;
    output->fields.push_back({column.name, column.type});
    rows.columns.push_back(std::move(column));
  }
  made.output = std::move(output);
  std::vector<plan::keyed_edge> edges;
  for (auto input : rows.inputs) {
    input.program.steps.emplace_back(step);
    input.program.output = step.layout;
    edges.push_back({std::move(input), made.keys, made.time_column});
  }
  add_stage(rows, "over", std::move(made), std::move(edges));
  return {};
}

} // namespace core::query
