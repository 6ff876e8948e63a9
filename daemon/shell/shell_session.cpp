#include "daemon/shell/shell_session.hpp"

#include <chrono>

#include <fmt/format.h>

#include "config/script_settings.hpp"
#include "core/sql/lexer.hpp"
#include "core/sql/script_parser.hpp"
#include "daemon/explain/plan_text.hpp"
#include "daemon/shell/query_run.hpp"

namespace weir {

namespace {

std::string outcome_words(const query_outcome& outcome, bool shown, double seconds) {
  // The terminal has shown ^C.
  const auto* begin = outcome.interrupted ? "\n(stopped, " : shown ? "(" : "(done, ";
  if (!shown) return fmt::format("{}{:.3f} s)\n", begin, seconds);
  return fmt::format("{}{} row{}, {:.3f} s)\n", begin, outcome.rows, outcome.rows == 1 ? "" : "s", seconds);
}

} // namespace

shell_session::shell_session(shell_output output) : output_(std::move(output)), script_(std::string_view()) {
  script_.explain_with([](const core::plan::pipeline_plan& plan) { return plan_text(picture_of(plan)); });
}

statement_end shell_session::execute(std::string text) {
  const std::string& kept = texts_.emplace_back(std::move(text));
  const auto statements = core::sql::parse_statements(kept);
  if (!statements) return complain(statements.error(), kept);
  for (const auto& one : *statements) {
    const auto word = shell_word_of(std::string_view(kept).substr(one.begin, one.end - one.begin));
    if (word == shell_word::quit) return statement_end::quit;
    if (word == shell_word::help) {
      output_.print(shell_help());
      continue;
    }
    if (!one.made) return complain(one.made.error(), kept);
    if (const auto end = run(*one.made, kept); end != statement_end::good) return end;
  }
  return statement_end::good;
}

statement_end shell_session::run(const core::sql::statement& one, std::string_view text) {
  script_.read_from(text);
  script_.begin_plan();
  if (auto ran = script_.run(one); !ran) {
    auto what = std::move(ran.error());
    if (what.place.line == 0) what.place = one.place;
    return complain(what, text);
  }
  const auto answers = script_.take_answers();
  for (const auto& answer : answers) output_.print(answer.ends_with('\n') ? answer : answer + "\n");
  if (!script_.plan().sinks.empty()) return run_plan();
  if (output_.as_table && answers.empty()) output_.print("ok\n");
  return statement_end::good;
}

statement_end shell_session::run_plan() {
  query_run_options options;
  options.engine = config::default_engine_options();
  options.as_table = output_.as_table;
  options.print = output_.print;
  if (const auto set = config::apply_settings(known().settings, options.engine); !set) return complain(set.error(), {});
  auto plan = script_.finish();
  for (auto& source : plan.sources) source.strict = source.strict || options.engine.strict;
  const bool shown = plan.sinks.front().name == "select";
  if (shown && output_.as_table) plan.sinks.front().format.decimal_as_plain_number = true;
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = run_query(std::make_shared<const core::plan::pipeline_plan>(std::move(plan)), options);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (outcome.fault) return complain(*outcome.fault, {});
  if (output_.as_table) output_.print(outcome_words(outcome, shown, took.count()));
  // A script that is interrupted ends; a person goes on.
  return outcome.interrupted && !output_.as_table ? statement_end::failed : statement_end::good;
}

statement_end shell_session::complain(const core::error& what, std::string_view text) {
  output_.complain(what.place.line == 0 ? core::to_string(what) + "\n" : core::render(what, text) + "\n");
  return statement_end::failed;
}

shell_word shell_word_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\n;";
  const auto begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return shell_word::none;
  const auto word = core::sql::upper_case(line.substr(begin, line.find_last_not_of(blanks) + 1 - begin));
  if (word == "QUIT" || word == "EXIT" || word == "\\Q") return shell_word::quit;
  return word == "HELP" || word == "\\?" ? shell_word::help : shell_word::none;
}

std::string_view shell_help() {
  return R"(Statements end with a semicolon and may go over several lines.
  CREATE TABLE t (...) WITH (...);   declares a table for this session
  CREATE VIEW v AS SELECT ...;       names a query
  SELECT ...;                        shows rows until the inputs end; Ctrl-C stops the query
  INSERT INTO t SELECT ...;          runs until the inputs end
  EXPLAIN SELECT ...;                shows the plan
  SHOW TABLES; SHOW VIEWS; SHOW CREATE TABLE t; DESCRIBE t;
  SET 'key' = 'value'; RESET 'key'; SET;
  HELP; QUIT;                        Ctrl-D leaves as well
Tab completes key words, tables and columns; Ctrl-R searches the history.
)";
}

} // namespace weir
