#pragma once
// Cuts SQL text into tokens, each with its place. Expressions and statements share it. A pure function; any thread.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace core::sql {

enum class token_kind : std::uint8_t {
  end,         ///< Behind the last token; always there, exactly once.
  word,        ///< A name or key word without quotes.
  quoted_name, ///< `name`
  text,        ///< 'text', also U&'...', N'...', _UTF8'...'
  bytes,       ///< X'6162'
  number,      ///< 12, 1.5
  approximate, ///< 1.5e3
  symbol,      ///< ( ) , . + <= || => ...; a hint's `/*+` and `*/` too.
};

struct token {
  token_kind kind = token_kind::end;
  std::string text{};  ///< As written; without quotes and escapes for names and texts; the raw bytes of X'..'.
  std::string upper{}; ///< Of a word.
  text_place place{};
  std::size_t begin = 0; ///< Bytes [begin, end) of the text it was cut from.
  std::size_t end = 0;
};

/// Comments (-- and /* */) and blanks fall away.
[[nodiscard]] result<std::vector<token>> tokenize(std::string_view text);

/// ASCII letters to upper case.
[[nodiscard]] std::string upper_case(std::string_view text);

} // namespace core::sql
