#include "core/contract/jmespath/grammar.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"

namespace core::contract::jmespath {

using token_kind::both, token_kind::either, token_kind::star;

int binding(token_kind kind) {
  switch (kind) {
  case token_kind::pipe: return 1;
  case either: return 2;
  case both: return 3;
  case token_kind::equal:
  case token_kind::unequal:
  case token_kind::less:
  case token_kind::less_equal:
  case token_kind::greater:
  case token_kind::greater_equal: return 5;
  case token_kind::flatten: return 9;
  case star: return 20;
  case token_kind::filter: return 21;
  case token_kind::dot: return 40;
  case token_kind::no: return 45;
  case token_kind::left_brace: return 50;
  case token_kind::left_bracket: return 55;
  default: return 0;
  }
}
namespace {

constexpr int projection_stop = 10; ///< What binds less ends a projection.

} // namespace

result<program> grammar::read() {
  WEIR_TRY(root, expression(0));
  if (now() != token_kind::end) return refuse("something behind the end of the expression");
  made_.root = root;
  return std::move(made_);
}

bool grammar::take(token_kind kind) {
  if (now() != kind) return false;
  ++at_;
  return true;
}

std::unexpected<error> grammar::refuse_at(std::size_t index, errc code, std::string_view why) const {
  return fail(code, std::string(why), place_of(text_, tokens_[index].offset));
}

std::unexpected<error> grammar::refuse(std::string_view why) const {
  return refuse_at(at_, errc::syntax,
                   fmt::format("syntax: {}", now() == token_kind::end ? "the expression ends early" : why));
}

std::unexpected<error> grammar::refuse_depth() const {
  return refuse_at(at_, errc::limit, fmt::format("syntax: nested deeper than {}", expression_depth_max));
}

grammar::part grammar::add(node one) {
  for (const auto id : one.parts) one.depth = std::max(one.depth, made_.nodes[id].depth + 1);
  if (one.depth > expression_depth_max) return refuse_depth();
  made_.nodes.push_back(std::move(one));
  return static_cast<node_id>(made_.nodes.size() - 1);
}

grammar::part grammar::add(node_kind kind, std::vector<node_id> parts) {
  return add({.kind = kind, .parts = std::move(parts)});
}

grammar::part grammar::expression(int held) {
  if (++depth_ > expression_depth_max) return refuse_depth();
  auto left = first();
  while (left && held < binding(now())) left = more(*left);
  --depth_;
  return left;
}

grammar::part grammar::first() {
  switch (now()) {
  case token_kind::literal: return literal();
  case token_kind::raw_string: {
    const auto text = made_.literals.keep(tokens_[at_++].text);
    return add({.kind = node_kind::literal, .value = value_view::of(text)});
  }
  case token_kind::name: return named();
  case token_kind::quoted_name: return quoted_field();
  case token_kind::current: ++at_; return add(node_kind::current);
  case token_kind::left_brace: ++at_; return record();
  case token_kind::left_bracket: ++at_; return bracket();
  case token_kind::left_parenthesis: {
    ++at_;
    WEIR_TRY(inner, expression(0));
    if (!take(token_kind::right_parenthesis)) return refuse("a ( without its )");
    return inner;
  }
  case token_kind::no: {
    ++at_;
    WEIR_TRY(of, expression(binding(token_kind::no)));
    return add(node_kind::no, {of});
  }
  default: break;
  }
  if (now() != star && now() != token_kind::filter && now() != token_kind::flatten)
    return refuse(now() == token_kind::reference ? "a reference & that is no argument" : "no expression begins so");
  WEIR_TRY(current, add(node_kind::current));
  if (take(star)) return projection(node_kind::project_values, current, binding(star));
  return now() == token_kind::filter ? filter(current) : flattened(current);
}

grammar::part grammar::more(node_id left) {
  const auto kind = now();
  ++at_;
  switch (kind) {
  case token_kind::dot: {
    if (take(star)) return projection(node_kind::project_values, left, binding(star));
    WEIR_TRY(right, behind_dot(binding(token_kind::dot)));
    return add(node_kind::chain, {left, right});
  }
  case token_kind::pipe: return pair(node_kind::chain, left, binding(kind));
  case either: return pair(node_kind::either, left, binding(kind));
  case both: return pair(node_kind::both, left, binding(kind));
  case token_kind::filter: --at_; return filter(left);
  case token_kind::flatten: --at_; return flattened(left);
  case token_kind::left_bracket:
    if (now() == token_kind::number || now() == token_kind::colon) return index_or_slice(left);
    if (!take(star) || !take(token_kind::right_bracket)) return refuse("a [ that is no index, slice or *");
    return projection(node_kind::project, left, binding(star));
  case token_kind::equal:
  case token_kind::unequal:
  case token_kind::less:
  case token_kind::less_equal:
  case token_kind::greater:
  case token_kind::greater_equal: {
    WEIR_TRY(right, expression(binding(kind)));
    return add({.kind = node_kind::compare, .comparison = kind, .parts = {left, right}});
  }
  default: --at_; return refuse("an expression where an operator belongs");
  }
}

grammar::part grammar::pair(node_kind kind, node_id left, int held) {
  WEIR_TRY(right, expression(held));
  return add(kind, {left, right});
}

grammar::part grammar::filter(node_id left) {
  ++at_;
  WEIR_TRY(condition, expression(0));
  if (!take(token_kind::right_bracket)) return refuse("a [? without its ]");
  WEIR_TRY(right, now() == token_kind::flatten ? add(node_kind::current) : projected(binding(token_kind::filter)));
  return add(node_kind::project_matches, {left, right, condition});
}

grammar::part grammar::flattened(node_id left) {
  ++at_;
  WEIR_TRY(flat, add(node_kind::flatten, {left}));
  return projection(node_kind::project, flat, binding(token_kind::flatten));
}

grammar::part grammar::projection(node_kind kind, node_id left, int held) {
  WEIR_TRY(right, projected(held));
  return add(kind, {left, right});
}

/// What a projection does with each item: all that follows and binds tightly enough.
grammar::part grammar::projected(int held) {
  if (binding(now()) < projection_stop) return add(node_kind::current);
  if (now() == token_kind::left_bracket || now() == token_kind::filter) {
    // The item itself stands left of the bracket.
    return expression(held);
  }
  if (!take(token_kind::dot)) return refuse("an expression where an operator belongs");
  return behind_dot(held);
}

grammar::part grammar::behind_dot(int held) {
  switch (now()) {
  case token_kind::name:
  case token_kind::quoted_name:
  case star: return expression(held);
  case token_kind::left_bracket: ++at_; return list();
  case token_kind::left_brace: ++at_; return record();
  default: return refuse("no name behind a dot");
  }
}

} // namespace core::contract::jmespath
