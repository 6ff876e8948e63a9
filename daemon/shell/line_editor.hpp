#pragma once
// Lines from a terminal: editing, history, completion. The only user of libedit. One per process, one thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "daemon/shell/completion.hpp"

namespace weir {

enum class line_end : std::uint8_t {
  entered,
  dropped, ///< Ctrl-C: the line is to be forgotten.
  input,   ///< Ctrl-D, or the terminal is gone.
};

struct entered_line {
  line_end how = line_end::input;
  std::string text{}; ///< Without its line end.
};

class line_editor {
public:
  /// What may stand at the cursor of this line.
  using completer = std::function<completions(std::string_view line, std::size_t cursor)>;

  /// Reads the history file if there is one; an empty path: no history is kept.
  line_editor(std::string history_path, completer complete);
  ~line_editor();
  line_editor(const line_editor&) = delete;
  line_editor& operator=(const line_editor&) = delete;

  [[nodiscard]] entered_line read(const std::string& prompt);
  /// Adds a statement to the history and its file.
  void remember(const std::string& statement);

  struct parts;

private:
  std::unique_ptr<parts> parts_;
};

inline constexpr int history_entries_max = 2000;

/// `$XDG_STATE_HOME/weir/sql_history`, or below `~/.local/state`; empty when there is no home.
[[nodiscard]] std::string history_path();

} // namespace weir
