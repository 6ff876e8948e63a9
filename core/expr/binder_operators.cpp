// Operators.
#include <fmt/format.h>

#include "core/expr/arithmetic.hpp"
#include "core/expr/binder.hpp"
#include "core/expr/cast.hpp"
#include "core/expr/comparison.hpp"
#include "core/expr/concat.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/in_list.hpp"
#include "core/expr/like.hpp"
#include "core/expr/logic.hpp"

namespace core::expr {

namespace {

comparison comparison_of(sql::binary_operator op) {
  switch (op) {
  case sql::binary_operator::equal: return comparison::equal;
  case sql::binary_operator::not_equal: return comparison::not_equal;
  case sql::binary_operator::less: return comparison::less;
  case sql::binary_operator::less_equal: return comparison::less_equal;
  case sql::binary_operator::greater: return comparison::greater;
  case sql::binary_operator::greater_equal: return comparison::greater_equal;
  case sql::binary_operator::is_distinct: return comparison::distinct;
  default: return comparison::not_distinct;
  }
}

truth_test test_of(sql::unary_operator op) {
  switch (op) {
  case sql::unary_operator::is_null:
  case sql::unary_operator::is_unknown: return truth_test::is_null;
  case sql::unary_operator::is_not_null:
  case sql::unary_operator::is_not_unknown: return truth_test::is_not_null;
  case sql::unary_operator::is_true: return truth_test::is_true;
  case sql::unary_operator::is_not_true: return truth_test::is_not_true;
  case sql::unary_operator::is_false: return truth_test::is_false;
  default: return truth_test::is_not_false;
  }
}

bool is_arithmetic(sql::binary_operator op) { return op <= sql::binary_operator::modulo; }

error with_place(error fault, const sql::syntax_ptr& item) {
  if (fault.place.line == 0) fault.place = item->place;
  return fault;
}

} // namespace

bound binder::bind_boolean(const sql::syntax_ptr& item, std::string_view what) {
  auto made = bind(*item);
  if (!made || (*made)->type().kind == type_kind::boolean) return made;
  if ((*made)->type().kind == type_kind::null) return make_null(boolean_type());
  return fail(errc::bad_type, fmt::format("{} needs BOOLEAN, not {}", what, core::to_string((*made)->type())),
              item->place);
}

bound binder::bind_text(const sql::syntax_ptr& item, std::string_view what) {
  auto made = bind(*item);
  if (!made) return made;
  const auto kind = (*made)->type().kind;
  if (kind == type_kind::string || kind == type_kind::null) return make_cast(std::move(*made), string_type(), {});
  return fail(errc::bad_type, fmt::format("{} needs STRING, not {}", what, core::to_string((*made)->type())),
              item->place);
}

bound binder::operator()(const sql::unary_syntax& node) {
  using enum sql::unary_operator;
  if (node.op == logical_not) {
    auto value = bind_boolean(node.operand, "NOT");
    return value ? bound(make_not(std::move(*value))) : value;
  }
  if (node.op == minus) {
    const auto* literal = node.operand->as<sql::literal_syntax>();
    if (literal != nullptr && literal->kind == sql::literal_kind::number) return bind_literal(*literal, true);
  }
  if (node.op >= is_true) {
    auto value = bind_boolean(node.operand, "an IS test");
    return value ? bound(make_test(test_of(node.op), std::move(*value))) : value;
  }
  auto value = bind(*node.operand);
  if (!value) return value;
  if (node.op == is_null || node.op == is_not_null) return make_test(test_of(node.op), std::move(*value));
  if (node.op == minus) return make_negative(std::move(*value));
  if (!is_number((*value)->type().kind)) {
    return fail(errc::bad_type, fmt::format("+ takes a number, not {}", core::to_string((*value)->type())));
  }
  return value;
}

bound binder::operator()(const sql::binary_syntax& node) {
  using enum sql::binary_operator;
  if (node.op == logical_and || node.op == logical_or) {
    const bool is_and = node.op == logical_and;
    auto a = bind_boolean(node.left, is_and ? "AND" : "OR");
    if (!a) return a;
    auto b = bind_boolean(node.right, is_and ? "AND" : "OR");
    if (!b) return b;
    return is_and ? make_and(std::move(*a), std::move(*b)) : make_or(std::move(*a), std::move(*b));
  }
  if (node.op == equal || node.op == not_equal) {
    const auto* a = node.left->as<sql::row_syntax>();
    const auto* b = node.right->as<sql::row_syntax>();
    if (a != nullptr && b != nullptr) {
      auto same = compare_rows(*a, *b);
      return same && node.op == not_equal ? bound(make_not(std::move(*same))) : same;
    }
  }
  auto a = bind(*node.left);
  if (!a) return a;
  auto b = bind(*node.right);
  if (!b) return b;
  if (node.op == concat) return make_concat(std::move(*a), std::move(*b));
  if (!is_arithmetic(node.op)) return make_comparison(comparison_of(node.op), std::move(*a), std::move(*b), zone_);
  if ((*a)->type().kind == type_kind::null || (*b)->type().kind == type_kind::null) {
    return fail(errc::bad_type, "NULL has no type here", {}, "write CAST(NULL AS INT)");
  }
  return make_arithmetic(static_cast<arithmetic>(node.op), std::move(*a), std::move(*b));
}

bound binder::operator()(const sql::between_syntax& node) {
  auto value = bind(*node.value);
  if (!value) return value;
  auto low = bind(*node.low);
  if (!low) return low;
  auto high = bind(*node.high);
  if (!high) return high;
  const auto inside = [&](const expression_ptr& from, const expression_ptr& to) -> bound {
    auto above = make_comparison(comparison::greater_equal, *value, from, zone_);
    if (!above) return std::unexpected(with_place(above.error(), node.low));
    auto below = make_comparison(comparison::less_equal, *value, to, zone_);
    if (!below) return std::unexpected(with_place(below.error(), node.high));
    return make_and(std::move(*above), std::move(*below));
  };
  auto made = inside(*low, *high);
  if (made && node.symmetric) {
    auto turned = inside(*high, *low);
    if (!turned) return turned;
    made = make_or(std::move(*made), std::move(*turned));
  }
  return made && node.negated ? bound(make_not(std::move(*made))) : made;
}

bound binder::operator()(const sql::in_syntax& node) {
  const auto* row = node.value->as<sql::row_syntax>();
  bound made;
  if (row != nullptr) {
    made = rows_in(*row, node);
  } else {
    auto value = bind(*node.value);
    if (!value) return value;
    auto list = bind_all(node.list);
    if (!list) return std::unexpected(list.error());
    made = make_in(std::move(*value), std::move(*list), zone_);
  }
  return made && node.negated ? bound(make_not(std::move(*made))) : made;
}

bound binder::compare_rows(const sql::row_syntax& a, const sql::row_syntax& b) {
  if (a.items.size() != b.items.size()) return fail(errc::bad_type, "rows of different lengths cannot be compared");
  expression_ptr all;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    auto left = bind(*a.items[i]);
    if (!left) return left;
    auto right = bind(*b.items[i]);
    if (!right) return right;
    auto same = make_comparison(comparison::equal, std::move(*left), std::move(*right), zone_);
    if (!same) return same;
    all = all ? make_and(std::move(all), std::move(*same)) : std::move(*same);
  }
  return all;
}

bound binder::rows_in(const sql::row_syntax& value, const sql::in_syntax& node) {
  expression_ptr any;
  for (const auto& item : node.list) {
    const auto* row = item->as<sql::row_syntax>();
    if (row == nullptr) return fail(errc::bad_type, "a row is compared with rows only", item->place);
    auto same = compare_rows(value, *row);
    if (!same) return same;
    any = any ? make_or(std::move(any), std::move(*same)) : std::move(*same);
  }
  return any;
}

bound binder::operator()(const sql::like_syntax& node) {
  const std::string_view what = node.similar ? "SIMILAR TO" : "LIKE";
  auto value = bind_text(node.value, what);
  if (!value) return value;
  auto pattern = bind_text(node.pattern, what);
  if (!pattern) return pattern;
  expression_ptr escape;
  if (node.escape) {
    auto made = bind_text(node.escape, "ESCAPE");
    if (!made) return made;
    escape = std::move(*made);
  }
  auto made = make_like(std::move(*value), std::move(*pattern), std::move(escape), node.similar);
  if (!made) return std::unexpected(with_place(made.error(), node.pattern));
  return node.negated ? bound(make_not(std::move(*made))) : made;
}

} // namespace core::expr
