#include "daemon/flink/statement_names.hpp"

namespace weir {

namespace {

namespace sql = core::sql;

class collector {
public:
  void visit(const sql::query_ptr& query) {
    if (!query) return;
    for (const auto& one : query->with) visit(one.query);
    std::visit([&](const auto& body) { visit_body(body); }, query->body);
    for (const auto& one : query->order_by) visit(one.value);
    visit(query->limit);
    visit(query->offset);
  }

  void visit(const sql::syntax_ptr& syntax) {
    if (!syntax) return;
    if (const auto* call = syntax->as<sql::call_syntax>()) found_.calls.push_back({call->name, syntax->place});
    if (const auto* table = syntax->as<sql::table_syntax>()) add_table(table->name);
    if (const auto* inner = syntax->as<sql::subquery_syntax>()) visit(inner->query);
    sql::for_each_child(*syntax, [&](const sql::syntax_ptr& child) { visit(child); });
  }

  [[nodiscard]] statement_names take() { return std::move(found_); }

private:
  void add_table(const std::vector<sql::name_part>& name) {
    if (!name.empty()) found_.tables.push_back(name.back());
  }

  void visit_body(const sql::select_syntax& select) {
    for (const auto& item : select.items) visit(item.expression);
    visit(select.from);
    visit(select.where);
    for (const auto& element : select.group_by) visit_grouping(element);
    visit(select.having);
    for (const auto& window : select.windows) {
      for (const auto& one : window.over.partition_by) visit(one);
      for (const auto& one : window.over.order_by) visit(one.value);
    }
    visit(select.qualify);
  }
  void visit_body(const sql::set_syntax& set) {
    visit(set.left);
    visit(set.right);
  }
  void visit_body(const sql::values_syntax& values) {
    for (const auto& row : values.rows)
      for (const auto& value : row) visit(value);
  }

  void visit_grouping(const sql::grouping_element& element) {
    for (const auto& one : element.expressions) visit(one);
    for (const auto& part : element.parts) visit_grouping(part);
  }

  void visit(const sql::table_ptr& table) {
    if (!table) return;
    visit(table->system_time);
    std::visit([&](const auto& node) { visit_table(node, table->place); }, table->node);
  }
  void visit_table(const sql::named_table& table, core::text_place /*place*/) { add_table(table.name); }
  void visit_table(const sql::derived_table& table, core::text_place /*place*/) { visit(table.query); }
  void visit_table(const sql::function_table& table, core::text_place place) {
    found_.calls.push_back({table.name, place});
    for (const auto& argument : table.arguments) visit(argument.value);
  }
  void visit_table(const sql::unnest_table& table, core::text_place /*place*/) { visit(table.value); }
  void visit_table(const sql::join_table& join, core::text_place /*place*/) {
    visit(join.left);
    visit(join.right);
    visit(join.on);
  }

  statement_names found_{};
};

} // namespace

statement_names names_of(const core::sql::query_ptr& query) {
  collector all;
  all.visit(query);
  return all.take();
}

statement_names names_of(const core::sql::create_table& table) {
  collector all;
  for (const auto& column : table.columns) all.visit(column.expression);
  if (table.watermark) all.visit(table.watermark->expression);
  all.visit(table.as_query);
  return all.take();
}

} // namespace weir
