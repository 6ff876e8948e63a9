#pragma once
// What functions answer over one row, mostly of constants.

#include <initializer_list>
#include <string>
#include <string_view>

#include "tests/core/expr/evaluated.hpp"

namespace function_one {

/// One row with a time whose every field differs: a Monday.
inline const evaluated::table& monday() {
  static const evaluated::table made({"t", "TIMESTAMP(9)", "v", "STRING", "p", "STRING"},
                                     {{"TIMESTAMP '2024-08-05 14:07:09.012345678'", "'x'", "'y'"}});
  return made;
}

inline std::string one(std::string_view expression) {
  INFO(expression);
  return monday().ask(std::string(expression))[0];
}

struct pair {
  std::string_view expression;
  std::string_view answer;
};

inline void check_one(std::initializer_list<pair> all) {
  for (const auto& each : all) {
    INFO(each.expression);
    CHECK(one(each.expression) == each.answer);
  }
}

} // namespace function_one
