#include "core/contract/path.hpp"

#include <fmt/format.h>

#include "core/contract/jmespath/lexer.hpp"
#include "core/contract/json_parser.hpp"

namespace core::contract {

namespace {

std::unexpected<error> refuse(std::string_view text, std::size_t at, std::string_view why, std::string hint = {}) {
  return fail(errc::syntax, fmt::format("path {}: {}", why, text), jmespath::place_of(text, at), std::move(hint));
}

result<std::string> quoted_name(std::string_view text, std::size_t& at) {
  const auto began = at;
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  if (at >= text.size()) return refuse(text, began, "has a quote without its end");
  ++at;
  arena memory;
  const auto name = json_parser().parse(text.substr(began, at - began), memory);
  if (!name) return refuse(text, began, "has a bad quoted name");
  return std::string(name->text());
}

result<std::string> plain_name(std::string_view text, std::size_t& at) {
  const auto began = at;
  while (at < text.size() && text[at] != '.') {
    if (std::string_view("[]()*|&?\"`'{}").find(text[at]) != std::string_view::npos)
      return refuse(text, at, fmt::format("has an unquoted {}", text[at]), "quote the name: \"a[b\".c");
    if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos)
      return refuse(text, at, "has an unquoted blank", "quote the name: \"a b\".c");
    ++at;
  }
  if (at == began) return refuse(text, at, "has an empty name");
  return std::string(text.substr(began, at - began));
}

} // namespace

result<path> parse_path(std::string_view text) {
  path names;
  std::size_t at = 0;
  while (true) {
    auto name = at < text.size() && text[at] == '"' ? quoted_name(text, at) : plain_name(text, at);
    if (!name) return std::unexpected(std::move(name.error()));
    names.push_back(std::move(*name));
    if (at == text.size()) return names;
    if (text[at] != '.') return refuse(text, at, "needs a dot behind a quoted name");
    ++at;
  }
}

value_view resolve(const path& names, value_view from) {
  for (const auto& name : names) from = from.find(name);
  return from;
}

} // namespace core::contract
