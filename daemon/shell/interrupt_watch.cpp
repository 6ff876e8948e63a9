#include "daemon/shell/interrupt_watch.hpp"

#include <csignal>
#include <pthread.h>
#include <thread>

namespace weir {

struct interrupt_watch::parts {
  sigset_t watched{};
  sigset_t before{};
  std::thread thread{};
};

interrupt_watch::interrupt_watch() : parts_(std::make_unique<parts>()) {
  sigemptyset(&parts_->watched);
  sigaddset(&parts_->watched, SIGINT);
  sigaddset(&parts_->watched, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &parts_->watched, &parts_->before);
}

interrupt_watch::~interrupt_watch() {
  if (parts_->thread.joinable()) {
    pthread_kill(parts_->thread.native_handle(), SIGUSR1); // Ends the wait below.
    parts_->thread.join();
  }
  pthread_sigmask(SIG_SETMASK, &parts_->before, nullptr);
}

void interrupt_watch::on_interrupt(std::function<void()> interrupted) {
  parts_->thread = std::thread([this, interrupted = std::move(interrupted)] {
    for (int signal = 0; sigwait(&parts_->watched, &signal) == 0 && signal != SIGUSR1;) interrupted();
  });
}

} // namespace weir
