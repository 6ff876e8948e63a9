// Walking over expressions and comparing them.
#include "core/sql/syntax.hpp"

namespace core::sql {

namespace {

using visitor = std::function<void(const syntax_ptr&)>;

struct walker {
  const visitor& visit;

  void one(const syntax_ptr& child) const {
    if (child) visit(child);
  }
  void all(const std::vector<syntax_ptr>& children) const {
    for (const auto& child : children) one(child);
  }
  void operator()(const literal_syntax&) const {}
  void operator()(const column_syntax&) const {}
  void operator()(const unary_syntax& node) const { one(node.operand); }
  void operator()(const binary_syntax& node) const { one(node.left), one(node.right); }
  void operator()(const between_syntax& node) const { one(node.value), one(node.low), one(node.high); }
  void operator()(const in_syntax& node) const { one(node.value), all(node.list); }
  void operator()(const like_syntax& node) const { one(node.value), one(node.pattern), one(node.escape); }
  void operator()(const case_syntax& node) const {
    one(node.operand);
    for (const auto& branch : node.branches) one(branch.when), one(branch.then);
    one(node.otherwise);
  }
  void operator()(const cast_syntax& node) const { one(node.value); }
  void operator()(const call_syntax& node) const {
    for (const auto& argument : node.arguments) one(argument.value);
    one(node.filter);
    if (!node.over) return;
    all(node.over->partition_by);
    for (const auto& item : node.over->order_by) one(item.value);
    one(node.over->from.distance), one(node.over->to.distance);
  }
  void operator()(const array_syntax& node) const { all(node.items); }
  void operator()(const map_syntax& node) const { all(node.items); }
  void operator()(const row_syntax& node) const { all(node.items); }
  void operator()(const element_syntax& node) const { one(node.value), one(node.index); }
  void operator()(const field_syntax& node) const { one(node.value); }
  void operator()(const subquery_syntax& node) const { one(node.value); }
  void operator()(const table_syntax& node) const { all(node.partition_by); }
};

} // namespace

void for_each_child(const expression_syntax& syntax, const visitor& visit) { std::visit(walker{visit}, syntax.node); }

namespace {

void collect_queries(const expression_syntax& syntax, std::vector<query_ptr>& out) {
  if (const auto* inner = syntax.as<subquery_syntax>()) out.push_back(inner->query);
  for_each_child(syntax, [&out](const syntax_ptr& child) { collect_queries(*child, out); });
}

} // namespace

/// The text tells trees apart, so equal texts are equal trees; only queries have none of their own.
bool same_expression(const expression_syntax& a, const expression_syntax& b) {
  std::vector<query_ptr> left;
  std::vector<query_ptr> right;
  collect_queries(a, left);
  collect_queries(b, right);
  return left == right && to_string(a) == to_string(b);
}

} // namespace core::sql
