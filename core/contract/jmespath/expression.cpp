#include "core/contract/jmespath/expression.hpp"

#include "core/contract/jmespath/evaluator.hpp"
#include "core/contract/jmespath/parser.hpp"

namespace core::contract::jmespath {

result<expression> expression::compile(std::string_view text) {
  auto made = parse(text);
  if (!made) return std::unexpected(std::move(made.error()));
  return expression(std::make_shared<const program>(std::move(*made)));
}

result<value_view> expression::search(value_view document, arena& memory) const {
  return evaluator(*program_, memory).evaluate(program_->root, document);
}

} // namespace core::contract::jmespath
