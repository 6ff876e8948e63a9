#pragma once
// Time patterns of queries: constants are compiled when the query is bound, patterns out of rows once for a thread. Any
// thread.

#include <memory>

#include "core/expr/function.hpp"
#include "core/expr/functions/time_pattern.hpp"

namespace core::expr::functions {

class pattern_source {
public:
  /// Fails for a constant pattern that cannot be compiled.
  [[nodiscard]] static result<pattern_source> of(const argument& pattern, pattern_style style);
  [[nodiscard]] result<std::shared_ptr<const time_pattern>> for_row(std::string_view pattern) const;

private:
  std::shared_ptr<const time_pattern> constant_{};
  pattern_style style_ = pattern_style::strict;
};

} // namespace core::expr::functions
