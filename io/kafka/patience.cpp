#include "io/kafka/patience.hpp"

namespace io::kafka {

namespace {
constexpr int metadata_timeout_ms = 2'000;
}

void learn_leaders(rd_kafka_t* client) {
  const struct rd_kafka_metadata* raw = nullptr;
  if (rd_kafka_metadata(client, 1, nullptr, &raw, metadata_timeout_ms) == RD_KAFKA_RESP_ERR_NO_ERROR)
    rd_kafka_metadata_destroy(raw);
}

bool is_passing(rd_kafka_resp_err_t fault) {
  switch (fault) {
  case RD_KAFKA_RESP_ERR__TRANSPORT:
  case RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN:
  case RD_KAFKA_RESP_ERR__TIMED_OUT:
  case RD_KAFKA_RESP_ERR__WAIT_COORD:
  case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
  case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
  case RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT:
  case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
  case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
  case RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION:
  case RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS:
  case RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE:
  case RD_KAFKA_RESP_ERR_NOT_COORDINATOR:
  case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS:
  case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND:
  case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
  case RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH:
  case RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH:
  case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
  case RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT: return true; // A transaction that holds offsets is still open.
  default: return false;
  }
}

} // namespace io::kafka
