// SELECT, set operations, WITH, VALUES, ORDER BY, LIMIT.
#include "core/sql/query_parser.hpp"

#include <fmt/format.h>

namespace core::sql {

namespace {

query_ptr shared(query_syntax made) { return std::make_shared<const query_syntax>(std::move(made)); }

/// What callers may look into without asking: a query with one empty row.
query_ptr nothing(text_place place) {
  query_syntax made;
  made.place = place;
  made.body = values_syntax{{{}}};
  return shared(std::move(made));
}

} // namespace

void query_parser::fail_unsupported(text_place place, std::string what, std::string hint) {
  tokens().fail_unsupported_at(place, std::move(what), std::move(hint));
}

query_ptr query_parser::query() {
  const auto place = tokens().peek().place;
  if (++query_depth_ > query_depth_max)
    tokens().fail_at(place, fmt::format("queries nest deeper than {}", query_depth_max), "use WITH or views");
  if (tokens().fault()) {
    --query_depth_;
    return nothing(place);
  }
  auto with = with_clause();
  query_syntax made = *set_operations(0);
  if (!with.empty()) {
    with.insert(with.end(), made.with.begin(), made.with.end());
    made.with = std::move(with);
  }
  if (tokens().accept_all({"ORDER", "BY"})) made.order_by = order_list();
  limits(made);
  --query_depth_;
  return shared(std::move(made));
}

std::vector<common_table> query_parser::with_clause() {
  std::vector<common_table> made;
  if (!tokens().accept("WITH")) return made;
  if (tokens().at("RECURSIVE"))
    fail_unsupported(tokens().peek().place, "WITH RECURSIVE", "a stream has no end to iterate to");
  do {
    common_table one;
    one.name = tokens().name();
    one.columns = column_names();
    tokens().expect("AS");
    tokens().expect("(");
    one.query = query();
    tokens().expect(")");
    made.push_back(std::move(one));
  } while (tokens().accept(","));
  return made;
}

/// INTERSECT binds stronger than UNION and EXCEPT.
std::optional<set_operator> query_parser::accept_set_operator(int floor, int& strength) {
  const bool common = tokens().at("INTERSECT");
  if (!common && !tokens().at("UNION") && !tokens().at("EXCEPT") && !tokens().at("MINUS")) return std::nullopt;
  strength = common ? 2 : 1;
  if (strength <= floor) return std::nullopt;
  const auto word = tokens().take().upper;
  const bool all = tokens().accept("ALL");
  if (!all) tokens().accept("DISTINCT");
  if (word == "UNION") return all ? set_operator::union_all : set_operator::union_distinct;
  if (word == "INTERSECT") return all ? set_operator::intersect_all : set_operator::intersect;
  return all ? set_operator::except_all : set_operator::except;
}

query_ptr query_parser::set_operations(int floor) {
  auto left = query_term();
  int strength = 0;
  while (const auto op = accept_set_operator(floor, strength)) {
    query_syntax made;
    made.place = left->place;
    auto right = set_operations(strength);
    made.body = set_syntax{*op, std::move(left), std::move(right)};
    left = shared(std::move(made));
  }
  return left;
}

query_ptr query_parser::query_term() {
  query_syntax made;
  made.place = tokens().peek().place;
  if (tokens().accept("(")) {
    auto inner = query();
    tokens().expect(")");
    return inner;
  }
  if (tokens().at("VALUES")) {
    made.body = values();
    return shared(std::move(made));
  }
  if (tokens().accept("TABLE")) {
    table_reference whole;
    whole.place = tokens().peek().place;
    whole.node = named_table{compound_name()};
    select_syntax all;
    all.items.push_back({nullptr, {}, {}, whole.place});
    all.from = std::make_shared<const table_reference>(std::move(whole));
    made.body = std::move(all);
    return shared(std::move(made));
  }
  if (!tokens().at("SELECT")) {
    tokens().fail_expected("SELECT");
    return nothing(made.place);
  }
  made.body = select();
  return shared(std::move(made));
}

select_syntax query_parser::select() {
  tokens().expect("SELECT");
  select_syntax made;
  made.distinct = tokens().accept("DISTINCT");
  if (!made.distinct) tokens().accept("ALL");
  made.items = select_list();
  if (tokens().accept("FROM")) made.from = from_clause();
  select_tail(made);
  return made;
}

void query_parser::select_tail(select_syntax& to) {
  if (tokens().accept("WHERE")) to.where = expression();
  if (tokens().accept_all({"GROUP", "BY"})) {
    to.grouped = true;
    to.group_by = grouping_elements();
  }
  if (tokens().accept("HAVING")) to.having = expression();
  if (tokens().accept("WINDOW")) do {
      window_definition_syntax one;
      one.name = tokens().name();
      tokens().expect("AS");
      tokens().expect("(");
      one.over = window_definition();
      tokens().expect(")");
      to.windows.push_back(std::move(one));
    } while (tokens().accept(","));
  if (tokens().accept("QUALIFY")) to.qualify = expression();
}

std::vector<select_item> query_parser::select_list() {
  std::vector<select_item> made;
  do made.push_back(one_item());
  while (tokens().accept(","));
  return made;
}

select_item query_parser::one_item() {
  select_item made;
  made.place = tokens().peek().place;
  if (tokens().accept("*")) return made;
  // `t.*` and `db.t.*`
  std::size_t ahead = 0;
  while (tokens().is_name(ahead) && tokens().at(".", ahead + 1)) ahead += 2;
  if (ahead > 0 && tokens().at("*", ahead)) {
    do {
      made.star_of.push_back(tokens().name());
      tokens().expect(".");
    } while (!tokens().at("*"));
    tokens().expect("*");
    return made;
  }
  made.expression = expression();
  if (tokens().accept("AS"))
    made.alias = tokens().name().text;
  else if (tokens().is_name())
    made.alias = tokens().name().text;
  return made;
}

values_syntax query_parser::values() {
  tokens().expect("VALUES");
  values_syntax made;
  do {
    if (tokens().accept_all({"ROW", "("}) || tokens().accept("(")) {
      made.rows.push_back(expression_list());
      tokens().expect(")");
    } else {
      made.rows.push_back({expression()});
    }
  } while (tokens().accept(","));
  return made;
}

void query_parser::limits(query_syntax& to) {
  if (tokens().accept("LIMIT") && !tokens().accept("ALL")) to.limit = expression();
  if (tokens().accept("OFFSET")) {
    to.offset = expression();
    if (!tokens().accept("ROWS")) tokens().accept("ROW");
  }
  if (!tokens().accept("FETCH")) return;
  if (!tokens().accept("FIRST")) tokens().expect("NEXT");
  to.limit = expression();
  if (!tokens().accept("ROWS")) tokens().expect("ROW");
  tokens().expect("ONLY");
}

std::vector<name_part> query_parser::column_names() {
  std::vector<name_part> made;
  if (!tokens().accept("(")) return made;
  do made.push_back(tokens().name());
  while (tokens().accept(","));
  tokens().expect(")");
  return made;
}

std::vector<std::pair<token, token>> query_parser::text_pairs() {
  std::vector<std::pair<token, token>> made;
  const auto text = [this] {
    if (tokens().peek().kind != token_kind::text) tokens().fail_expected("a text in single quotes");
    return tokens().take();
  };
  tokens().expect("(");
  if (tokens().accept(")")) return made;
  do {
    auto key = text();
    tokens().expect("=");
    made.emplace_back(std::move(key), text());
  } while (!tokens().fault() && tokens().accept(","));
  tokens().expect(")");
  return made;
}

} // namespace core::sql
