#include "core/contract/jmespath/parser.hpp"

#include <fmt/format.h>

#include "core/contract/jmespath/grammar.hpp"

namespace core::contract::jmespath {

result<program> parse(std::string_view text) {
  if (text.size() > expression_bytes_max)
    return fail(errc::limit,
                fmt::format("syntax: expression longer than {} bytes: {}", expression_bytes_max, text.size()));
  auto tokens = read_tokens(text);
  if (!tokens) return std::unexpected(std::move(tokens.error()));
  return grammar(text, std::move(*tokens)).read();
}

} // namespace core::contract::jmespath
