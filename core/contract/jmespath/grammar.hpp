#pragma once
// The grammar of JMESPath, one function a rule: reads tokens from left to right, each rule adding its nodes to the
// program. Lives while one expression is compiled.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/jmespath/lexer.hpp"
#include "core/contract/jmespath/program.hpp"

namespace core::contract::jmespath {

class grammar {
public:
  grammar(std::string_view text, std::vector<token> tokens) : text_(text), tokens_(std::move(tokens)) {}

  [[nodiscard]] result<program> read();

private:
  using part = result<node_id>;

  [[nodiscard]] token_kind now() const { return tokens_[at_].kind; }
  [[nodiscard]] token_kind behind() const { return at_ + 1 < tokens_.size() ? tokens_[at_ + 1].kind : token_kind::end; }
  bool take(token_kind kind);
  [[nodiscard]] std::unexpected<error> refuse_at(std::size_t index, errc code, std::string_view why) const;
  [[nodiscard]] std::unexpected<error> refuse(std::string_view why) const;
  [[nodiscard]] std::unexpected<error> refuse_depth() const;
  part add(node one);
  part add(node_kind kind, std::vector<node_id> parts = {});

  /// `held`: how tightly what stands left holds; the expression ends at what binds no more than that.
  part expression(int held);
  part first();
  part more(node_id left);
  part pair(node_kind kind, node_id left, int held);
  part filter(node_id left);
  part flattened(node_id left);
  part projection(node_kind kind, node_id left, int held);
  part projected(int held);
  part behind_dot(int held);

  part quoted_field();
  part named();
  part call(std::size_t name_at);
  part argument();
  part literal();
  part bracket();
  part index_or_slice(node_id left);
  part list();
  part record();

  std::string_view text_;
  std::vector<token> tokens_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;
  program made_{};
};

/// How tightly a token holds what stands left of it (the precedences of the specification's grammar).
[[nodiscard]] int binding(token_kind kind);

} // namespace core::contract::jmespath
