// The parts of the shell that need no terminal.

#include "core/sql/script_parser.hpp"
#include "daemon/shell/completion.hpp"
#include "daemon/shell/row_cells.hpp"
#include "daemon/shell/row_table.hpp"
#include "daemon/shell/shell_session.hpp"
#include "daemon/shell/statement_buffer.hpp"
#include "tests/support/catch.hpp"

using weir::buffer_state;
using cells = weir::row_table::cells;

namespace {

core::query::catalog known_tables() {
  const std::string text = "CREATE TABLE events (kind STRING, `Key` INT) WITH ('connector' = 'print');"
                           "CREATE TABLE orders (order_id INT, kilos INT) WITH ('connector' = 'print');"
                           "CREATE VIEW evening AS SELECT 1;";
  core::query::script script(text);
  const auto statements = core::sql::parse_script(text);
  REQUIRE(statements.has_value());
  for (const auto& one : *statements) REQUIRE(script.run(one).has_value());
  return script.declared();
}

std::vector<std::string> words_at(const std::string& text) {
  return weir::complete(known_tables(), text, text.size()).words;
}

} // namespace

TEST_CASE("a text is complete with its semicolon, quotes closed, and a set with its END") {
  CHECK(weir::state_of("") == buffer_state::empty);
  CHECK(weir::state_of("  -- only a comment\n") == buffer_state::empty);
  CHECK(weir::state_of("SELECT 1") == buffer_state::open);
  CHECK(weir::state_of("SELECT 1 -- ;\n") == buffer_state::open);
  CHECK(weir::state_of("SELECT 'a;") == buffer_state::open);
  CHECK(weir::state_of("SELECT 'a;';") == buffer_state::complete);
  CHECK(weir::state_of("SELECT 1; SELECT 2") == buffer_state::open);
  CHECK(weir::state_of("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;") == buffer_state::open);
  CHECK(weir::state_of("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END;") == buffer_state::complete);
  CHECK(weir::state_of(";") == buffer_state::complete);
}

TEST_CASE("cells are the values of a JSON row as texts") {
  CHECK(weir::row_cells(R"({"a":"x\"y\\","b,}":1.50,"c":null,"d":{"e":[1,"]}"]},"f":true,"g":"ä\u0001"})") ==
        cells{"x\"y\\", "1.50", std::nullopt, R"({"e":[1,"]}"]})", "true", "ä\x01"});
  CHECK(weir::row_cells("{}").empty());
  CHECK(weir::row_cells("").empty());
}

TEST_CASE("a table takes its widths from the first rows, aligns numbers right and cuts what is wider later") {
  auto layout = std::make_shared<core::schema>();
  layout->fields = {{"k", core::string_type()}, {"number", core::int64_type()}, {"at", core::timestamp_type(3)}};
  std::string text;
  weir::row_table table(layout, [&](std::string_view piece) { text += piece; });
  table.add({{"äöü", "1", "2024-01-01 00:00:00"}, {std::nullopt, "12", std::nullopt}});
  table.add({{"much wider", "1234567", "a\nb"}, {"x"}});
  table.finish();
  CHECK(table.rows() == 4);
  CHECK(text == " k    | number | at\n"
                "------+--------+-------------------------\n"
                " äöü  |      1 | 2024-01-01 00:00:00\n"
                " NULL |     12 | NULL\n"
                " muc… | 12345… | a b\n"
                " x    |   NULL | NULL\n");
}

TEST_CASE("a table without rows shows its columns, and no column is wider than the bound") {
  auto layout = std::make_shared<core::schema>();
  layout->fields = {{std::string(60, 'n'), core::string_type()}};
  std::string text;
  weir::row_table table(layout, [&](std::string_view piece) { text += piece; });
  table.finish();
  CHECK(text == " " + std::string(47, 'n') + "…\n" + std::string(50, '-') + "\n");
}

TEST_CASE("words are completed from key words, functions, tables and columns, in the case that was begun") {
  CHECK(words_at("SELECT ev") == std::vector<std::string>{"evening", "events"});
  CHECK(words_at("SELECT k") == std::vector<std::string>{"Key", "key", "kilos", "kind"});
  CHECK(words_at("tumb") == std::vector<std::string>{"tumble"});
  CHECK(words_at("TUMB") == std::vector<std::string>{"TUMBLE"});
  CHECK(words_at("SELECT orders.") == std::vector<std::string>{"kilos", "order_id"});
  CHECK(words_at("SELECT events.K") == std::vector<std::string>{"Key", "kind"});
  CHECK(words_at("SELECT window_s") == std::vector<std::string>{"window_start"});
  CHECK(words_at("SELECT zzz").empty());
  CHECK(weir::complete(known_tables(), "SELECT kin FROM x", 10).begin == 7);
}

TEST_CASE("what words begin with is never cut within a letter") {
  CHECK(weir::common_start({}).empty());
  CHECK(weir::common_start({"evening", "events"}) == "even");
  CHECK(weir::common_start({"naä", "naö"}) == "na");
  CHECK(weir::common_start({"ä"}) == "ä");
}

TEST_CASE("the shell knows its own words with and without a semicolon") {
  CHECK(weir::shell_word_of(" quit ; ") == weir::shell_word::quit);
  CHECK(weir::shell_word_of("EXIT") == weir::shell_word::quit);
  CHECK(weir::shell_word_of("\\q") == weir::shell_word::quit);
  CHECK(weir::shell_word_of("Help;") == weir::shell_word::help);
  CHECK(weir::shell_word_of("SELECT 1") == weir::shell_word::none);
  CHECK(weir::shell_word_of(" ;") == weir::shell_word::none);
}
