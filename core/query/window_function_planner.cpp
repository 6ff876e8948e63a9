// TABLE(TUMBLE(...)), HOP, CUMULATE and SESSION: their arguments, and the rows with their window's columns.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/query/interval_argument.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

namespace {

using sql::syntax_ptr;
using window::window_kind;

/// The function's parameters in order, without DATA.
struct function_shape {
  std::string_view name;
  window_kind kind;
  std::array<std::string_view, 4> parameters; ///< Empty: no more.
};
constexpr std::array<function_shape, 4> shapes{{
    {"TUMBLE", window_kind::tumble, {"TIMECOL", "SIZE", "OFFSET", ""}},
    {"HOP", window_kind::hop, {"TIMECOL", "SLIDE", "SIZE", "OFFSET"}},
    {"CUMULATE", window_kind::cumulate, {"TIMECOL", "STEP", "SIZE", "OFFSET"}},
    {"SESSION", window_kind::session, {"TIMECOL", "GAP", "", ""}},
}};

const function_shape* shape_of(std::string_view name) {
  for (const auto& one : shapes)
    if (one.name == name) return &one;
  return nullptr;
}

using named_arguments = std::map<std::string, syntax_ptr, std::less<>>;

result<named_arguments> name_arguments(const sql::function_table& from, const function_shape& shape, text_place place) {
  named_arguments made;
  std::size_t position = 0;
  for (const auto& argument : from.arguments) {
    auto name = argument.name;
    for (auto& letter : name) letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    if (name.empty()) {
      name = position == 0 ? "DATA" : position <= 4 ? std::string(shape.parameters[position - 1]) : "";
      ++position;
    }
    const bool known =
        name == "DATA" || (!name.empty() && std::ranges::find(shape.parameters, name) != shape.parameters.end());
    if (!known)
      return fail(errc::bad_value,
                  argument.name.empty() ? fmt::format("{} has too many arguments", shape.name)
                                        : fmt::format("{} has no argument {}", shape.name, argument.name),
                  argument.value ? argument.value->place : place);
    if (!made.emplace(name, argument.value).second)
      return fail(errc::bad_value, fmt::format("argument given twice: {}", name), argument.value->place);
  }
  for (const auto needed : shape.parameters)
    if (!needed.empty() && needed != "OFFSET" && !made.contains(needed))
      return fail(errc::bad_value, fmt::format("{} needs the argument {}", shape.name, needed), place);
  if (!made.contains("DATA")) return fail(errc::bad_value, fmt::format("{} needs a table", shape.name), place);
  return made;
}

result<window::window_spec> read_spec(const function_shape& shape, const named_arguments& arguments) {
  window::window_spec made;
  made.kind = shape.kind;
  const auto read = [&](std::string_view name, std::int64_t& to) -> result<void> {
    const auto found = arguments.find(name);
    if (found == arguments.end()) return {};
    WEIR_TRY(length, interval_ms(found->second, fmt::format("{} of {}", name, shape.name)));
    to = length;
    return {};
  };
  WEIR_CHECK(read("SIZE", made.size_ms));
  WEIR_CHECK(read("GAP", made.size_ms));
  WEIR_CHECK(read("SLIDE", made.slide_ms));
  WEIR_CHECK(read("STEP", made.slide_ms));
  WEIR_CHECK(read("OFFSET", made.offset_ms));
  return made;
}

/// What the functions ask beyond a window's own rules; both are errors of planning in Flink.
result<void> check_spec(const function_shape& shape, const window::window_spec& spec, text_place place) {
  const auto divided = shape.kind == window_kind::hop || shape.kind == window_kind::cumulate;
  if (divided && spec.size_ms > 0 && spec.slide_ms > 0 && spec.size_ms % spec.slide_ms != 0)
    return fail(shape.kind == window_kind::hop ? errc::unsupported : errc::bad_value,
                fmt::format("{} whose size ({} ms) is no multiple of its {} ({} ms)", shape.name, spec.size_ms,
                            shape.kind == window_kind::hop ? "slide" : "step", spec.slide_ms),
                place,
                shape.kind == window_kind::hop ? "the older HOP(...) in GROUP BY may have any slide"
                                               : "make the size a multiple of the step");
  auto checked = window::check_window(spec);
  if (!checked) checked.error().place = place;
  return checked;
}

/// DESCRIPTOR(rt): the time attribute.
result<std::size_t> time_of(const syntax_ptr& from, const relation& rows, std::string_view function) {
  const auto* call = from->as<sql::call_syntax>();
  const auto* column = call != nullptr && call->name == "DESCRIPTOR" && call->arguments.size() == 1
                           ? call->arguments[0].value->as<sql::column_syntax>()
                           : nullptr;
  if (column == nullptr) return fail(errc::bad_type, fmt::format("{} needs DESCRIPTOR(column)", function), from->place);
  WEIR_TRY(bound, expr::bind(*call->arguments[0].value, scope_of(rows, "UTC")));
  const auto index = bound->column_index();
  const auto& name = column->parts.back().text;
  if (index < 0 || rows.columns[static_cast<std::size_t>(index)].time == time_role::none)
    return fail(
        errc::bad_type, fmt::format("{} needs a time attribute: {} is {}", function, name, to_string(bound->type())),
        from->place, "declare WATERMARK FOR it in CREATE TABLE; a computation or a cast makes it a plain column");
  return static_cast<std::size_t>(index);
}

} // namespace

