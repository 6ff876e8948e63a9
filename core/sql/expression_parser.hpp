#pragma once
// Recursive descent for expressions and types over a token stream; operators by binding strength. The statement parser
// derives from it and adds queries. Owned by one parse; one thread. After a complaint every method returns something
// harmless.

#include "core/sql/syntax.hpp"
#include "core/sql/token_stream.hpp"

namespace core::sql {

/// How deep operators, brackets and calls may nest: the binder and the evaluator recurse as deep.
inline constexpr int expression_depth_max = 400;

class expression_parser {
public:
  expression_parser(std::vector<token> tokens, dialect words);
  virtual ~expression_parser() = default;

  [[nodiscard]] syntax_ptr expression();
  [[nodiscard]] data_type type();
  /// `a.b.c`
  [[nodiscard]] std::vector<name_part> compound_name();
  [[nodiscard]] std::vector<syntax_ptr> expression_list();
  [[nodiscard]] std::vector<order_item> order_list();
  /// What stands in the brackets of OVER (...) and of WINDOW w AS (...).
  [[nodiscard]] over_syntax window_definition();

  [[nodiscard]] token_stream& tokens() { return tokens_; }

protected:
  /// A query in brackets, at its SELECT. Here: a complaint.
  [[nodiscard]] virtual query_ptr query();

private:
  template <class Node>
  syntax_ptr make(const text_place& first, Node node) {
    return std::make_shared<const expression_syntax>(expression_syntax{tokens_.place_from(first), std::move(node)});
  }
  // expression_parser.cpp: operators.
  syntax_ptr climb(int floor);
  syntax_ptr prefix();
  syntax_ptr infix(const syntax_ptr& left, int floor);
  syntax_ptr is_test(const syntax_ptr& left);
  // predicate_parser.cpp
  syntax_ptr is_json(const syntax_ptr& left, bool negated);
  syntax_ptr overlaps(const syntax_ptr& left, const syntax_ptr& right);
  syntax_ptr between(const syntax_ptr& left, bool negated);
  syntax_ptr in_list(const syntax_ptr& left, bool negated);
  syntax_ptr like(const syntax_ptr& left, bool negated, bool similar);
  syntax_ptr postfix(syntax_ptr value);
  // primary_parser.cpp: what stands between operators.
  syntax_ptr primary();
  syntax_ptr word_primary();
  syntax_ptr bracketed();
  syntax_ptr timed_difference(const text_place& first, const syntax_ptr& inner);
  syntax_ptr case_expression();
  syntax_ptr cast(bool try_cast);
  syntax_ptr constructor(std::string_view word);
  syntax_ptr column();
  syntax_ptr literal(literal_kind kind, std::string_view text, std::size_t tokens);
  // interval_parser.cpp
  syntax_ptr interval();
  std::string interval_unit(bool with_precision, int& precision);
  // call_parser.cpp: calls and special forms.
  syntax_ptr call();
  call_argument argument();
  void call_tail(call_syntax& call);
  frame_bound bound();
  bool special_form(const std::string& name, call_syntax& call);
  void extract_form(call_syntax& call);
  void trim_form(call_syntax& call);
  void position_form(call_syntax& call);
  void substring_form(call_syntax& call);
  void overlay_form(call_syntax& call);
  void rounding_form(call_syntax& call);
  void unit_first_form(call_syntax& call);
  std::string time_unit();
  // json_parser.cpp
  syntax_ptr json_value();
  void json_query(call_syntax& call);
  void json_exists(call_syntax& call);
  void null_treatment(call_syntax& call);
  void json_object(call_syntax& call);
  void json_array(call_syntax& call);
  void json_null_clause(call_syntax& call);
  void add(call_syntax& call, syntax_ptr value) { call.arguments.push_back({{}, std::move(value)}); }
  void add_text(call_syntax& call, std::string_view text);
  // type_parser.cpp
  data_type plain_type();
  data_type time_type(const token& word);
  data_type row_of();
  data_type interval_type();
  int type_number(int otherwise, int min, int max);

  token_stream tokens_;
  int depth_ = 0;
  int case_depth_ = 0;
};

} // namespace core::sql
