#pragma once
// Patience with a server: how long to wait between tries, when to give up, and what is said about it. One thread.

#include <cstdint>
#include <functional>
#include <string>

#include "core/error.hpp"
#include "io/opensearch/settings.hpp"

namespace io::opensearch {

/// Waits so long; false when the sink is to stop instead.
using wait_function = std::function<bool(std::int64_t ms)>;
/// A sentence for an operator's log.
using say_function = std::function<void(const std::string&)>;

class retries {
public:
  retries(const retry_settings& settings, wait_function wait, say_function say)
      : settings_(settings), wait_(std::move(wait)), say_(std::move(say)) {}

  /// Waits before another try. Fails with `why` when there were enough, and with `shutdown` when told to stop.
  [[nodiscard]] core::result<void> again(const core::error& why);
  /// Something was accepted, not yet all: patience begins anew.
  void progressed() { in_a_row_ = 0; }
  /// All is well: what comes next is another trouble.
  void succeeded();

private:
  retry_settings settings_;
  wait_function wait_;
  say_function say_;
  std::int64_t in_a_row_ = 0;
  std::int64_t waited_ms_ = 0;  ///< In this row.
  std::int64_t said_at_ms_ = 0; ///< Of those.
  std::uint64_t count_ = 0;
};

} // namespace io::opensearch
