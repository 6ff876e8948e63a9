// Properties that hold for every expression: over random rows, any selection gives what the whole gives, and constants
// give what columns give.
#include <random>

#include "core/expr/rows.hpp"
#include "tests/core/expr/evaluated.hpp"

using evaluated::table;
using evaluated::texts;

namespace {

const std::vector<std::string>& expressions() {
  static const std::vector<std::string> all{"a + b",
                                            "a - b * 2",
                                            "a / b",
                                            "a % b",
                                            "-a",
                                            "a * d",
                                            "d / e",
                                            "d + e",
                                            "e % 3.5",
                                            "x + y",
                                            "x / y",
                                            "x > y AND a < b",
                                            "a = b OR s = t",
                                            "NOT (a > 3 AND b IS NULL)",
                                            "a IN (1, 2, NULL)",
                                            "s IN ('a', 'ab')",
                                            "a BETWEEN b AND 5",
                                            "s LIKE '%a_'",
                                            "s LIKE t",
                                            "s SIMILAR TO '(a|b)+'",
                                            "s || t",
                                            "CASE WHEN a > b THEN s WHEN b = 0 THEN t END",
                                            "CASE WHEN b <> 0 THEN a / b END",
                                            "COALESCE(a / b, b, 7)",
                                            "COALESCE(s, t, 'z')",
                                            "NULLIF(a, b)",
                                            "IF(a > b, d, e)",
                                            "CAST(s AS INT)",
                                            "TRY_CAST(s AS INT)",
                                            "CAST(a AS STRING)",
                                            "CAST(d AS INT)",
                                            "CAST(x AS DECIMAL(6, 2))",
                                            "a IS DISTINCT FROM b",
                                            "ARRAY[a, b][2]",
                                            "ARRAY[a, b]",
                                            "MAP[s, a]",
                                            "ROW(a, s)",
                                            "ARRAY[a, b] = ARRAY[b, a]",
                                            "CASE WHEN a > 1 THEN ARRAY[a] ELSE ARRAY[b, b] END",
                                            "(a, s) = (b, t)",
                                            "TIMESTAMP '2024-01-31 00:00:00' + a * INTERVAL '1' MONTH",
                                            "x IS NULL OR y IS NOT NULL",
                                            "CAST(ARRAY[s] AS ARRAY<INT>)"};
  return all;
}

struct random_rows {
  std::mt19937 random;

  std::string pick(std::initializer_list<const char*> from) { return *(from.begin() + random() % from.size()); }
  std::vector<texts> rows(std::size_t count) {
    std::vector<texts> out;
    for (std::size_t i = 0; i < count; ++i) {
      out.push_back({pick({"NULL", "0", "1", "2", "-3", "7"}), pick({"NULL", "0", "1", "2", "-1"}),
                     pick({"NULL", "1.50", "-2.25", "0"}), pick({"NULL", "0", "3.125", "-0.5"}),
                     pick({"NULL", "1.5E0", "-2E3", "0E0"}), pick({"NULL", "0E0", "2.5E0"}),
                     pick({"NULL", "''", "'a'", "'ab'", "'ba'", "'12'", "'xay'"}),
                     pick({"NULL", "'a'", "'%a'", "'12'", "'_b'"})});
    }
    return out;
  }
};

table make(std::uint32_t seed, std::size_t count) {
  return {{"a", "INT", "b", "INT", "d", "DECIMAL(8, 2)", "e", "DECIMAL(6, 3)", "x", "DOUBLE", "y", "DOUBLE", "s",
           "STRING", "t", "STRING"},
          random_rows{std::mt19937(seed)}.rows(count)};
}

} // namespace

TEST_CASE("any selection gives what the whole gives") {
  std::mt19937 random(3);
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const auto t = make(seed, 40);
    for (const auto& text : expressions()) {
      INFO(text);
      const auto bound = t.bound(text);
      const auto whole = t.ask(*bound);
      std::vector<std::uint32_t> picked;
      for (std::uint32_t row = 0; row < 40; ++row) {
        if (random() % 3 == 0) picked.push_back(row);
      }
      const auto some = t.ask(*bound, &picked);
      for (const auto row : picked) CHECK(some[row] == whole[row]);
      std::vector<std::uint32_t> none;
      CHECK(t.ask(*bound, &none) == texts(40, "-"));
    }
  }
}

TEST_CASE("an expression of constants is what it is of columns") {
  const texts names{"a", "b", "d", "e", "x", "y", "s", "t"};
  const texts types{"INT", "INT", "DECIMAL(8, 2)", "DECIMAL(6, 3)", "DOUBLE", "DOUBLE", "STRING", "STRING"};
  const auto rows = random_rows{std::mt19937(9)}.rows(12);
  const table t = make(9, 12);
  for (const auto& text : expressions()) {
    const auto whole = t.ask(text);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::string folded;
      for (std::size_t i = 0; i < text.size(); ++i) {
        const auto at = std::find(names.begin(), names.end(), std::string(1, text[i])) - names.begin();
        const auto is_word = [&](std::size_t j) {
          return j < text.size() &&
                 (std::isalnum(static_cast<unsigned char>(text[j])) || text[j] == '\'' || text[j] == '_');
        };
        const bool alone = !is_word(i + 1) && (i == 0 || !is_word(i - 1));
        const bool quoted = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\'') % 2 == 1;
        const auto index = static_cast<std::size_t>(at);
        folded += index < names.size() && alone && !quoted ? "CAST(" + rows[row][index] + " AS " + types[index] + ")"
                                                           : std::string(1, text[i]);
      }
      INFO(text << " as " << folded);
      CHECK(t.ask(folded)[row] == whole[row]);
    }
  }
}

TEST_CASE("faults come in order, once a row, and the first reason stays") {
  core::expr::eval_context context;
  core::expr::add_fault(context, 5, "five");
  core::expr::add_fault(context, 2, "two");
  core::expr::add_fault(context, 5, "five again");
  core::expr::add_fault(context, 9, "nine");
  REQUIRE(context.faults.size() == 3);
  CHECK(context.faults[0].row == 2);
  CHECK(context.faults[1].reason == "five");
  CHECK(context.faults[2].row == 9);
}

TEST_CASE("several expressions may share one context") {
  const table t({"a", "INT", "s", "STRING"}, {{"0", "'x'"}, {"1", "'1'"}, {"0", "'2'"}});
  core::expr::eval_context context;
  static_cast<void>(t.bound("1 / a")->evaluate(t.rows, context));
  static_cast<void>(t.bound("CAST(s AS INT) + 1")->evaluate(t.rows, context));
  REQUIRE(context.faults.size() == 2);
  CHECK(context.faults[0].reason == "division by zero");
  CHECK(context.faults[1].row == 2);
}
