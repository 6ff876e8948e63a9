#include "core/contract/jmespath/grammar.hpp"

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/jmespath/functions.hpp"
#include "core/contract/json_parser.hpp"

namespace core::contract::jmespath {

using token_kind::star;

grammar::part grammar::quoted_field() {
  if (behind() == token_kind::left_parenthesis) return refuse("a quoted name is no function");
  return add({.kind = node_kind::field, .name = tokens_[at_++].text});
}

grammar::part grammar::named() {
  const auto name_at = at_++;
  if (take(token_kind::left_parenthesis)) return call(name_at);
  return add({.kind = node_kind::field, .name = tokens_[name_at].text});
}

grammar::part grammar::call(std::size_t name_at) {
  node made{.kind = node_kind::call};
  while (!take(token_kind::right_parenthesis)) {
    if (!made.parts.empty() && !take(token_kind::comma)) return refuse("neither , nor ) behind an argument");
    WEIR_TRY(one, argument());
    made.parts.push_back(one);
  }
  const auto& name = tokens_[name_at].text;
  made.called = find_function(name);
  if (made.called == nullptr) return refuse_at(name_at, errc::unknown_name, fmt::format("unknown-function: {}", name));
  if (const auto why = arity_fault(*made.called, made.parts.size()); !why.empty())
    return refuse_at(name_at, errc::bad_value, why);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const bool given = made_.nodes[made.parts[i]].kind == node_kind::reference;
    if (given != takes_reference(*made.called, i))
      return refuse_at(name_at, errc::bad_type,
                       fmt::format("invalid-type: {}() {} as argument {}", name,
                                   given ? "takes no reference &" : "needs a reference & to an expression", i + 1));
  }
  return add(std::move(made));
}

grammar::part grammar::argument() {
  if (!take(token_kind::reference)) return expression(0);
  WEIR_TRY(of, expression(0));
  return add(node_kind::reference, {of});
}

grammar::part grammar::literal() {
  const auto text = made_.literals.keep(tokens_[at_].text);
  const auto value = json_parser().parse(text, made_.literals);
  if (!value) return refuse(fmt::format("literal: {}", value.error().message));
  ++at_;
  return add({.kind = node_kind::literal, .value = *value});
}

/// Behind a [ with nothing left of it.
grammar::part grammar::bracket() {
  if (now() == token_kind::number || now() == token_kind::colon) {
    WEIR_TRY(current, add(node_kind::current));
    return index_or_slice(current);
  }
  if (now() != star || behind() != token_kind::right_bracket) return list();
  at_ += 2;
  WEIR_TRY(current, add(node_kind::current));
  return projection(node_kind::project, current, binding(star));
}

grammar::part grammar::index_or_slice(node_id left) {
  std::optional<std::int64_t> numbers[3];
  std::size_t colons = 0;
  const auto began = at_;
  while (now() != token_kind::right_bracket) {
    if (now() == token_kind::number && !numbers[colons]) {
      numbers[colons] = tokens_[at_++].number;
    } else if (now() == token_kind::colon && colons < 2) {
      ++colons;
      ++at_;
    } else {
      return refuse("neither an index nor a slice");
    }
  }
  ++at_;
  node made{.kind = colons == 0 ? node_kind::index : node_kind::slice};
  made.number = numbers[0].value_or(0);
  made.bounds = {numbers[0], numbers[1], numbers[2].value_or(1)};
  if (made.bounds.step == 0) return refuse_at(began, errc::bad_value, "invalid-value: slice step 0");
  WEIR_TRY(taken, add(std::move(made)));
  WEIR_TRY(chained, add(node_kind::chain, {left, taken}));
  return colons == 0 ? chained : projection(node_kind::project, chained, binding(star));
}

/// Behind [, a multi-select.
grammar::part grammar::list() {
  node made{.kind = node_kind::list};
  do {
    WEIR_TRY(one, expression(0));
    made.parts.push_back(one);
  } while (take(token_kind::comma));
  if (!take(token_kind::right_bracket)) return refuse("a [ without its ]");
  return add(std::move(made));
}

grammar::part grammar::record() {
  node made{.kind = node_kind::record};
  do {
    if (now() != token_kind::name && now() != token_kind::quoted_name) return refuse("no name within { }");
    made.names.push_back(tokens_[at_++].text);
    if (!take(token_kind::colon)) return refuse("no : behind a name within { }");
    WEIR_TRY(one, expression(0));
    made.parts.push_back(one);
  } while (take(token_kind::comma));
  if (!take(token_kind::right_brace)) return refuse("a { without its }");
  return add(std::move(made));
}

} // namespace core::contract::jmespath
