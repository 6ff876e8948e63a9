#pragma once
// Leaving a function with the error of what it called. For code that asks many fallible things in a row (planners);
// elsewhere the plain `if` reads better.

#include <utility>

#include "core/error.hpp"
// NOLINTBEGIN(bugprone-macro-parentheses): `name` is declared, and a declared name has no parentheses.
/// `WEIR_TRY(left, plan(one));`: `left` is the value, or this function returns the error.
#define WEIR_TRY(name, expression)                                                                                     \
  auto name##_attempt = (expression);                                                                                  \
  if (!name##_attempt) return std::unexpected(std::move(name##_attempt.error()));                                      \
  auto name = std::move(*name##_attempt)
// NOLINTEND(bugprone-macro-parentheses)
/// The same where only success is wanted.
#define WEIR_CHECK(expression)                                                                                         \
  do {                                                                                                                 \
    if (auto attempt = (expression); !attempt) return std::unexpected(std::move(attempt.error()));                     \
  } while (false)
