#include "core/expr/binder.hpp"

#include <fmt/format.h>

#include "core/expr/cast.hpp"
#include "core/expr/comparison.hpp"
#include "core/expr/conditional.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/nested.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

/// The root: a row with a fault is NULL, whatever COALESCE or IS NULL above the fault made of it.
class root_expression final : public expression {
public:
  explicit root_expression(expression_ptr value) : value_(std::move(value)) {}
  const data_type& type() const noexcept override { return value_->type(); }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override { return value_->to_string(); }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto before = context.faults.size();
    auto made = value_->evaluate(input, context);
    if (context.faults.size() == before) return made;
    auto cleared = *made;
    clear_faulty(cleared, context, before);
    return shared(std::move(cleared));
  }

private:
  expression_ptr value_;
};

class column_expression final : public expression {
public:
  column_expression(std::size_t index, schema_field field) : index_(index), field_(std::move(field)) {}
  const data_type& type() const noexcept override { return field_.type; }
  column_ptr evaluate(const batch& input, eval_context&) const override { return input.columns[index_]; }
  void collect_columns(std::vector<std::size_t>& used) const override { used.push_back(index_); }
  std::string to_string() const override { return field_.name; }
  int column_index() const noexcept override { return static_cast<int>(index_); }

private:
  std::size_t index_;
  schema_field field_;
};

} // namespace

expression_ptr column_reference(std::size_t index, const schema_field& field) {
  return std::make_shared<column_expression>(index, field);
}

bound bind(const sql::expression_syntax& syntax, const scope& names) {
  const auto zone = time_zone::find(names.time_zone);
  if (!zone) return std::unexpected(zone.error());
  auto made = binder(names, **zone).bind(syntax);
  if (!made || (*made)->constant() || (*made)->column_index() >= 0) return made;
  return std::make_shared<root_expression>(std::move(*made));
}

bound compile(std::string_view text, const scope& names) {
  const auto syntax = sql::parse_expression(text, sql::dialect::pipeline);
  if (!syntax) return std::unexpected(syntax.error());
  return bind(*syntax, names);
}

bound binder::bind(const sql::expression_syntax& syntax) {
  auto made = std::visit(*this, syntax.node);
  if (!made && made.error().place.line == 0) made.error().place = syntax.place;
  return made;
}

binder::bound_list binder::bind_all(const std::vector<sql::syntax_ptr>& items) {
  std::vector<expression_ptr> out;
  for (const auto& item : items) {
    auto made = bind(*item);
    if (!made) return std::unexpected(made.error());
    out.push_back(std::move(*made));
  }
  return out;
}

bound binder::operator()(const sql::literal_syntax& node) { return bind_literal(node, false); }

bound binder::operator()(const sql::cast_syntax& node) {
  auto value = bind(*node.value);
  if (!value) return value;
  return make_cast(std::move(*value), node.type, {node.try_cast, zone_});
}

bound binder::operator()(const sql::case_syntax& node) {
  expression_ptr operand;
  if (node.operand) {
    auto made = bind(*node.operand);
    if (!made) return made;
    operand = std::move(*made);
  }
  std::vector<bound_branch> branches;
  std::vector<expression_ptr> values;
  for (const auto& branch : node.branches) {
    auto when = operand ? bind(*branch.when) : bind_boolean(branch.when, "WHEN");
    if (when && operand) when = make_comparison(comparison::equal, operand, std::move(*when), zone_);
    if (!when) return when;
    auto then = bind(*branch.then);
    if (!then) return then;
    branches.push_back({std::move(*when), nullptr});
    values.push_back(std::move(*then));
  }
  if (node.otherwise) {
    auto otherwise = bind(*node.otherwise);
    if (!otherwise) return otherwise;
    values.push_back(std::move(*otherwise));
  }
  auto type = unify(values, zone_, "CASE");
  if (!type) return std::unexpected(type.error());
  if (type->kind == type_kind::null) return fail(errc::bad_type, "CASE needs a value that is not NULL");
  for (std::size_t i = 0; i < branches.size(); ++i) branches[i].then = std::move(values[i]);
  return make_case(std::move(branches), node.otherwise ? std::move(values.back()) : nullptr, *type);
}

bound binder::operator()(const sql::array_syntax& node) {
  auto items = bind_all(node.items);
  if (!items) return std::unexpected(items.error());
  return make_array(std::move(*items), zone_);
}

bound binder::operator()(const sql::map_syntax& node) {
  auto items = bind_all(node.items);
  if (!items) return std::unexpected(items.error());
  return make_map(std::move(*items), zone_);
}

bound binder::operator()(const sql::row_syntax& node) {
  auto items = bind_all(node.items);
  if (!items) return std::unexpected(items.error());
  return make_row(std::move(*items));
}

bound binder::operator()(const sql::element_syntax& node) {
  auto value = bind(*node.value);
  if (!value) return value;
  auto index = bind(*node.index);
  if (!index) return index;
  return make_element(std::move(*value), std::move(*index), zone_);
}

bound binder::operator()(const sql::subquery_syntax&) {
  return fail(errc::unsupported, "a query inside an expression is not supported");
}

bound binder::operator()(const sql::table_syntax&) { return fail(errc::bad_type, "a table is no value"); }

} // namespace core::expr
