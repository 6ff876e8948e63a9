#include "tests/core/window/stream.hpp"

namespace core::stream {

schema_ptr input_layout() {
  return std::make_shared<const schema>(schema{
      {{"k", string_type()}, {"v", int64_type()}, {"d", float64_type()}, {"s", string_type()}, {"f", boolean_type()}}});
}

agg::aggregate_call call(agg::function what, int argument, bool distinct, int filter) {
  agg::aggregate_call made;
  made.what = what;
  made.argument = argument;
  made.distinct = distinct;
  made.filter = filter;
  if (argument >= 0) made.argument_type = input_layout()->fields[static_cast<std::size_t>(argument)].type;
  made.result_type = *agg::result_type(what, made.argument_type);
  return made;
}

window::window_aggregate_plan plan_of(window::window_spec spec, std::vector<agg::aggregate_call> calls, bool keyed) {
  window::window_aggregate_plan plan;
  plan.window = std::move(spec);
  if (keyed) plan.keys = {0};
  plan.calls = std::move(calls);
  plan.input = input_layout();
  schema out;
  if (keyed) out.fields.push_back({"k", string_type()});
  out.fields.push_back({"window_start", timestamp_type(3)});
  out.fields.push_back({"window_end", timestamp_type(3)});
  out.fields.push_back({"window_time", timestamp_ltz_type(3)});
  for (std::size_t i = 0; i < plan.calls.size(); ++i)
    out.fields.push_back({"c" + std::to_string(i), plan.calls[i].result_type});
  plan.output = std::make_shared<const schema>(std::move(out));
  return plan;
}

namespace {

template <class T, class Put>
void fill(column& to, std::size_t at, const std::optional<T>& value, Put put) {
  if (value)
    put(*value);
  else
    to.set_null(at);
}

std::string text_of(const column& from, std::size_t i) {
  if (from.is_null(i)) return "null";
  std::string out;
  switch (storage_of(from.type.kind)) {
  case storage::integer: return std::to_string(from.ints[i]);
  case storage::real: append_double(out, from.reals[i]); return out;
  case storage::decimal: append_decimal(out, from.decimals[i], from.type.scale); return out;
  default: return "'" + std::string(from.texts[i]) + "'";
  }
}

} // namespace

batch_ptr batch_of(const std::vector<row>& rows) {
  auto made = std::make_shared<batch>();
  made->layout = input_layout();
  made->rows = static_cast<std::uint32_t>(rows.size());
  std::vector<column> columns;
  for (const auto& field : made->layout->fields) columns.push_back(make_column(field.type, rows.size()));
  auto texts = std::make_shared<text_arena>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    fill(columns[0], i, rows[i].key, [&](const auto& v) { columns[0].texts[i] = texts->store(v); });
    fill(columns[1], i, rows[i].v, [&](auto v) { columns[1].ints[i] = v; });
    fill(columns[2], i, rows[i].d, [&](auto v) { columns[2].reals[i] = v; });
    fill(columns[3], i, rows[i].s, [&](const auto& v) { columns[3].texts[i] = texts->store(v); });
    fill(columns[4], i, rows[i].f, [&](auto v) { columns[4].ints[i] = v ? 1 : 0; });
  }
  columns[0].owners.push_back(texts);
  columns[3].owners.push_back(texts);
  for (auto& one : columns) made->columns.push_back(std::make_shared<const column>(std::move(one)));
  return made;
}

void lines_of(const batch& from, std::vector<std::string>& to) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    std::string line;
    for (const auto& one : from.columns) line += (line.empty() ? "" : " ") + text_of(*one, i);
    to.push_back(std::move(line));
  }
}

window::window_spec tumble(std::int64_t size, std::string zone) {
  return {window::window_kind::tumble, size, 0, 0, std::move(zone)};
}
window::window_spec hop(std::int64_t slide, std::int64_t size, std::string zone) {
  return {window::window_kind::hop, size, slide, 0, std::move(zone)};
}
window::window_spec cumulate(std::int64_t step, std::int64_t size, std::string zone) {
  return {window::window_kind::cumulate, size, step, 0, std::move(zone)};
}
window::window_spec session(std::int64_t gap, std::string zone) {
  return {window::window_kind::session, gap, 0, 0, std::move(zone)};
}

std::vector<agg::aggregate_call> count_and_sum() {
  return {call(agg::function::count_star, -1), call(agg::function::sum, 1)};
}

} // namespace core::stream
