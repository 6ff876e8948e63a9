#include "core/sql/expression_parser.hpp"

#include <fmt/format.h>

namespace core::sql {

namespace {

// Calcite's binding strengths; a higher one binds tighter.
constexpr int bind_or = 22;
constexpr int bind_and = 24;
constexpr int bind_not = 26;
constexpr int bind_is = 28;
constexpr int bind_compare = 30;
constexpr int bind_between = 32;
constexpr int bind_add = 40;
constexpr int bind_multiply = 60;
constexpr int bind_sign = 80;

struct infix_operator {
  std::string_view symbol;
  int strength;
  binary_operator op;
};
constexpr infix_operator infix_operators[] = {
    {"OR", bind_or, binary_operator::logical_or},         {"AND", bind_and, binary_operator::logical_and},
    {"=", bind_compare, binary_operator::equal},          {"<>", bind_compare, binary_operator::not_equal},
    {"!=", bind_compare, binary_operator::not_equal},     {"<", bind_compare, binary_operator::less},
    {"<=", bind_compare, binary_operator::less_equal},    {">", bind_compare, binary_operator::greater},
    {">=", bind_compare, binary_operator::greater_equal}, {"+", bind_add, binary_operator::add},
    {"-", bind_add, binary_operator::subtract},           {"*", bind_multiply, binary_operator::multiply},
    {"/", bind_multiply, binary_operator::divide},        {"%", bind_multiply, binary_operator::modulo},
    {"||", bind_multiply, binary_operator::concat},
};

/// Counts nesting for as long as it lives.
class depth_guard {
public:
  depth_guard(int& depth, token_stream& tokens) : depth_(depth), before_(depth) { deepen(tokens); }
  ~depth_guard() { depth_ = before_; }
  depth_guard(const depth_guard&) = delete;
  depth_guard& operator=(const depth_guard&) = delete;

