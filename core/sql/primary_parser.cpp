// What stands between operators: literals, names, CASE, CAST, constructors, brackets.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/sql/expression_parser.hpp"
#include "core/sql/reserved_words.hpp"

namespace core::sql {

namespace {

/// Functions that are called without brackets.
constexpr std::string_view bare_calls[] = {"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME",
                                           "LOCALTIMESTAMP"};

/// In a pipeline file INTERVAL may be a column; two names side by side can only be INTERVAL x DAY.
bool begins_interval(const token_stream& tokens) {
  if (tokens.words() == dialect::sql) return true;
  const bool has_sign = tokens.at("-", 1) || tokens.at("+", 1);
  const auto& amount = tokens.peek(has_sign ? 2 : 1);
  if (amount.kind == token_kind::text) return true;
  if (has_sign) return false;
  const bool is_name = amount.kind == token_kind::word && !is_reserved(amount.upper);
  return is_name || amount.kind == token_kind::number || amount.kind == token_kind::quoted_name;
}

} // namespace

syntax_ptr expression_parser::primary() {
  const auto& next = tokens_.peek();
  switch (next.kind) {
  case token_kind::number: return literal(literal_kind::number, next.text, 1);
  case token_kind::approximate: return literal(literal_kind::approximate, next.text, 1);
  case token_kind::bytes: return literal(literal_kind::bytes, next.text, 1);
  case token_kind::text: {
    // Texts that follow each other are one, as the standard has it.
    std::string all;
    std::size_t count = 0;
    for (; tokens_.peek(count).kind == token_kind::text; ++count) all += tokens_.peek(count).text;
    return literal(literal_kind::text, all, count);
  }
  case token_kind::quoted_name: return tokens_.at("(", 1) ? call() : column();
  case token_kind::word: return word_primary();
  default: break;
  }
  if (tokens_.at("(")) return bracketed();
  tokens_.fail_expected("an expression");
  return literal(literal_kind::null, {}, 0);
}

/// Takes `tokens` tokens. The text is copied first: it may be a token's own.
syntax_ptr expression_parser::literal(literal_kind kind, std::string_view text, std::size_t tokens) {
  literal_syntax node{};
  node.kind = kind;
  node.text = text;
  const auto place = tokens_.peek().place;
  for (; tokens > 0; --tokens) tokens_.take();
  return make(place, std::move(node));
}

syntax_ptr expression_parser::word_primary() {
  const auto& word = tokens_.peek();
  const auto& upper = word.upper;
  const auto& next = tokens_.peek(1);
  if (upper == "NULL" || upper == "UNKNOWN") return literal(literal_kind::null, {}, 1);
  if (upper == "TRUE" || upper == "FALSE") return literal(literal_kind::boolean, upper, 1);
  if (upper == "CASE") return case_expression();
  if (next.kind == token_kind::text) {
    const auto dated = [&](literal_kind kind) {
      const auto place = word.place;
      tokens_.take();
      const auto value = literal(kind, tokens_.peek().text, 1);
      return make(place, literal_syntax{*value->as<literal_syntax>()});
    };
    if (upper == "DATE") return dated(literal_kind::date);
    if (upper == "TIME") return dated(literal_kind::time);
    if (upper == "TIMESTAMP") return dated(literal_kind::timestamp);
  }
  if (upper == "INTERVAL" && begins_interval(tokens_)) return interval();
  if (tokens_.at("(", 1)) {
    if (upper == "CAST" || upper == "TRY_CAST") return cast(upper == "TRY_CAST");
    if (upper == "ROW") return constructor(upper);
    if (upper == "EXISTS") {
      const auto place = tokens_.take().place;
      tokens_.expect("(");
      auto inner = query();
      tokens_.expect(")");
      return make(place, subquery_syntax{subquery_kind::exists, nullptr, std::move(inner), false});
    }
    if (!is_structural(upper)) return call();
  }
  if (tokens_.at("[", 1) && (upper == "ARRAY" || upper == "MAP")) return constructor(upper);
  for (const auto bare : bare_calls) {
    if (upper != bare) continue;
    const auto place = tokens_.take().place;
    return make(place, call_syntax{.name = std::string(bare)});
  }
  return column();
}

syntax_ptr expression_parser::column() {
  const auto& first = tokens_.peek();
  const bool ends_case = case_depth_ > 0 && (first.upper == "WHEN" || first.upper == "THEN" || first.upper == "ELSE" ||
                                             first.upper == "END");
  if (first.kind == token_kind::word && (is_structural(first.upper) || ends_case)) {
    tokens_.fail_expected("an expression");
  }
  const auto place = first.place;
  return make(place, column_syntax{compound_name()});
}

/// `(a)`, `(a, b)` which is a row, `(SELECT ...)`, `(a - b) SECOND`.
syntax_ptr expression_parser::bracketed() {
  const auto place = tokens_.take().place;
  if (tokens_.at("SELECT") || tokens_.at("WITH")) {
    auto inner = query();
    tokens_.expect(")");
    return make(place, subquery_syntax{subquery_kind::scalar, nullptr, std::move(inner), false});
  }
  const int outer_case = std::exchange(case_depth_, 0);
  auto items = expression_list();
  case_depth_ = outer_case;
  tokens_.expect(")");
  if (items.size() > 1) return make(place, row_syntax{std::move(items)});
  return timed_difference(place, items.front());
}

/// `(later - earlier) SECOND` is an interval: the call INTERVAL_BETWEEN('SECOND', later, earlier).
syntax_ptr expression_parser::timed_difference(const text_place& first, const syntax_ptr& inner) {
  constexpr std::string_view units[] = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"};
  const auto* difference = inner->as<binary_syntax>();
  const bool has_unit = std::ranges::any_of(units, [this](auto unit) { return tokens_.at(unit); });
  if (difference == nullptr || difference->op != binary_operator::subtract || !has_unit) return inner;
  int precision = 0;
  call_syntax call{.name = "INTERVAL_BETWEEN"};
  add_text(call, interval_unit(true, precision));
  add(call, difference->left);
  add(call, difference->right);
  return make(first, std::move(call));
}

syntax_ptr expression_parser::case_expression() {
  const auto place = tokens_.take().place;
  ++case_depth_;
  case_syntax node;
  if (!tokens_.at("WHEN")) node.operand = expression();
  while (tokens_.accept("WHEN")) {
    case_branch branch;
    branch.when = expression();
    tokens_.expect("THEN");
    branch.then = expression();
    node.branches.push_back(std::move(branch));
  }
  if (node.branches.empty()) tokens_.fail_expected("WHEN");
  if (tokens_.accept("ELSE")) node.otherwise = expression();
  tokens_.expect("END");
  --case_depth_;
  return make(place, std::move(node));
}

syntax_ptr expression_parser::cast(bool try_cast) {
  const auto place = tokens_.take().place;
  tokens_.expect("(");
  cast_syntax node;
  node.value = expression();
  tokens_.expect("AS");
  node.type = type();
  node.try_cast = try_cast;
  tokens_.expect(")");
  return make(place, std::move(node));
}

/// ARRAY[...], MAP[...], ROW(...).
syntax_ptr expression_parser::constructor(std::string_view word) {
  const bool is_array = word == "ARRAY";
  const bool is_map = word == "MAP";
  const auto first = tokens_.take();
  const std::string_view closing = is_array || is_map ? "]" : ")";
  tokens_.take();
  if (tokens_.at(closing)) tokens_.fail_at(first.place, fmt::format("{} needs at least one value", first.upper), {});
  auto items = expression_list();
  tokens_.expect(closing);
  if (is_map && items.size() % 2 != 0) {
    tokens_.fail_at(first.place, "MAP needs a value for each key", "write MAP['key', value, ...]");
  }
  if (is_array) return make(first.place, array_syntax{std::move(items)});
  if (is_map) return make(first.place, map_syntax{std::move(items)});
  return make(first.place, row_syntax{std::move(items)});
}

} // namespace core::sql
