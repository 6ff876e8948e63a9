#pragma once
// A JMESPath expression, compiled once and evaluated over many documents, from any number of threads at a time. Errors
// open with their kind as the specification names it: `syntax`, `unknown-function`, `invalid-arity`, `invalid-type`,
// `invalid-value`; and `limit` for what would take too long or too much.

#include <memory>
#include <string_view>

#include "core/contract/arena.hpp"
#include "core/contract/json_value.hpp"
#include "core/error.hpp"

namespace core::contract::jmespath {

struct program;

class expression {
public:
  [[nodiscard]] static result<expression> compile(std::string_view text);

  /// The answer points into the document, this expression and `memory`.
  [[nodiscard]] result<value_view> search(value_view document, arena& memory) const;

private:
  explicit expression(std::shared_ptr<const program> from) : program_(std::move(from)) {}

  std::shared_ptr<const program> program_;
};

} // namespace core::contract::jmespath
