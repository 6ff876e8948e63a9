#include "daemon/signals.hpp"

#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace weir {

struct signal_watch::parts {
  sigset_t watched{};
  std::thread thread{};
};

signal_watch::signal_watch() : parts_(std::make_unique<parts>()) {
  sigemptyset(&parts_->watched);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&parts_->watched, signal);
  pthread_sigmask(SIG_BLOCK, &parts_->watched, nullptr);
  std::signal(SIGPIPE, SIG_IGN); // A reader that went away is an error of its write, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN); // So is a limit on the size of files.
}

signal_watch::~signal_watch() {
  if (!parts_->thread.joinable()) return;
  pthread_kill(parts_->thread.native_handle(), SIGUSR1); // Ends the wait below.
  parts_->thread.join();
}

void signal_watch::on_signal(std::function<void(int signal)> first) {
  parts_->thread = std::thread([this, first = std::move(first)] {
    for (bool again = false;;) {
      int signal = 0;
      if (sigwait(&parts_->watched, &signal) != 0 || signal == SIGUSR1) return;
      if (again) {
        std::fputs("weir: told to stop a second time: leaving without draining\n", stderr);
        _exit(1);
      }
      again = true;
      first(signal);
    }
  });
}

} // namespace weir
