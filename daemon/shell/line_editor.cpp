#include "daemon/shell/line_editor.hpp"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <histedit.h>

namespace weir {

struct line_editor::parts {
  EditLine* line = nullptr;
  History* history = nullptr;
  std::string history_path{};
  completer complete{};
  std::string prompt{};
  bool dropped = false;
};

namespace {

line_editor::parts& parts_of(EditLine* line) {
  void* data = nullptr;
  el_get(line, EL_CLIENTDATA, &data);
  return *static_cast<line_editor::parts*>(data);
}

char* prompt_of(EditLine* line) { return parts_of(line).prompt.data(); }

unsigned char drop_line(EditLine* line, int /*key*/) {
  parts_of(line).dropped = true;
  std::fputs("^C\n", stdout);
  return CC_EOF;
}

void list_words(const std::vector<std::string>& words) {
  constexpr std::size_t listed_max = 60;
  std::fputc('\n', stdout);
  for (std::size_t i = 0; i < words.size() && i < listed_max; ++i) std::printf("%s  ", words[i].c_str());
  std::fputs(words.size() > listed_max ? "...\n" : "\n", stdout);
}

unsigned char complete_word(EditLine* line, int /*key*/) {
  const auto* known = el_line(line);
  const std::string text(known->buffer, static_cast<std::size_t>(known->lastchar - known->buffer));
  const auto cursor = static_cast<std::size_t>(known->cursor - known->buffer);
  const auto found = parts_of(line).complete(text, cursor);
  if (found.words.empty()) return CC_ERROR;
  auto word = common_start(found.words);
  const auto typed = cursor - found.begin;
  if (found.words.size() > 1 && word.size() <= typed) {
    list_words(found.words);
    return CC_REDISPLAY;
  }
  if (found.words.size() == 1) word += ' ';
  // What was typed may differ in case from the name.
  el_deletestr(line, static_cast<int>(typed));
  el_insertstr(line, word.c_str());
  return CC_REFRESH;
}

} // namespace

line_editor::line_editor(std::string history_path, completer complete) : parts_(std::make_unique<parts>()) {
  std::setlocale(LC_CTYPE, "");
  parts_->history_path = std::move(history_path);
  parts_->complete = std::move(complete);
  HistEvent event;
  parts_->history = history_init();
  history(parts_->history, &event, H_SETSIZE, history_entries_max);
  history(parts_->history, &event, H_SETUNIQUE, 1);
  if (!parts_->history_path.empty()) history(parts_->history, &event, H_LOAD, parts_->history_path.c_str());

  parts_->line = el_init("weir", stdin, stdout, stderr);
  auto* line = parts_->line;
  el_set(line, EL_CLIENTDATA, parts_.get());
  el_set(line, EL_PROMPT, &prompt_of);
  el_set(line, EL_EDITOR, "emacs");
  el_set(line, EL_HIST, history, parts_->history);
  el_set(line, EL_ADDFN, "complete-word", "Completes key words, tables and columns", &complete_word);
  el_set(line, EL_BIND, "^I", "complete-word", nullptr);
  // Ctrl-C is a key like others, also when it comes between two lines; while a query runs `interrupt_watch` makes it a
  // signal.
  el_set(line, EL_ADDFN, "drop-line", "Forgets the statement", &drop_line);
  el_set(line, EL_BIND, "^C", "drop-line", nullptr);
  el_set(line, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_set(line, EL_SETTY, "-d", "-isig", nullptr);
  el_set(line, EL_SETTY, "-x", "-isig", nullptr);
}

line_editor::~line_editor() {
  el_end(parts_->line);
  history_end(parts_->history);
}

entered_line line_editor::read(const std::string& prompt) {
  parts_->prompt = prompt;
  parts_->dropped = false;
  // Before the prompt, so that no key is taken for the terminal's own (Ctrl-D).
  el_set(parts_->line, EL_PREP_TERM, 1);
  int size = 0;
  const char* text = el_gets(parts_->line, &size);
  if (parts_->dropped) {
    el_reset(parts_->line);
    return {line_end::dropped, {}};
  }
  if (text == nullptr || size <= 0) return {line_end::input, {}};
  std::string made(text, static_cast<std::size_t>(size));
  if (made.ends_with('\n')) made.pop_back();
  return {line_end::entered, std::move(made)};
}

void line_editor::remember(const std::string& statement) {
  HistEvent event;
  history(parts_->history, &event, H_ENTER, statement.c_str());
  if (parts_->history_path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(parts_->history_path).parent_path(), ignored);
  history(parts_->history, &event, H_SAVE, parts_->history_path.c_str());
}

std::string history_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/weir/sql_history";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return {};
  return std::string(home) + "/.local/state/weir/sql_history";
}

} // namespace weir
