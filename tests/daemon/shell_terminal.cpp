// The shell on a terminal: keys in, screen out.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/shell/line_editor.hpp"
#include "daemon/shell/shell_command.hpp"
#include "tests/support/catch.hpp"

namespace {

constexpr auto patience = std::chrono::seconds(10);

/// `weir sql` in a process of its own, behind a pseudo terminal.
class shell_on_terminal {
public:
  explicit shell_on_terminal(const std::filesystem::path& state) {
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ != 0) return;
    setenv("XDG_STATE_HOME", state.c_str(), 1);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    _exit(weir::run_shell());
  }
  ~shell_on_terminal() {
    if (!waited_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(terminal_);
  }
  shell_on_terminal(const shell_on_terminal&) = delete;
  shell_on_terminal& operator=(const shell_on_terminal&) = delete;

  void type(const std::string& keys) const {
    REQUIRE(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  /// Reads the screen on until the text is there.
  void expect(const std::string& text) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (screen_.find(text) == std::string::npos) {
      INFO("expected " << text << " on " << screen_);
      REQUIRE(std::chrono::steady_clock::now() < until);
      pollfd ready{terminal_, POLLIN, 0};
      if (poll(&ready, 1, 100) <= 0) continue;
      char bytes[4096];
      const auto size = read(terminal_, bytes, sizeof(bytes));
      REQUIRE(size > 0);
      screen_.append(bytes, static_cast<std::size_t>(size));
    }
    screen_.erase(0, screen_.find(text) + text.size());
  }
  /// Types the keys, again and again while the shell is not ready for them, until it ends; its exit code.
  int leave(const std::string& keys) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (int status = 0; std::chrono::steady_clock::now() < until;) {
      type(keys);
      for (int i = 0; i < 20; ++i) {
        pollfd ready{terminal_, POLLIN, 0};
        char bytes[4096];
        if (poll(&ready, 1, 50) > 0 && read(terminal_, bytes, sizeof(bytes)) <= 0) usleep(1000);
        if (waitpid(child_, &status, WNOHANG) != child_) continue;
        waited_ = true;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
    }
    return -1;
  }

private:
  int terminal_ = -1;
  pid_t child_ = -1;
  bool waited_ = false;
  std::string screen_{};
};

struct scratch_folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("weir-terminal-" + std::to_string(getpid()));
  scratch_folder() { std::filesystem::create_directories(path); }
  ~scratch_folder() { std::filesystem::remove_all(path); }
};

std::string events(const std::filesystem::path& folder, const std::string& more) {
  std::ofstream(folder / "in.jsonl") << R"({"k":"a","v":1})"
                                     << "\n";
  return "CREATE TABLE events (k STRING, v INT) WITH ('connector'='filesystem','format'='json','path'='" +
         (folder / "in.jsonl").string() + "'" + more + ");\r";
}

} // namespace

TEST_CASE("a line is completed, dropped with Ctrl-C, gone through in the history; QUIT leaves") {
  const scratch_folder folder;
  shell_on_terminal shell(folder.path);
  shell.expect("weir> ");
  shell.type(events(folder.path, ""));
  shell.expect("\nok\r\n");
  shell.type("sel\t* FROM\r");
  shell.expect("-> ");
  shell.type("ev\t;\r");
  shell.expect(" k    | v\r\n------+--------\r\n a    |      1\r\n(1 row, ");
  shell.expect("weir> ");
  shell.type("SELECT 'forgotten\r\x03");
  shell.expect("^C\r\n");
  shell.expect("weir> ");
  shell.type("e\t\t\x03"); // Several words: they are listed.
  shell.expect("events");
  shell.expect("weir> ");
  shell.type("\x10\r"); // The statement before.
  shell.expect("(1 row, ");
  shell.type("zzz\t\x03");
  shell.expect("weir> ");
  shell.type("-- nothing\rhelp\r");
  shell.expect("Ctrl-R searches the history");
  CHECK(shell.leave("quit\r") == 0);
  std::ifstream history(folder.path / "weir" / "sql_history");
  const std::string kept{std::istreambuf_iterator<char>(history), std::istreambuf_iterator<char>()};
  CHECK_THAT(kept, ContainsSubstring("FROM"));
  CHECK(kept.find("forgotten") == std::string::npos);
}

TEST_CASE("Ctrl-C stops a query without end, and the shell goes on; Ctrl-D leaves") {
  const scratch_folder folder;
  shell_on_terminal shell(folder.path);
  shell.expect("weir> ");
  shell.type(events(folder.path, ",'source.monitor-interval'='1 s'"));
  shell.expect("\nok\r\n");
  shell.type("SELECT k FROM events;\r");
  shell.expect(" a\r\n");
  shell.type("\x03");
  shell.expect("(stopped, 1 row, ");
  shell.expect("weir> ");
  shell.type("SELECT 7 AS seven;\r");
  shell.expect("      7\r\n");
  CHECK(shell.leave("SELECT 8 AS eight; quit;\r") == 0);
  shell_on_terminal other(folder.path);
  other.expect("weir> ");
  CHECK(other.leave("\x04") == 0);
}

TEST_CASE("the history lies in the user's state folder") {
  const std::string state = std::getenv("XDG_STATE_HOME") == nullptr ? "" : std::getenv("XDG_STATE_HOME");
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  setenv("XDG_STATE_HOME", "/state", 1);
  CHECK(weir::history_path() == "/state/weir/sql_history");
  setenv("XDG_STATE_HOME", "not/absolute", 1);
  setenv("HOME", "/me", 1);
  CHECK(weir::history_path() == "/me/.local/state/weir/sql_history");
  unsetenv("HOME");
  CHECK(weir::history_path().empty());
  setenv("HOME", home.c_str(), 1);
  if (state.empty())
    unsetenv("XDG_STATE_HOME");
  else
    setenv("XDG_STATE_HOME", state.c_str(), 1);
}
