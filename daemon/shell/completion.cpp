#include "daemon/shell/completion.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/expr/function.hpp"
#include "core/sql/lexer.hpp"

namespace weir {

namespace {

constexpr std::array<std::string_view, 122> key_words{"ALL",        "AND",
                                                      "ARRAY",      "AS",
                                                      "ASC",        "AVG",
                                                      "BEGIN",      "BETWEEN",
                                                      "BIGINT",     "BOOLEAN",
                                                      "BY",         "BYTES",
                                                      "CASE",       "CAST",
                                                      "COUNT",      "CREATE",
                                                      "CROSS",      "CUBE",
                                                      "CUMULATE",   "CURRENT",
                                                      "DATE",       "DAY",
                                                      "DECIMAL",    "DESC",
                                                      "DESCRIBE",   "DESCRIPTOR",
                                                      "DISTINCT",   "DOUBLE",
                                                      "DROP",       "ELSE",
                                                      "END",        "ENFORCED",
                                                      "EXECUTE",    "EXISTS",
                                                      "EXPLAIN",    "FALSE",
                                                      "FILTER",     "FIRST_VALUE",
                                                      "FLOAT",      "FOR",
                                                      "FROM",       "FULL",
                                                      "GROUP",      "GROUPING",
                                                      "HAVING",     "HELP",
                                                      "HOP",        "HOUR",
                                                      "IF",         "IN",
                                                      "INNER",      "INSERT",
                                                      "INT",        "INTERVAL",
                                                      "INTO",       "IS",
                                                      "JOIN",       "KEY",
                                                      "LAG",        "LAST_VALUE",
                                                      "LEFT",       "LIKE",
                                                      "LIMIT",      "LISTAGG",
                                                      "MAP",        "MAX",
                                                      "METADATA",   "MIN",
                                                      "MINUTE",     "MONTH",
                                                      "NOT",        "NULL",
                                                      "ON",         "OR",
                                                      "ORDER",      "OUTER",
                                                      "OVER",       "PARTITION",
                                                      "PLAN",       "PRECEDING",
                                                      "PRIMARY",    "QUIT",
                                                      "RANGE",      "RESET",
                                                      "RIGHT",      "ROLLUP",
                                                      "ROW",        "ROWS",
                                                      "ROW_NUMBER", "SECOND",
                                                      "SELECT",     "SESSION",
                                                      "SET",        "SETS",
                                                      "SHOW",       "SMALLINT",
                                                      "STATEMENT",  "STRING",
                                                      "SUM",        "TABLE",
                                                      "TABLES",     "TEMPORARY",
                                                      "THEN",       "TIME",
                                                      "TIMESTAMP",  "TIMESTAMP_LTZ",
                                                      "TINYINT",    "TRUE",
                                                      "TRY_CAST",   "TUMBLE",
                                                      "UNBOUNDED",  "UNION",
                                                      "UNNEST",     "VALUES",
                                                      "VARCHAR",    "VIEW",
                                                      "VIEWS",      "WATERMARK",
                                                      "WHEN",       "WHERE",
                                                      "WITH",       "YEAR"};
constexpr std::array<std::string_view, 3> window_columns{"window_end", "window_start", "window_time"};

bool is_name_byte(char one) {
  return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') || one == '_' ||
         one == '$' || static_cast<unsigned char>(one) >= 0x80U;
}

bool is_lower(std::string_view word) {
  return std::ranges::any_of(word, [](char one) { return one >= 'a' && one <= 'z'; });
}

std::string lower_case(std::string_view text) {
  std::string made(text);
  for (auto& one : made)
    if (one >= 'A' && one <= 'Z') one = static_cast<char>(one - 'A' + 'a');
  return made;
}

/// Gathers what begins like the word, whatever its case.
class gatherer {
public:
  explicit gatherer(std::string_view word) : word_(word), upper_(core::sql::upper_case(word)) {}

  void name(std::string_view one) {
    if (core::sql::upper_case(one).starts_with(upper_)) found_.emplace(one);
  }
  void key_word(std::string_view one) {
    if (one.starts_with(upper_)) found_.insert(is_lower(word_) ? lower_case(one) : std::string(one));
  }
  [[nodiscard]] std::vector<std::string> take() { return {found_.begin(), found_.end()}; }

private:
  std::string_view word_;
  std::string upper_;
  std::set<std::string> found_{};
};

/// The name in front of the dot at `dot`.
std::string_view name_before(std::string_view text, std::size_t dot) {
  auto begin = dot;
  while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
  return text.substr(begin, dot - begin);
}

} // namespace

completions complete(const core::query::catalog& known, std::string_view text, std::size_t cursor) {
  completions made;
  made.begin = cursor;
  while (made.begin > 0 && is_name_byte(text[made.begin - 1])) --made.begin;
  gatherer words(text.substr(made.begin, cursor - made.begin));
  const bool behind_dot = made.begin > 0 && text[made.begin - 1] == '.';
  const auto owner =
      behind_dot ? known.tables.find(std::string(name_before(text, made.begin - 1))) : known.tables.end();
  for (const auto& [name, table] : known.tables) {
    if (owner != known.tables.end() && name != owner->first) continue;
    for (const auto& column : table.columns) words.name(column.name);
  }
  if (!behind_dot && cursor > made.begin) {
    for (const auto& [name, table] : known.tables) words.name(name);
    for (const auto& [name, view] : known.views) words.name(name);
    for (const auto word : key_words) words.key_word(word);
    for (const auto word : window_columns) words.name(word);
    for (const auto& one : core::expr::all_functions()) words.key_word(one.name);
  }
  made.words = words.take();
  return made;
}

std::string common_start(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  auto made = words.front();
  for (const auto& one : words) {
    const auto [end, other] = std::ranges::mismatch(made, one);
    made.erase(end, made.end());
  }
  // Never within a code point.
  const auto& first = words.front();
  auto size = made.size();
  while (size > 0 && size < first.size() && (static_cast<unsigned char>(first[size]) & 0xC0U) == 0x80U) --size;
  made.resize(size);
  return made;
}

} // namespace weir
