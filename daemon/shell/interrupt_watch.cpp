#include "daemon/shell/interrupt_watch.hpp"

#include <csignal>
#include <pthread.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

namespace weir {

struct interrupt_watch::parts {
  sigset_t watched{};
  sigset_t before{};
  std::thread thread{};
  termios terminal{};
  bool on_terminal = false;
};

interrupt_watch::interrupt_watch() : parts_(std::make_unique<parts>()) {
  sigemptyset(&parts_->watched);
  sigaddset(&parts_->watched, SIGINT);
  sigaddset(&parts_->watched, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &parts_->watched, &parts_->before);
  parts_->on_terminal = tcgetattr(STDIN_FILENO, &parts_->terminal) == 0;
  if (!parts_->on_terminal) return;
  auto with_signals = parts_->terminal;
  with_signals.c_lflag |= ISIG;
  tcsetattr(STDIN_FILENO, TCSANOW, &with_signals);
}

interrupt_watch::~interrupt_watch() {
  if (parts_->thread.joinable()) {
    pthread_kill(parts_->thread.native_handle(), SIGUSR1); // Ends the wait below.
    parts_->thread.join();
  }
  if (parts_->on_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &parts_->terminal);
  // A Ctrl-C that came when all was over must not end the shell.
  for (const timespec no_time{}; sigtimedwait(&parts_->watched, nullptr, &no_time) > 0;) continue;
  pthread_sigmask(SIG_SETMASK, &parts_->before, nullptr);
}

void interrupt_watch::on_interrupt(std::function<void()> interrupted) {
  parts_->thread = std::thread([this, interrupted = std::move(interrupted)] {
    for (int signal = 0; sigwait(&parts_->watched, &signal) == 0 && signal != SIGUSR1;) interrupted();
  });
}

} // namespace weir
