#include "core/query/script.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/prune.hpp"
#include "core/query/table_options.hpp"
#include "core/sql/script_parser.hpp"

namespace core::query {

namespace {

/// The word stands in the text, whatever its case.
bool mentions(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; };
  return !std::ranges::search(text, word, same).empty();
}

error with_place(error what, text_place place) {
  if (what.place.line == 0) what.place = place;
  return what;
}

phase phase_of(const error& what) {
  return what.code == errc::unsupported || what.code == errc::limit ? phase::plan : phase::validate;
}

} // namespace

std::string_view to_string(phase when) noexcept {
  switch (when) {
  case phase::parse: return "parse";
  case phase::validate: return "validate";
  default: return "plan";
  }
}

std::expected<script, std::vector<complaint>> plan_script(std::string_view text) { return plan_script(text, {}); }

std::expected<script, std::vector<complaint>> plan_script(std::string_view text, explain_words explain) {
  std::vector<complaint> complaints;
  auto parsed = sql::parse_script(text);
  if (!parsed) {
    for (auto& one : parsed.error())
      complaints.push_back({one.code == errc::unsupported ? phase::plan : phase::parse, std::move(one)});
    return std::unexpected(std::move(complaints));
  }
  script made(text);
  made.explain_with(std::move(explain));
  for (const auto& one : *parsed)
    if (auto ran = made.run(one); !ran)
      complaints.push_back({phase_of(ran.error()), with_place(std::move(ran.error()), one.place)});
  if (!complaints.empty()) return std::unexpected(std::move(complaints));
  return made;
}

result<void> script::run(const sql::statement& one) {
  shared_.reads_watermark = shared_.reads_watermark || mentions(text_, "CURRENT_WATERMARK");
  return std::visit([&](const auto& node) { return run_node(node, one); }, one.node);
}

void script::begin_plan() {
  shared_ = {};
  sinks_.clear();
  shown_ = 0;
}

plan::pipeline_plan script::finish() const {
  auto made = shared_.plan;
  made.time_zone = catalog_.time_zone();
  plan::mark_wanted_columns(made);
  return made;
}

result<void> script::run_node(const sql::create_table& node, const sql::statement& one) {
  const auto name = plain_name(node.name);
  if (catalog_.tables.contains(name) || catalog_.views.contains(name)) {
    if (node.if_not_exists) return {};
    return fail(errc::bad_value, fmt::format("there is already a table or view {}", name), node.name.back().place);
  }
  if (node.as_query)
    return fail(errc::unsupported, "CREATE TABLE ... AS SELECT", one.place, "declare the table, then INSERT INTO it");
  WEIR_TRY(made, define_table(node, catalog_));
  made.text = std::string(text_.substr(one.begin, one.end - one.begin));
  catalog_.tables.emplace(name, std::move(made));
  return {};
}

result<void> script::run_node(const sql::create_view& node, const sql::statement& one) {
  const auto name = plain_name(node.name);
  if (catalog_.tables.contains(name) || catalog_.views.contains(name)) {
    if (node.if_not_exists) return {};
    return fail(errc::bad_value, fmt::format("there is already a table or view {}", name), node.name.back().place);
  }
  // Planned at once, so that what is wrong is said here; what the plan got of it is thrown away.
  auto scratch = shared_;
  query_planner planner(catalog_, scratch);
  sql::table_reference reference;
  reference.node = sql::derived_table{node.query};
  WEIR_CHECK(planner.plan(*node.query));
  catalog_.views.emplace(name, catalog_view{node, std::string(text_.substr(one.begin, one.end - one.begin))});
  return {};
}

result<const catalog_table*> script::find_table(const std::vector<sql::name_part>& name) const {
  const auto found = catalog_.tables.find(plain_name(name));
  if (found != catalog_.tables.end()) return &found->second;
  std::vector<std::string_view> known;
  for (const auto& [one, table] : catalog_.tables) known.push_back(one);
  const auto near = closest(name.back().text, known.data(), known.size());
  return fail(errc::unknown_name, fmt::format("unknown table: {}", name.back().text), name.back().place,
              near.empty() ? std::string() : fmt::format("did you mean {}?", near));
}

result<void> script::run_node(const sql::insert_into& node, const sql::statement& /*one*/) {
  WEIR_TRY(target, find_table(node.target));
  query_planner planner(catalog_, shared_);
  WEIR_TRY(rows, planner.plan(*node.query));
  auto found = sinks_.find(target->name);
  if (found == sinks_.end()) {
    WEIR_TRY(sink, make_sink(*target));
    shared_.plan.sinks.push_back(std::move(sink));
    found = sinks_.emplace(target->name, shared_.plan.sinks.size() - 1).first;
  }
  return plan_insert(std::move(rows), node, *target, catalog_, shared_.plan.sinks[found->second]);
}

