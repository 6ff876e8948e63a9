#pragma once
// Calls to brokers that are asked again while what they say is a matter of time: a leader is being chosen, a
// coordinator moves, a connection is made anew.

#include <atomic>
#include <chrono>
#include <thread>

#include "io/kafka/handles.hpp"

namespace io::kafka {

/// Whether the brokers may well answer otherwise in a moment.
[[nodiscard]] bool is_passing(rd_kafka_resp_err_t fault);

inline constexpr std::chrono::seconds patience_limit{120}; ///< Longer than brokers take to choose new leaders.
inline constexpr std::chrono::milliseconds patience_pause{200};

/// Asks the brokers who leads what: a client goes by what it knew last until then, for as long as it reads nothing.
void learn_leaders(rd_kafka_t* client);

/// The last answer of `call`: no error, one that does not pass, or one that has not passed within the limit or before
/// `stopping` (null: never) became true. Blocking.
template <class Call>
[[nodiscard]] rd_kafka_resp_err_t patiently(rd_kafka_t* client, const std::atomic<bool>* stopping, Call call) {
  const auto end = std::chrono::steady_clock::now() + patience_limit;
  while (true) {
    const rd_kafka_resp_err_t fault = call();
    if (fault == RD_KAFKA_RESP_ERR_NO_ERROR || !is_passing(fault)) return fault;
    if ((stopping != nullptr && *stopping) || std::chrono::steady_clock::now() > end) return fault;
    std::this_thread::sleep_for(patience_pause);
    learn_leaders(client);
  }
}

} // namespace io::kafka
