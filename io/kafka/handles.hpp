#pragma once
// librdkafka's objects as values that end themselves, and its errors as weir's. Only io/kafka includes this.

#include <memory>
#include <string>

#include <librdkafka/rdkafka.h>

#include "core/error.hpp"

namespace io::kafka {

struct ends_client {
  void operator()(rd_kafka_t* one) const { rd_kafka_destroy(one); }
};
struct ends_settings {
  void operator()(rd_kafka_conf_t* one) const { rd_kafka_conf_destroy(one); }
};
struct ends_queue {
  void operator()(rd_kafka_queue_t* one) const { rd_kafka_queue_destroy(one); }
};
struct ends_list {
  void operator()(rd_kafka_topic_partition_list_t* one) const { rd_kafka_topic_partition_list_destroy(one); }
};
struct ends_metadata {
  void operator()(const struct rd_kafka_metadata* one) const { rd_kafka_metadata_destroy(one); }
};
struct ends_error {
  void operator()(rd_kafka_error_t* one) const { rd_kafka_error_destroy(one); }
};
struct ends_event {
  void operator()(rd_kafka_event_t* one) const { rd_kafka_event_destroy(one); }
};
struct ends_group {
  void operator()(rd_kafka_consumer_group_metadata_t* one) const { rd_kafka_consumer_group_metadata_destroy(one); }
};

using client_handle = std::unique_ptr<rd_kafka_t, ends_client>;
using settings_handle = std::unique_ptr<rd_kafka_conf_t, ends_settings>;
using queue_handle = std::unique_ptr<rd_kafka_queue_t, ends_queue>;
using list_handle = std::unique_ptr<rd_kafka_topic_partition_list_t, ends_list>;
using metadata_handle = std::unique_ptr<const struct rd_kafka_metadata, ends_metadata>;
using error_handle = std::unique_ptr<rd_kafka_error_t, ends_error>;
using event_handle = std::unique_ptr<rd_kafka_event_t, ends_event>;
using group_handle = std::unique_ptr<rd_kafka_consumer_group_metadata_t, ends_group>;

[[nodiscard]] inline list_handle make_list(int size) { return list_handle(rd_kafka_topic_partition_list_new(size)); }

/// `what: librdkafka's words`.
[[nodiscard]] inline std::unexpected<core::error> failed(const std::string& what, rd_kafka_resp_err_t code) {
  return core::fail(core::errc::io_failed, what + ": " + rd_kafka_err2str(code));
}

} // namespace io::kafka
