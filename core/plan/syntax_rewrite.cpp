#include "core/plan/syntax_rewrite.hpp"

namespace core::plan {

namespace {

using sql::syntax_ptr;

/// One overload a kind of node; nodes without children fall to the template.
struct children_changer {
  const std::function<syntax_ptr(const syntax_ptr&)>& change;

  void one(syntax_ptr& child) const {
    if (child) child = change(child);
  }
  void all(std::vector<syntax_ptr>& children) const {
    for (auto& child : children) one(child);
  }

  template <class Leaf>
  void operator()(Leaf&) const {}
  void operator()(sql::unary_syntax& node) const { one(node.operand); }
  void operator()(sql::binary_syntax& node) const {
    one(node.left);
    one(node.right);
  }
  void operator()(sql::between_syntax& node) const {
    one(node.value);
    one(node.low);
    one(node.high);
  }
  void operator()(sql::in_syntax& node) const {
    one(node.value);
    all(node.list);
  }
  void operator()(sql::like_syntax& node) const {
    one(node.value);
    one(node.pattern);
    one(node.escape);
  }
  void operator()(sql::case_syntax& node) const {
    one(node.operand);
    for (auto& branch : node.branches) {
      one(branch.when);
      one(branch.then);
    }
    one(node.otherwise);
  }
  void operator()(sql::cast_syntax& node) const { one(node.value); }
  void operator()(sql::call_syntax& node) const {
    for (auto& argument : node.arguments) one(argument.value);
    one(node.filter);
  }
  void operator()(sql::array_syntax& node) const { all(node.items); }
  void operator()(sql::map_syntax& node) const { all(node.items); }
  void operator()(sql::row_syntax& node) const { all(node.items); }
  void operator()(sql::element_syntax& node) const {
    one(node.value);
    one(node.index);
  }
  void operator()(sql::field_syntax& node) const { one(node.value); }
};

} // namespace

syntax_ptr map_children(const sql::expression_syntax& syntax,
                        const std::function<syntax_ptr(const syntax_ptr&)>& change) {
  auto made = std::make_shared<sql::expression_syntax>(syntax);
  std::visit(children_changer{change}, made->node);
  return made;
}

syntax_ptr column_named(std::string name, text_place place) {
  auto made = std::make_shared<sql::expression_syntax>();
  made->place = place;
  made->node = sql::column_syntax{{{std::move(name), place}}};
  return made;
}

syntax_ptr binary(sql::binary_operator op, syntax_ptr left, syntax_ptr right) {
  const auto place = left->place;
  return std::make_shared<const sql::expression_syntax>(place,
                                                        sql::binary_syntax{op, std::move(left), std::move(right)});
}

} // namespace core::plan
