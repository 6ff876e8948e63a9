#pragma once
// A SQL script as a plan: its statements one after the other, over a catalog that they fill. Pure; one thread.

#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/query/query_planner.hpp"

namespace core::query {

/// When an error is found; Flink's words for the same.
enum class phase : std::uint8_t {
  parse,    ///< The text is no statement.
  validate, ///< A name, a type or an option is wrong.
  plan,     ///< Understood, but cannot be run over streams.
};
[[nodiscard]] std::string_view to_string(phase when) noexcept;

struct complaint {
  phase when = phase::parse;
  error what{};
};

/// EXPLAIN's answer, made of the plan of its statement alone.
using explain_words = std::function<std::string(const plan::pipeline_plan&)>;

/// The statements' effect so far.
class script {
public:
  /// `text` outlives the script; places in complaints count within it.
  explicit script(std::string_view text) : text_(text) {}

  /// What EXPLAIN answers; without it, EXPLAIN only checks its statement.
  void explain_with(explain_words words) { explain_ = std::move(words); }
  /// The statements from here on are of this text, which outlives them.
  void read_from(std::string_view text) noexcept { text_ = text; }
  /// Forgets the plan so far: the next query begins one of its own. Tables, views and settings stay.
  void begin_plan();

  /// Runs one statement of the text: declarations fill the catalog, queries add to the plan.
  [[nodiscard]] result<void> run(const sql::statement& one);

  [[nodiscard]] const catalog& declared() const noexcept { return catalog_; }
  [[nodiscard]] const plan::pipeline_plan& plan() const noexcept { return shared_.plan; }
  /// The plan, ready to run: columns that nobody reads are marked.
  [[nodiscard]] plan::pipeline_plan finish() const;
  /// What statements that only ask (SHOW, DESCRIBE, EXPLAIN) have to say, as text lines, since the last call.
  [[nodiscard]] std::vector<std::string> take_answers() { return std::exchange(answers_, {}); }

private:
  result<void> run_node(const sql::create_table& node, const sql::statement& one);
  result<void> run_node(const sql::create_view& node, const sql::statement& one);
  result<void> run_node(const sql::insert_into& node, const sql::statement& one);
  result<void> run_node(const sql::statement_set& node, const sql::statement& one);
  result<void> run_node(const sql::set_option& node, const sql::statement& one);
  result<void> run_node(const sql::drop_object& node, const sql::statement& one);
  result<void> run_node(const sql::explain_statement& node, const sql::statement& one);
  result<void> run_node(const sql::show_statement& node, const sql::statement& one);
  result<void> run_node(const sql::describe_statement& node, const sql::statement& one);
  result<void> run_node(const sql::select_statement& node, const sql::statement& one);
  result<const catalog_table*> find_table(const std::vector<sql::name_part>& name) const;

  std::string_view text_;
  catalog catalog_{};
  script_plan shared_{};
  std::map<std::string, std::size_t> sinks_{}; ///< By table name.
  std::vector<std::string> answers_{};
  explain_words explain_{};
  std::size_t shown_ = 0;
};

/// Reads and plans a whole script; all complaints of all statements otherwise.
[[nodiscard]] std::expected<script, std::vector<complaint>> plan_script(std::string_view text);
[[nodiscard]] std::expected<script, std::vector<complaint>> plan_script(std::string_view text, explain_words explain);

/// INSERT INTO: the rows of a query in the columns of a sink.
[[nodiscard]] result<void> plan_insert(relation rows, const sql::insert_into& from, const catalog_table& target,
                                       const catalog& session, plan::sink_plan& sink);

} // namespace core::query
