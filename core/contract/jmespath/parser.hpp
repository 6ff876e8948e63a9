#pragma once
// JMESPath text to a program. All that can be known without a document is an error here: syntax, unknown functions,
// numbers of arguments, a slice step of 0, expression references where no function takes one.

#include <string_view>

#include "core/contract/jmespath/program.hpp"

namespace core::contract::jmespath {

[[nodiscard]] result<program> parse(std::string_view text);

} // namespace core::contract::jmespath
