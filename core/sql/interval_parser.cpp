// INTERVAL literals and their units.
#include <fmt/format.h>

#include "core/sql/expression_parser.hpp"
#include "core/sql/interval_text.hpp"

namespace core::sql {

/// `MINUTE`, `DAY(3) TO SECOND(3)`, plurals too; the canonical form comes back, the first unit's digits in `precision`.
std::string expression_parser::interval_unit(bool with_precision, int& precision) {
  const auto unit = [this]() -> std::string {
    auto name = tokens_.peek().upper;
    if (name.ends_with('S')) name.pop_back();
    if (!is_interval_unit(name)) {
      tokens_.fail_expected("YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE or SECOND");
      return "SECOND";
    }
    tokens_.take();
    return name;
  };
  const auto digits = [&](int otherwise) {
    if (!with_precision || !tokens_.accept("(")) return otherwise;
    const auto number = tokens_.take();
    if (number.kind != token_kind::number || number.text.size() > 2) {
      tokens_.fail_at(number.place, fmt::format("a count of digits must be a small number: {}", number.text), {});
      return otherwise;
    }
    if (tokens_.accept(",")) tokens_.take();
    tokens_.expect(")");
    return std::stoi(number.text);
  };
  auto out = unit();
  precision = digits(2);
  if (!tokens_.accept("TO")) return out;
  const auto place = tokens_.peek().place;
  const auto last = unit();
  static_cast<void>(digits(6));
  if (!is_interval_range(out, last)) {
    tokens_.fail_at(place, fmt::format("no such interval: {} TO {}", out, last), {});
  }
  return fmt::format("{} TO {}", out, last);
}

/// INTERVAL '1:30' MINUTE TO SECOND, INTERVAL 5 DAY; INTERVAL x DAY is `x * INTERVAL '1' DAY`.
syntax_ptr expression_parser::interval() {
  const auto place = tokens_.take().place;
  const bool negative = tokens_.at("-");
  if (negative || tokens_.at("+")) tokens_.take();
  const auto value = tokens_.peek();
  syntax_ptr factor;
  if (value.kind == token_kind::text || value.kind == token_kind::number) {
    tokens_.take();
  } else {
    factor = primary();
  }
  int precision = 2;
  literal_syntax node{};
  node.kind = literal_kind::interval;
  node.interval_unit = interval_unit(true, precision);
  node.text = factor ? "1" : value.text;
  // Flink checks the first field against its digits; a pipeline file need not.
  const int digits_max = tokens_.words() == dialect::sql ? precision : 9;
  const auto amount = read_interval(node.text, node.interval_unit, digits_max);
  if (!amount) {
    tokens_.fail_at(value.place, amount.error().message, amount.error().hint);
  } else {
    node.interval_of_months = amount->months;
    node.interval = amount->value;
  }
  if (negative && !factor) {
    node.interval = -node.interval;
    node.text = node.text.starts_with('-') ? node.text.substr(1) : "-" + node.text;
  }
  auto literal = make(place, std::move(node));
  if (!factor) return literal;
  auto product = make(place, binary_syntax{binary_operator::multiply, std::move(factor), std::move(literal)});
  return negative ? make(place, unary_syntax{unary_operator::minus, std::move(product)}) : product;
}

} // namespace core::sql
