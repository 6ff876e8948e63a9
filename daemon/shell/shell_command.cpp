#include "daemon/shell/shell_command.hpp"

#include <cstdio>
#include <iostream>
#include <iterator>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "daemon/shell/line_editor.hpp"
#include "daemon/shell/shell_session.hpp"
#include "daemon/shell/statement_buffer.hpp"
#include "daemon/tell.hpp"

namespace weir {

namespace {

/// Flushed at once: rows of JSON lines go past the stream, straight to the descriptor.
void print_now(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

shell_output output_for(bool people) {
  return {people, print_now, [](std::string_view text) { tell("{}", text); }};
}

int run_script(std::string text) {
  shell_session session(output_for(false));
  return session.execute(std::move(text)) == statement_end::failed ? 1 : 0;
}

std::string all_of_input() { return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()}; }

} // namespace

int run_shell() {
  shell_session session(output_for(true));
  line_editor editor(history_path(), [&](std::string_view line, std::size_t cursor) {
    return complete(session.known(), line, cursor);
  });
  print_now("weir sql: statements end with a semicolon, HELP; helps, QUIT; leaves\n");
  for (std::string text;;) {
    const auto line = editor.read(text.empty() ? "weir> " : "   -> ");
    if (line.how == line_end::input) break;
    if (line.how == line_end::dropped) {
      text.clear();
      continue;
    }
    const auto word = text.empty() ? shell_word_of(line.text) : shell_word::none;
    if (word == shell_word::quit) return 0;
    text += line.text + "\n";
    const auto state = word == shell_word::help ? buffer_state::complete : state_of(text);
    if (state == buffer_state::empty) text.clear();
    if (state != buffer_state::complete) continue;
    text.pop_back();
    editor.remember(text);
    if (session.execute(std::exchange(text, {})) == statement_end::quit) return 0;
  }
  print_now("\n");
  return 0;
}

void add_sql(CLI::App& app, std::function<int()>& chosen) {
  auto script = std::make_shared<std::string>();
  auto* command = app.add_subcommand("sql", "A shell for SQL; also runs scripts from standard input");
  auto* given = command->add_option("-e,--execute", *script, "Run these statements, rows as JSON lines, and leave");
  command->callback([script, given, &chosen] {
    const bool has_script = given->count() > 0;
    chosen = [script, has_script] {
      if (has_script) return run_script(*script);
      return isatty(STDIN_FILENO) != 0 ? run_shell() : run_script(all_of_input());
    };
  });
}

} // namespace weir
