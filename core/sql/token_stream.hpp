#pragma once
// Reads tokens one by one and keeps the first complaint. After it the stream stands at the end, so that a parser need
// not check each step: whatever it builds then is thrown away. Owned by one parser; one thread.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sql/lexer.hpp"
#include "core/sql/syntax.hpp"

namespace core::sql {

class token_stream {
public:
  token_stream(std::vector<token> tokens, dialect words);

  /// Takes the next token (the end is never passed).
  token take();
  /// Takes the word or symbol when it is next.
  bool accept(std::string_view word_or_symbol);
  /// Takes all of them when they are next, else none.
  bool accept_all(std::initializer_list<std::string_view> words);
  /// Takes it, or fails: `expected ), found x`.
  void expect(std::string_view word_or_symbol);
  /// A name: quoted, or a word that is not reserved.
  name_part name();
  /// The first complaint wins.
  void fail_at(text_place place, std::string message, std::string hint);
  /// The same for what is understood but not run.
  void fail_unsupported_at(text_place place, std::string message, std::string hint);
  /// `expected WHAT, found ...` at the next token.
  void fail_expected(std::string_view what);
  void reset(std::size_t position) { position_ = fault_ ? position_ : position; }

  [[nodiscard]] const token& peek(std::size_t ahead = 0) const;
  /// The next token is this word (upper case) or this symbol.
  [[nodiscard]] bool at(std::string_view word_or_symbol, std::size_t ahead = 0) const;
  [[nodiscard]] bool at_end() const { return peek().kind == token_kind::end; }
  [[nodiscard]] bool is_name(std::size_t ahead = 0) const;
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] const std::optional<error>& fault() const { return fault_; }
  [[nodiscard]] dialect words() const { return words_; }
  /// From a first token to the last one taken: for nodes that span several.
  [[nodiscard]] text_place place_from(const text_place& first) const;

private:
  std::vector<token> tokens_;
  std::size_t position_ = 0;
  dialect words_;
  std::optional<error> fault_{};
};

} // namespace core::sql