  void deepen(token_stream& tokens) {
    if (++depth_ > expression_depth_max) {
      tokens.fail_at(tokens.peek().place, fmt::format("an expression nests deeper than {}", expression_depth_max), {});
    }
  }

private:
  int& depth_;
  int before_;
};

} // namespace

expression_parser::expression_parser(std::vector<token> tokens, dialect words) : tokens_(std::move(tokens), words) {}

query_ptr expression_parser::query() {
  tokens_.fail_at(tokens_.peek().place, "a query cannot stand inside an expression here", {});
  return nullptr;
}

syntax_ptr expression_parser::expression() { return climb(0); }

std::vector<syntax_ptr> expression_parser::expression_list() {
  std::vector<syntax_ptr> out;
  do out.push_back(expression());
  while (tokens_.accept(","));
  return out;
}

syntax_ptr expression_parser::climb(int floor) {
  depth_guard guard(depth_, tokens_);
  auto left = prefix();
  while (auto wider = infix(left, floor)) {
    left = std::move(wider);
    guard.deepen(tokens_); // A chain `a + b + c` nests to the left.
  }
  return left;
}

syntax_ptr expression_parser::prefix() {
  const auto place = tokens_.peek().place;
  const auto unary = [&](unary_operator op, int strength) {
    tokens_.take();
    auto operand = climb(strength);
    return make(place, unary_syntax{op, std::move(operand)});
  };
  if (tokens_.at("NOT")) return unary(unary_operator::logical_not, bind_not);
  if (tokens_.at("-")) return unary(unary_operator::minus, bind_sign);
  if (tokens_.at("+")) return unary(unary_operator::plus, bind_sign);
  return postfix(primary());
}

/// The node with `left` as its left side, or null when what follows binds no tighter than `floor`.
syntax_ptr expression_parser::infix(const syntax_ptr& left, int floor) {
  if (tokens_.at("IS") && bind_is > floor) return is_test(left);
  if (bind_between > floor && tokens_.accept("OVERLAPS")) return overlaps(left, climb(bind_between));
  const bool negated = tokens_.at("NOT");
  if (bind_between > floor) {
    const std::size_t ahead = negated ? 1 : 0;
    const auto follows = [&](std::string_view word) { return tokens_.at(word, ahead); };
    if (follows("BETWEEN") || follows("IN") || follows("LIKE") || follows("SIMILAR")) {
      if (negated) tokens_.take();
      const auto word = tokens_.take().upper;
      if (word == "BETWEEN") return between(left, negated);
      if (word == "IN") return in_list(left, negated);
      if (word == "SIMILAR") tokens_.expect("TO");
      return like(left, negated, word == "SIMILAR");
    }
  }
  for (const auto& candidate : infix_operators) {
    if (!tokens_.at(candidate.symbol)) continue;
    if (candidate.strength <= floor) return nullptr;
    if (candidate.symbol == "!=" && tokens_.words() == dialect::sql) {
      tokens_.fail_at(tokens_.peek().place, "!= is not SQL", "write <>");
    }
    tokens_.take();
    auto right = climb(candidate.strength);
    return make(left->place, binary_syntax{candidate.op, left, std::move(right)});
  }
  return nullptr;
}

syntax_ptr expression_parser::is_test(const syntax_ptr& left) {
  tokens_.expect("IS");
  const bool negated = tokens_.accept("NOT");
  if (tokens_.accept_all({"DISTINCT", "FROM"})) {
    auto right = climb(bind_compare);
    const auto op = negated ? binary_operator::is_not_distinct : binary_operator::is_distinct;
    return make(left->place, binary_syntax{op, left, std::move(right)});
  }
  const auto test = [&](unary_operator yes, unary_operator no) {
    return make(left->place, unary_syntax{negated ? no : yes, left});
  };
  if (tokens_.accept("JSON")) return is_json(left, negated);
  if (tokens_.accept("NULL")) return test(unary_operator::is_null, unary_operator::is_not_null);
  if (tokens_.accept("TRUE")) return test(unary_operator::is_true, unary_operator::is_not_true);
  if (tokens_.accept("FALSE")) return test(unary_operator::is_false, unary_operator::is_not_false);
  if (tokens_.accept("UNKNOWN")) return test(unary_operator::is_unknown, unary_operator::is_not_unknown);
  tokens_.fail_expected("NULL, TRUE, FALSE, UNKNOWN, JSON or DISTINCT FROM");
  return left;
}

syntax_ptr expression_parser::between(const syntax_ptr& left, bool negated) {
  const bool symmetric = tokens_.accept("SYMMETRIC");
  if (!symmetric) tokens_.accept("ASYMMETRIC");
  auto low = climb(bind_between);
  tokens_.expect("AND");
  auto high = climb(bind_between);
  return make(left->place, between_syntax{left, std::move(low), std::move(high), symmetric, negated});
}

syntax_ptr expression_parser::in_list(const syntax_ptr& left, bool negated) {
  tokens_.expect("(");
  if (tokens_.at("SELECT") || tokens_.at("WITH")) {
    auto inner = query();
    tokens_.expect(")");
    return make(left->place, subquery_syntax{subquery_kind::in, left, std::move(inner), negated});
  }
  auto items = expression_list();
  tokens_.expect(")");
  return make(left->place, in_syntax{left, std::move(items), negated});
}

syntax_ptr expression_parser::like(const syntax_ptr& left, bool negated, bool similar) {
  auto pattern = climb(bind_between);
  syntax_ptr escape;
  if (tokens_.accept("ESCAPE")) escape = climb(bind_between);
  return make(left->place, like_syntax{left, std::move(pattern), std::move(escape), similar, negated});
}

/// `x[1]` and `f(x).field`, as often as they follow.
syntax_ptr expression_parser::postfix(syntax_ptr value) {
  depth_guard guard(depth_, tokens_);
  const auto place = value->place;
  for (;; guard.deepen(tokens_)) {
    if (tokens_.accept("[")) {
      auto index = expression();
      tokens_.expect("]");
      value = make(place, element_syntax{std::move(value), std::move(index)});
    } else if (tokens_.accept(".")) {
      auto field = tokens_.name();
      value = make(place, field_syntax{std::move(value), std::move(field)});
    } else {
      return value;
    }
  }
}

std::vector<name_part> expression_parser::compound_name() {
  std::vector<name_part> parts;
  do parts.push_back(tokens_.name());
  while (tokens_.accept("."));
  return parts;
}

} // namespace core::sql
