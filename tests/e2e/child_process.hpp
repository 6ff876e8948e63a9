#pragma once
// A program started by a test: its output goes to a file, it is ended with the test. One thread.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace e2e {

inline std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

class child_process {
public:
  /// stdout goes to `output` + ".out", stderr to `output` + ".err", appended.
  child_process(std::vector<std::string> command, const std::string& output) : output_(output) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    const auto redirect = [](const std::string& path, int to) {
      const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
      ::dup2(file, to);
    };
    redirect(output + ".out", STDOUT_FILENO);
    redirect(output + ".err", STDERR_FILENO);
    std::vector<char*> arguments;
    for (auto& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  ~child_process() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      (void)wait(std::chrono::seconds(10));
    }
  }
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  void signal(int number) const {
    if (pid_ > 0) ::kill(pid_, number);
  }
  /// The exit code (128 + signal where one ended it), or nothing when it still runs then.
  std::optional<int> wait(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (pid_ > 0) {
      int status = 0;
      const auto done = ::waitpid(pid_, &status, WNOHANG);
      if (done == pid_) {
        pid_ = -1;
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      } else if (std::chrono::steady_clock::now() > end) {
        return std::nullopt;
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
    return code_;
  }
  [[nodiscard]] std::string words() const { return text_of(output_ + ".err"); }

private:
  std::string output_;
  pid_t pid_ = -1;
  std::optional<int> code_{};
};

/// Runs to its end; the exit code.
inline int run(std::vector<std::string> command, const std::string& output,
               std::chrono::milliseconds limit = std::chrono::minutes(3)) {
  child_process child(std::move(command), output);
  return child.wait(limit).value_or(-1);
}

} // namespace e2e