result<relation> query_planner::plan_window_function(const sql::function_table& from, text_place place) {
  const auto* shape = shape_of(from.name);
  if (shape == nullptr)
    return fail(errc::unsupported, fmt::format("table function {}", from.name), place,
                "TUMBLE, HOP, CUMULATE, SESSION and UNNEST are there");
  WEIR_TRY(arguments, name_arguments(from, *shape, place));
  const auto& data = arguments.at("DATA");
  relation rows;
  std::vector<syntax_ptr> partition;
  if (const auto* table = data->as<sql::table_syntax>()) {
    sql::table_reference reference;
    reference.place = data->place;
    reference.node = sql::named_table{table->name};
    WEIR_TRY(made, plan_table(reference));
    rows = std::move(made);
    partition = table->partition_by;
  } else if (const auto* query = data->as<sql::subquery_syntax>()) {
    WEIR_TRY(made, plan_query(*query->query));
    rows = std::move(made);
  } else {
    return fail(errc::bad_type, fmt::format("{} needs a table: {}", shape->name, sql::to_string(*data)), data->place,
                "write TABLE name");
  }
  WEIR_CHECK(settle_rank(rows));
  WEIR_CHECK(settle_window(rows));
  WEIR_TRY(spec, read_spec(*shape, arguments));
  WEIR_CHECK(check_spec(*shape, spec, place));
  WEIR_TRY(time, time_of(arguments.at("TIMECOL"), rows, shape->name));
  std::vector<std::size_t> keys;
  for (const auto& one : partition) {
    WEIR_TRY(value, bind(rows, one));
    if (value->column_index() < 0)
      return fail(errc::unsupported, fmt::format("PARTITION BY an expression in {}", shape->name), one->place,
                  "compute it in a view and name the column");
    keys.push_back(static_cast<std::size_t>(value->column_index()));
  }
  if (rows.updating)
    return fail(errc::unsupported, fmt::format("{} over a table that changes ({})", shape->name, rows.updated_by),
                place, "windows need rows that are only added");
  attach_window(rows, spec, time, std::move(keys));
  return rows;
}

/// Adds the three columns; what fills them is settled when it is known who reads them.
void query_planner::attach_window(relation& rows, window::window_spec spec, std::size_t time,
                                  std::vector<std::size_t> keys) const {
  const auto type = rows.columns[time].type;
  const bool zoned = type.kind == type_kind::timestamp_ltz;
  spec.time_zone = zoned ? catalog_.time_zone() : std::string();
  carried_window carried;
  carried.spec = spec;
  carried.time_type = type;
  carried.time = rows.columns[time].time;
  carried.time_zone = spec.time_zone;
  carried.pending = true;
  carried.time_column = time;
  const auto role = rows.columns[time].time;
  for (auto& column : rows.columns) {
    column.window = window_role::none;
    column.session_key = -1;
  }
  for (std::size_t i = 0; i < keys.size(); ++i) rows.columns[keys[i]].session_key = static_cast<int>(i);
  carried.session_keys = std::move(keys);
  auto bound_type = timestamp_type(3);
  bound_type.nullable = false;
  const auto add = [&](std::string name, window_role window, const data_type& of, time_role time_of_column) {
    relation_column made;
    made.name = std::move(name);
    made.type = of;
    made.window = window;
    made.time = time_of_column;
    rows.columns.push_back(std::move(made));
  };
  add("window_start", window_role::start, bound_type, time_role::none);
  add("window_end", window_role::end, bound_type, time_role::none);
  add("window_time", window_role::time, type, role);
  plan::assign_step step{spec, time, true, layout_of(rows)};
  append(rows, step, step.layout);
  rows.window = std::move(carried);
}

/// The windows are wanted as columns: rows are given theirs where they are, or, for sessions, wait in a stage.
result<void> query_planner::settle_window(relation& rows) {
  if (!rows.window || !rows.window->pending) return {};
  auto& carried = *rows.window;
  carried.pending = false;
  if (carried.spec.kind != window_kind::session) {
    for (auto& input : rows.inputs)
      for (auto& step : input.program.steps)
        if (auto* assign = std::get_if<plan::assign_step>(&step); assign != nullptr && assign->deferred)
          assign->deferred = false;
    return {};
  }
  return settle_session(rows);
}

/// What stood behind the function in each program moves behind the stage.
result<void> query_planner::settle_session(relation& rows) {
  const auto& carried = *rows.window;
  window::session_rows_plan waiting;
  waiting.window = carried.spec;
  waiting.keys = carried.session_keys;
  waiting.time_column = carried.time_column;
  std::vector<plan::keyed_edge> edges;
  std::vector<plan::row_step> behind;
  for (auto& input : rows.inputs) {
    auto& steps = input.program.steps;
    const auto at = std::ranges::find_if(steps, [](const plan::row_step& step) {
      const auto* assign = std::get_if<plan::assign_step>(&step);
      return assign != nullptr && assign->deferred;
    });
    WEIR_ENSURE(at != steps.end(), "a pending window has its step in every program");
    waiting.output = std::get<plan::assign_step>(*at).layout;
    behind.assign(at + 1, steps.end());
    steps.erase(at, steps.end());
    auto before = std::make_shared<schema>(*waiting.output);
    before->fields.resize(before->fields.size() - 3);
    input.program.output = before;
    waiting.input = before;
    edges.push_back({input, waiting.keys, waiting.time_column, 0, carried.time == time_role::processing});
  }
  const auto layout = waiting.output;
  const auto output = layout_of(rows);
  add_stage(rows, "session rows", std::move(waiting), std::move(edges));
  auto& program = rows.inputs[0].program;
  program.input = layout;
  program.steps = std::move(behind);
  program.output = output;
  return {};
}

} // namespace core::query
