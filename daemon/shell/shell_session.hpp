#pragma once
// The statements of a shell, run one by one over a catalog that lasts as long as the session. One thread.

#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "core/query/script.hpp"

namespace weir {

/// Where a session speaks, and how.
struct shell_output {
  bool as_table = false;                         ///< For people: tables, `ok`, times. Else rows as JSON lines.
  std::function<void(std::string_view)> print{}; ///< Rows and answers.
  std::function<void(std::string_view)> complain{};
};

enum class statement_end : std::uint8_t { good, failed, quit };

class shell_session {
public:
  explicit shell_session(shell_output output);

  /// Runs the statements of the text; stops at the first that fails or says QUIT.
  [[nodiscard]] statement_end execute(std::string text);

  [[nodiscard]] const core::query::catalog& known() const noexcept { return script_.declared(); }

private:
  statement_end run(const core::sql::statement& one, std::string_view text);
  statement_end run_plan();
  statement_end complain(const core::error& what, std::string_view text);

  shell_output output_;
  std::deque<std::string> texts_{}; ///< The script looks into all of them.
  core::query::script script_;
};

/// A line that the shell itself understands, with or without a semicolon.
enum class shell_word : std::uint8_t { none, help, quit };
[[nodiscard]] shell_word shell_word_of(std::string_view line);
[[nodiscard]] std::string_view shell_help();

} // namespace weir
