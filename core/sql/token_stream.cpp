#include "core/sql/token_stream.hpp"

#include <fmt/format.h>

#include "core/sql/reserved_words.hpp"

namespace core::sql {

namespace {

std::string describe(const token& token) {
  switch (token.kind) {
  case token_kind::end: return "the end";
  case token_kind::text: return fmt::format("'{}'", token.text);
  case token_kind::quoted_name: return fmt::format("`{}`", token.text);
  case token_kind::bytes: return "X'...'";
  default: return token.text;
  }
}

} // namespace

token_stream::token_stream(std::vector<token> tokens, dialect words) : tokens_(std::move(tokens)), words_(words) {
  WEIR_ENSURE(!tokens_.empty() && tokens_.back().kind == token_kind::end, "the lexer ends with an end token");
}

const token& token_stream::peek(std::size_t ahead) const {
  return position_ + ahead < tokens_.size() ? tokens_[position_ + ahead] : tokens_.back();
}

token token_stream::take() {
  const auto& next = peek();
  if (position_ + 1 < tokens_.size()) ++position_;
  return next;
}

bool token_stream::at(std::string_view word_or_symbol, std::size_t ahead) const {
  const auto& next = peek(ahead);
  if (next.kind == token_kind::word) return next.upper == word_or_symbol;
  return next.kind == token_kind::symbol && next.text == word_or_symbol;
}

bool token_stream::accept(std::string_view word_or_symbol) {
  if (!at(word_or_symbol)) return false;
  take();
  return true;
}

bool token_stream::accept_all(std::initializer_list<std::string_view> words) {
  std::size_t ahead = 0;
  for (const auto word : words) {
    if (!at(word, ahead++)) return false;
  }
  for (; ahead > 0; --ahead) take();
  return true;
}

void token_stream::expect(std::string_view word_or_symbol) {
  if (!accept(word_or_symbol)) fail_expected(word_or_symbol);
}

bool token_stream::is_name(std::size_t ahead) const {
  const auto& next = peek(ahead);
  if (next.kind == token_kind::quoted_name) return true;
  if (next.kind != token_kind::word) return false;
  return words_ == dialect::pipeline ? !is_structural(next.upper) : !is_reserved(next.upper);
}

name_part token_stream::name() {
  const auto& next = peek();
  if (!is_name() && next.kind == token_kind::word) {
    fail_at(next.place, fmt::format("{} is a reserved word and must be quoted", next.text),
            fmt::format("write `{}`", next.text));
  }
  if (!is_name()) fail_expected("a name");
  auto taken = take();
  return {std::move(taken.text), taken.place};
}

void token_stream::fail_at(text_place place, std::string message, std::string hint) {
  if (fault_) return;
  fault_ = error{errc::syntax, std::move(message), place, std::move(hint)};
  position_ = tokens_.size() - 1;
}

void token_stream::fail_unsupported_at(text_place place, std::string message, std::string hint) {
  if (fault_) return;
  fail_at(place, std::move(message), std::move(hint));
  fault_->code = errc::unsupported;
}

void token_stream::fail_expected(std::string_view what) {
  fail_at(peek().place, fmt::format("expected {}, found {}", what, describe(peek())), {});
}

text_place token_stream::place_from(const text_place& first) const {
  if (position_ == 0 || fault_) return first;
  const auto& last = tokens_[position_ - 1].place;
  auto out = first;
  if (last.line == first.line && last.column >= first.column) out.length = last.column + last.length - first.column;
  return out;
}

} // namespace core::sql
