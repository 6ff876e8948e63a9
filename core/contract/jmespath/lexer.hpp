#pragma once
// A JMESPath expression as tokens. Pure; called once when an expression is compiled.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace core::contract::jmespath {

enum class token_kind : std::uint8_t {
  end,
  name,        ///< foo
  quoted_name, ///< "foo bar"
  number,
  literal,    ///< `json`, `text` is the JSON
  raw_string, ///< 'text'
  dot,
  star,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  left_parenthesis,
  right_parenthesis,
  comma,
  colon,
  current,   ///< @
  reference, ///< &
  flatten,   ///< []
  filter,    ///< [?
  pipe,
  either, ///< ||
  both,   ///< &&
  no,     ///< !
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
};

struct token {
  token_kind kind = token_kind::end;
  std::string text{}; ///< Without quotes and escapes.
  std::int64_t number = 0;
  std::size_t offset = 0;
};

/// Ends with a token of kind `end`.
[[nodiscard]] result<std::vector<token>> read_tokens(std::string_view text);

/// The place of a byte of an expression, in code points.
[[nodiscard]] text_place place_of(std::string_view text, std::size_t offset);

} // namespace core::contract::jmespath
