#include "core/contract/jmespath/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/contract/json_parser.hpp"

namespace core::contract::jmespath {

namespace {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool begins_name(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_'; }

class lexer {
public:
  explicit lexer(std::string_view text) : text_(text) {}

  result<std::vector<token>> read() {
    while (true) {
      while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
      began_ = at_;
      if (at_ == text_.size()) break;
      if (auto one = next(); !one) return std::unexpected(std::move(one.error()));
    }
    add(token_kind::end, 0);
    return std::move(tokens_);
  }

private:
  void add(token_kind kind, std::size_t length, std::string text = {}) {
    tokens_.push_back({kind, std::move(text), 0, began_});
    at_ = began_ + length;
  }

  std::unexpected<error> refuse(std::string_view why) const {
    return fail(errc::syntax, fmt::format("syntax: {}", why), place_of(text_, began_));
  }

  result<void> next() {
    const char first = text_[at_];
    if (begins_name(first)) return name();
    if (is_digit(first) || first == '-') return number();
    switch (first) {
    case '"': return quoted_name();
    case '\'': return raw_string();
    case '`': return literal();
    default: return sign();
    }
  }

  result<void> name() {
    auto end = at_;
    while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end]))) ++end;
    add(token_kind::name, end - at_, std::string(text_.substr(at_, end - at_)));
    return {};
  }

  result<void> number() {
    auto end = at_ + 1;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    std::int64_t value = 0;
    const auto read = std::from_chars(text_.data() + at_, text_.data() + end, value);
    if (read.ec == std::errc::result_out_of_range) return refuse("number too large");
    if (read.ec != std::errc()) return refuse("a minus without a number");
    add(token_kind::number, end - at_);
    tokens_.back().number = value;
    return {};
  }

  /// The byte of the quote that ends what begins at `at_`; a backslash hides the byte behind it.
  std::size_t closing(char quote) const {
    auto end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
    return end;
  }

  result<void> quoted_name() {
    const auto end = closing('"');
    if (end >= text_.size()) return refuse("a quoted name without its end");
    arena memory;
    const auto read = json_parser().parse(text_.substr(at_, end + 1 - at_), memory);
    if (!read) return refuse(fmt::format("quoted name: {}", read.error().message));
    add(token_kind::quoted_name, end + 1 - at_, std::string(read->text()));
    return {};
  }

  result<void> raw_string() {
    const auto end = closing('\'');
    if (end >= text_.size()) return refuse("a raw string without its end");
    add(token_kind::raw_string, end + 1 - at_, without_escapes(text_.substr(at_ + 1, end - at_ - 1), '\''));
    return {};
  }

  result<void> literal() {
    const auto end = closing('`');
    if (end >= text_.size()) return refuse("a literal without its end");
    add(token_kind::literal, end + 1 - at_, without_escapes(text_.substr(at_ + 1, end - at_ - 1), '`'));
    return {};
  }

  /// Only the quote itself can be escaped; other backslashes stand for themselves.
  static std::string without_escapes(std::string_view inside, char quote) {
    std::string made;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (inside[i] == '\\' && i + 1 < inside.size()) {
        if (inside[i + 1] != quote) made += '\\';
        ++i;
      }
      made += inside[i];
    }
    return made;
  }

  result<void> sign() {
    static constexpr std::pair<std::string_view, token_kind> signs[] = {// The longer ones first.
                                                                        {"[]", token_kind::flatten},
                                                                        {"[?", token_kind::filter},
                                                                        {"||", token_kind::either},
                                                                        {"&&", token_kind::both},
                                                                        {"==", token_kind::equal},
                                                                        {"!=", token_kind::unequal},
                                                                        {"<=", token_kind::less_equal},
                                                                        {">=", token_kind::greater_equal},
                                                                        {"<", token_kind::less},
                                                                        {">", token_kind::greater},
                                                                        {"!", token_kind::no},
                                                                        {"|", token_kind::pipe},
                                                                        {"&", token_kind::reference},
                                                                        {"@", token_kind::current},
                                                                        {".", token_kind::dot},
                                                                        {"*", token_kind::star},
                                                                        {"[", token_kind::left_bracket},
                                                                        {"]", token_kind::right_bracket},
                                                                        {"{", token_kind::left_brace},
                                                                        {"}", token_kind::right_brace},
                                                                        {"(", token_kind::left_parenthesis},
                                                                        {")", token_kind::right_parenthesis},
                                                                        {",", token_kind::comma},
                                                                        {":", token_kind::colon}};
    for (const auto& [written, kind] : signs) {
      if (!text_.substr(at_).starts_with(written)) continue;
      add(kind, written.size());
      return {};
    }
    return refuse(text_[at_] == '=' ? "a single =, meant as ==?" : "unexpected character");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t began_ = 0;
  std::vector<token> tokens_{};
};

} // namespace

result<std::vector<token>> read_tokens(std::string_view text) { return lexer(text).read(); }

text_place place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n');
  const auto break_at = before.rfind('\n');
  const auto within = break_at == std::string_view::npos ? before : before.substr(break_at + 1);
  const auto column = std::count_if(within.begin(), within.end(),
                                    [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
  return {.line = static_cast<std::uint32_t>(line + 1), .column = static_cast<std::uint32_t>(column + 1)};
}

} // namespace core::contract::jmespath
