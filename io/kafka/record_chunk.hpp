#pragma once
// librdkafka's messages copied into one chunk of text with an index of its records. Pure.

#include <span>
#include <string>

#include "io/format/decoder.hpp"
#include "io/kafka/handles.hpp"

namespace io::kafka {

struct chunk_request {
  std::span<rd_kafka_message_t* const> messages{}; ///< At least one, none of them an event.
  std::string topic{};
  std::int32_t partition = 0;
  bool value_is_json = true;
  bool key_is_json = true;
  bool wants_keys = false;
  bool wants_headers = false;
  bool replayed = false;
};

/// `first_line` is left to the caller.
[[nodiscard]] text_chunk make_record_chunk(const chunk_request& request);

} // namespace io::kafka
