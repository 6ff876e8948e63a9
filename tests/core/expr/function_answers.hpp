#pragma once
// What functions answer over three rows: times before 1970 and in a doubled hour, letters beyond ASCII, NULLs and empty
// values. The answers were given by Flink 2.3 in the zone Europe/Berlin.

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/expr/evaluated.hpp"

namespace function_answers {

using evaluated::texts;

inline const evaluated::table& sample() {
  static const evaluated::table made(
      {"id",  "INT",          "s", "STRING", "t", "TIMESTAMP(3)", "lz",     "TIMESTAMP_LTZ(3)", "d",   "DATE",
       "n",   "STRING",       "x", "DOUBLE", "i", "INT",          "amount", "DECIMAL(10, 3)",   "arr", "ARRAY<STRING>",
       "ar2", "ARRAY<STRING>"},
      {{"1", "'Éa'", "TIMESTAMP '1969-07-20 20:17:40.123'", "CAST('1969-07-20 20:17:40.123' AS TIMESTAMP_LTZ(3))",
        "DATE '1969-07-20'", "CAST(NULL AS STRING)", "2.5", "-7", "-12.345", "ARRAY['b', NULL, 'a', 'b']",
        "ARRAY['c', 'b', NULL]"},
       {"2", "''", "TIMESTAMP '2024-10-27 02:30:00.5'", "CAST('2024-10-27 00:30:00.5' AS TIMESTAMP_LTZ(3))",
        "DATE '2024-02-29'", "CAST(NULL AS STRING)", "-2.5", "7", "12.345", "ARRAY_REMOVE(ARRAY['q'], 'q')",
        "ARRAY['x']"},
       {"3", "'a1'", "TIMESTAMP '1960-02-29 00:00:00'", "CAST('1960-02-29 00:00:00' AS TIMESTAMP_LTZ(3))",
        "DATE '1960-02-29'", "CAST(NULL AS STRING)", "1.005", "0", "0.5", "ARRAY['z']", "CAST(NULL AS ARRAY<STRING>)"}},
      "Europe/Berlin");
  return made;
}

/// One answer stands for all three rows. Nothing but constants: such tables cost the compiler little.
struct expected {
  std::string_view expression;
  std::array<std::string_view, 3> answers;
};

inline void check(std::initializer_list<expected> all) {
  for (const auto& each : all) {
    INFO(each.expression);
    texts answers;
    for (const auto answer : each.answers) answers.emplace_back(answer.data() ? answer : each.answers[0]);
    CHECK(sample().ask(std::string(each.expression)) == answers);
  }
}

} // namespace function_answers
