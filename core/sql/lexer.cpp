#include "core/sql/lexer.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/sql/unicode_escape.hpp"

namespace core::sql {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 128;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/// Longer symbols first, so that `<=` is not cut into `<` and `=`.
constexpr std::string_view symbols[] = {"<>", "!=", "<=", ">=", "||", "=>", "(", ")", "[", "]", "{", "}", ",", ".", ";",
                                        "+",  "-",  "*",  "/",  "%",  "=",  "<", ">", "?", ":", "@", "|", "&", "^"};

class lexer {
public:
  explicit lexer(std::string_view text) : text_(text) {}

  result<std::vector<token>> run() {
    while (!fault_ && skip_blanks()) next_token();
    if (fault_) return std::unexpected(*fault_);
    begin_token(token_kind::end);
    finish_token();
    return std::move(tokens_);
  }

private:
  [[nodiscard]] char at(std::size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }
  [[nodiscard]] bool starts(std::string_view what) const { return text_.substr(position_).starts_with(what); }

  void step() {
    const auto c = text_[position_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) { // Not a continuation byte of UTF-8.
      ++column_;
    }
  }
  void step(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) step();
  }

  void begin_token(token_kind kind) {
    token_ = {};
    token_.kind = kind;
    token_.place = {line_, column_, 1};
    token_.begin = position_;
  }
  void finish_token() {
    token_.end = position_;
    if (token_.place.line == line_) token_.place.length = std::max(1U, column_ - token_.place.column);
    tokens_.push_back(std::move(token_));
  }
  void fail_here(std::string message, text_place place) { fault_ = error{errc::syntax, std::move(message), place, {}}; }

  /// False at the end of the text.
  bool skip_blanks() {
    while (position_ < text_.size()) {
      if (is_blank(at(0))) {
        step();
      } else if (starts("--") || starts("//")) {
        while (position_ < text_.size() && at(0) != '\n') step();
      } else if (starts("/*") && !starts("/*+")) {
        if (!skip_comment()) return false;
      } else {
        return true;
      }
    }
    return false;
  }

  bool skip_comment() {
    const text_place place{line_, column_, 2};
    const auto end = text_.find("*/", position_ + 2);
    if (end == std::string_view::npos) {
      fail_here("a comment is not closed: /*", place);
      return false;
    }
    step(end + 2 - position_);
    return true;
  }

  void next_token() {
    const char c = at(0);
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return number();
    if (c == '\'') return quoted_text(token_kind::text, 0);
    if (c == '`') return quoted_name();
    if ((c == 'X' || c == 'x') && at(1) == '\'') return quoted_text(token_kind::bytes, 1);
    if ((c == 'N' || c == 'n') && at(1) == '\'') return quoted_text(token_kind::text, 1);
    if ((c == 'U' || c == 'u') && at(1) == '&' && at(2) == '\'') return unicode_text();
    if (c == '_' && upper_case(text_.substr(position_, 6)) == "_UTF8'") return quoted_text(token_kind::text, 5);
    if (begins_word(c)) return word();
    symbol();
  }

  void word() {
    begin_token(token_kind::word);
    while (position_ < text_.size() && (begins_word(at(0)) || is_digit(at(0)))) step();
    token_.text = text_.substr(token_.begin, position_ - token_.begin);
    token_.upper = upper_case(token_.text);
    finish_token();
  }

  void number() {
    begin_token(token_kind::number);
    while (is_digit(at(0))) step();
    if (at(0) == '.' && at(1) != '.') {
      step();
      while (is_digit(at(0))) step();
    }
    if (at(0) == 'e' || at(0) == 'E') {
      const std::size_t sign = at(1) == '+' || at(1) == '-' ? 1 : 0;
      if (is_digit(at(1 + sign))) {
        token_.kind = token_kind::approximate;
        step(1 + sign);
        while (is_digit(at(0))) step();
      }
    }
    token_.text = text_.substr(token_.begin, position_ - token_.begin);
    if (begins_word(at(0)))
      return fail_here(fmt::format("a number ends in a letter: {}{}", token_.text, at(0)), token_.place);
    finish_token();
  }

  /// Reads up to the closing quote; a doubled quote stands for one.
  std::optional<std::string> until_quote(char quote) {
    std::string out;
    while (position_ < text_.size()) {
      if (at(0) != quote) {
        out += at(0);
        step();
      } else if (at(1) == quote) {
        out += quote;
        step(2);
      } else {
        step();
        return out;
      }
    }
    fail_here(quote == '\'' ? "a text is not closed: '" : "a quoted name is not closed: `", token_.place);
    return std::nullopt;
  }

  void quoted_text(token_kind kind, std::size_t prefix) {
    begin_token(kind);
    step(prefix + 1);
    auto content = until_quote('\'');
    if (!content) return;
    token_.text = std::move(*content);
    if (kind == token_kind::bytes) {
      auto raw = bytes_of_hex(token_.text);
      if (!raw) return fail_here(fmt::format("not pairs of hexadecimal digits: X'{}'", token_.text), token_.place);
      token_.text = std::move(*raw);
    }
    finish_token();
  }

  void quoted_name() {
    begin_token(token_kind::quoted_name);
    step();
    auto content = until_quote('`');
    if (!content) return;
    if (content->empty()) return fail_here("a quoted name is empty: ``", token_.place);
    token_.text = std::move(*content);
    finish_token();
  }

  /// U&'\00e9', with another escape character behind UESCAPE.
  void unicode_text() {
    begin_token(token_kind::text);
    step(3);
    auto content = until_quote('\'');
    if (!content) return;
    const auto token_end = *this;
    char escape = '\\';
    if (skip_blanks() && upper_case(text_.substr(position_, 7)) == "UESCAPE") {
      step(7);
      static_cast<void>(skip_blanks());
      if (at(0) != '\'' || at(2) != '\'')
        return fail_here("UESCAPE needs one character in quotes", {line_, column_, 1});
      escape = at(1);
      step(3);
    } else if (!fault_) {
      *this = token_end;
    }
    auto decoded = decode_unicode_escapes(*content, escape);
    if (!decoded) return fail_here(decoded.error(), token_.place);
    token_.text = std::move(*decoded);
    if (!fault_) finish_token();
  }

  void symbol() {
    begin_token(token_kind::symbol);
    if (starts("/*+") || (in_hint_ && starts("*/"))) {
      in_hint_ = starts("/*+");
      token_.text = in_hint_ ? "/*+" : "*/";
      step(token_.text.size());
      return finish_token();
    }
    for (const auto symbol : symbols) {
      if (!starts(symbol)) continue;
      token_.text = symbol;
      step(symbol.size());
      return finish_token();
    }
    fail_here(fmt::format("a character has no meaning here: {}", at(0)), token_.place);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool in_hint_ = false;
  token token_{};
  std::vector<token> tokens_{};
  std::optional<error> fault_{};
};

} // namespace

result<std::vector<token>> tokenize(std::string_view text) { return lexer(text).run(); }

std::string upper_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

} // namespace core::sql
