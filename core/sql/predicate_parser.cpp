// IS JSON and OVERLAPS, which are written as what they mean.
#include "core/sql/expression_parser.hpp"

namespace core::sql {

/// IS [NOT] JSON [VALUE | SCALAR | ARRAY | OBJECT]. NULL is no JSON.
syntax_ptr expression_parser::is_json(const syntax_ptr& left, bool negated) {
  call_syntax call{.name = "IS_JSON"};
  add(call, left);
  for (const std::string_view word : {"VALUE", "SCALAR", "ARRAY", "OBJECT"})
    if (tokens_.accept(word)) {
      add_text(call, word);
      break;
    }
  return make(left->place, unary_syntax{negated ? unary_operator::is_not_true : unary_operator::is_true,
                                        make(left->place, std::move(call))});
}

/// (a, b) OVERLAPS (c, d): the end of each is not before the start of the other. Either bound may stand first; an
/// INTERVAL as the second is a length.
syntax_ptr expression_parser::overlaps(const syntax_ptr& left, const syntax_ptr& right) {
  const auto binary = [&](binary_operator op, const syntax_ptr& a, const syntax_ptr& b) {
    return make(left->place, binary_syntax{op, a, b});
  };
  struct period {
    syntax_ptr start{};
    syntax_ptr end{};
  };
  const auto period_of = [&](const syntax_ptr& from) -> period {
    const auto* row = from->as<row_syntax>();
    if (row == nullptr || row->items.size() != 2) {
      tokens_.fail_at(from->place, "OVERLAPS needs two times in brackets on both sides",
                      "write (a, b) OVERLAPS (c, d)");
      return {from, from};
    }
    const auto& first = row->items[0];
    auto second = row->items[1];
    const auto* length = second->as<literal_syntax>();
    if (length != nullptr && length->kind == literal_kind::interval)
      second = binary(binary_operator::add, first, second);
    const auto in_order = binary(binary_operator::less_equal, first, second);
    return {make(from->place, case_syntax{nullptr, {{in_order, first}}, second}),
            make(from->place, case_syntax{nullptr, {{in_order, second}}, first})};
  };
  const auto one = period_of(left);
  const auto other = period_of(right);
  return binary(binary_operator::logical_and, binary(binary_operator::greater_equal, one.end, other.start),
                binary(binary_operator::greater_equal, other.end, one.start));
}

} // namespace core::sql
