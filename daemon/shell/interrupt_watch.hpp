#pragma once
// Ctrl-C as a call while a query runs. Made before the query's threads, so that all inherit the blocked signal; when it
// goes, signals and terminal are as they were.

#include <functional>
#include <memory>

namespace weir {

class interrupt_watch {
public:
  interrupt_watch();
  ~interrupt_watch();
  interrupt_watch(const interrupt_watch&) = delete;
  interrupt_watch& operator=(const interrupt_watch&) = delete;

  /// From here on `interrupted` is called at every SIGINT, on a thread of its own; until then they wait.
  void on_interrupt(std::function<void()> interrupted);

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace weir
