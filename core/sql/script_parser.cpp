#include "core/sql/script_parser.hpp"

#include "core/sql/statement_parser.hpp"

namespace core::sql {

namespace {

bool is_word(const token& one, std::string_view word) { return one.kind == token_kind::word && one.upper == word; }
bool is_semicolon(const token& one) { return one.kind == token_kind::symbol && one.text == ";"; }

/// Where a statement ends: at its semicolon, or, for one that holds others, at the semicolon behind its END.
std::size_t statement_end(const std::vector<token>& tokens, std::size_t begin) {
  bool inside = false;
  for (std::size_t i = begin; i < begin + 3 && tokens[i].kind != token_kind::end && !is_semicolon(tokens[i]); ++i)
    inside = inside || is_word(tokens[i], "STATEMENT"); // [EXPLAIN] EXECUTE STATEMENT SET, BEGIN STATEMENT SET
  int cases = 0;
  auto at = begin;
  for (; tokens[at].kind != token_kind::end; ++at) {
    if (is_word(tokens[at], "CASE")) ++cases;
    if (is_word(tokens[at], "END")) {
      if (cases > 0)
        --cases;
      else
        inside = false;
    }
    if (is_semicolon(tokens[at]) && !inside) break;
    if (is_semicolon(tokens[at])) cases = 0;
  }
  return at;
}

result<statement> parse_one(const std::vector<token>& tokens, std::size_t begin, std::size_t end) {
  std::vector<token> own(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                         tokens.begin() + static_cast<std::ptrdiff_t>(end));
  token last;
  last.kind = token_kind::end;
  last.place = tokens[end].place;
  last.begin = tokens[end].begin;
  last.end = tokens[end].begin;
  own.push_back(last);
  auto made = statement_parser(std::move(own)).parse();
  if (made) made->end = tokens[end - 1].end;
  return made;
}

} // namespace

result<std::vector<statement_read>> parse_statements(std::string_view text) {
  auto tokens = tokenize(text);
  if (!tokens) return std::unexpected(std::move(tokens.error()));
  std::vector<statement_read> made;
  for (std::size_t at = 0; (*tokens)[at].kind != token_kind::end;) {
    if (is_semicolon((*tokens)[at])) {
      ++at;
      continue;
    }
    const auto end = statement_end(*tokens, at);
    const auto& first = (*tokens)[at];
    made.push_back({first.place, first.begin, (*tokens)[end - 1].end, parse_one(*tokens, at, end)});
    at = end;
  }
  return made;
}

std::expected<std::vector<statement>, std::vector<error>> parse_script(std::string_view text) {
  auto read = parse_statements(text);
  if (!read) return std::unexpected(std::vector{std::move(read.error())});
  std::vector<error> faults;
  std::vector<statement> made;
  for (auto& one : *read) {
    if (one.made)
      made.push_back(std::move(*one.made));
    else
      faults.push_back(std::move(one.made.error()));
  }
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return made;
}

} // namespace core::sql