result<void> script::run_node(const sql::statement_set& node, const sql::statement& one) {
  for (const auto& insert : node.inserts) WEIR_CHECK(run_node(insert, one));
  return {};
}

result<void> script::run_node(const sql::set_option& node, const sql::statement& /*one*/) {
  if (node.reset) {
    if (node.option)
      catalog_.settings.erase(node.option->key);
    else
      catalog_.settings.clear();
  } else if (node.option) {
    if (node.option->key == "table.local-time-zone" && node.option->value != "default")
      if (auto zone = time_zone::find(node.option->value); !zone)
        return std::unexpected(with_place(zone.error(), node.option->value_place));
    catalog_.settings[node.option->key] = node.option->value;
  } else {
    for (const auto& [key, value] : catalog_.settings) answers_.push_back(fmt::format("'{}' = '{}'", key, value));
  }
  shared_.views.clear();
  return {};
}

result<void> script::run_node(const sql::drop_object& node, const sql::statement& /*one*/) {
  const auto name = plain_name(node.name);
  const bool gone = node.view ? catalog_.views.erase(name) > 0 : catalog_.tables.erase(name) > 0;
  shared_.views.clear();
  shared_.sources.erase(name);
  if (!node.view) sinks_.erase(name);
  if (gone || node.if_exists) return {};
  return fail(errc::unknown_name, fmt::format("unknown {}: {}", node.view ? "view" : "table", name),
              node.name.back().place);
}

/// A query by itself is an INSERT into a sink that shows its rows.
result<void> script::run_node(const sql::select_statement& node, const sql::statement& /*one*/) {
  query_planner planner(catalog_, shared_);
  WEIR_TRY(rows, planner.plan(*node.query));
  plan::sink_plan sink;
  sink.name = shown_++ == 0 ? "select" : fmt::format("select {}", shown_);
  sink.connector = "stdout";
  std::vector<expr::expression_ptr> values;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    if (rows.columns[i].hidden) continue;
    values.push_back(expr::column_reference(i, {rows.columns[i].name, rows.columns[i].type}));
    names.push_back(rows.columns[i].name);
  }
  project(rows, std::move(values), names);
  if (rows.updating) show_kinds(rows);
  sink.layout = layout_of(rows);
  sink.inputs = std::move(rows.inputs);
  shared_.plan.sinks.push_back(std::move(sink));
  return {};
}

/// Planned by itself in a copy, so that nothing of it is run.
result<void> script::run_node(const sql::explain_statement& node, const sql::statement& one) {
  auto scratch = *this;
  scratch.begin_plan();
  scratch.shared_.reads_watermark = shared_.reads_watermark;
  if (const auto* query = std::get_if<sql::query_ptr>(&node.what))
    WEIR_CHECK(scratch.run_node(sql::select_statement{*query}, one));
  else if (const auto* insert = std::get_if<sql::insert_into>(&node.what))
    WEIR_CHECK(scratch.run_node(*insert, one));
  else
    WEIR_CHECK(scratch.run_node(std::get<sql::statement_set>(node.what), one));
  if (explain_) answers_.push_back(explain_(scratch.finish()));
  return {};
}

result<void> script::run_node(const sql::show_statement& node, const sql::statement& one) {
  if (node.what == "TABLES" || node.what == "VIEWS") {
    if (node.what == "TABLES")
      for (const auto& [name, table] : catalog_.tables) answers_.push_back(name);
    for (const auto& [name, view] : catalog_.views) answers_.push_back(name);
    return {};
  }
  if (node.what.starts_with("CREATE") && !node.name.empty()) {
    const auto name = plain_name(node.name);
    if (const auto view = catalog_.views.find(name); view != catalog_.views.end()) {
      answers_.push_back(view->second.text);
      return {};
    }
    WEIR_TRY(table, find_table(node.name));
    answers_.push_back(table->text);
    return {};
  }
  return fail(errc::unsupported, fmt::format("SHOW {}", node.what), one.place,
              "SHOW TABLES, VIEWS and CREATE TABLE are there");
}

result<void> script::run_node(const sql::describe_statement& node, const sql::statement& /*one*/) {
  WEIR_TRY(table, find_table(node.name));
  for (const auto& column : table->columns) {
    auto type = column.type;
    type.nullable = true;
    answers_.push_back(fmt::format("{} {}{}", column.name, to_string(type), column.type.nullable ? "" : " NOT NULL"));
  }
  return {};
}

} // namespace core::query
