#include "io/kafka/record_chunk.hpp"

#include "io/format/record_text.hpp"
#include "io/source/block_pool.hpp"

namespace io::kafka {

namespace {

stamp_kind kind_of(rd_kafka_timestamp_type_t type) {
  switch (type) {
  case RD_KAFKA_TIMESTAMP_CREATE_TIME: return stamp_kind::created;
  case RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME: return stamp_kind::appended;
  case RD_KAFKA_TIMESTAMP_NOT_AVAILABLE: break;
  }
  return stamp_kind::none;
}

std::vector<record_header> headers_of(const rd_kafka_message_t* message) {
  std::vector<record_header> made;
  rd_kafka_headers_t* headers = nullptr;
  if (rd_kafka_message_headers(message, &headers) != RD_KAFKA_RESP_ERR_NO_ERROR) return made;
  const char* name = nullptr;
  const void* value = nullptr;
  std::size_t bytes = 0;
  for (std::size_t i = 0; rd_kafka_header_get_all(headers, i, &name, &value, &bytes) == RD_KAFKA_RESP_ERR_NO_ERROR; ++i)
    made.emplace_back(name, std::string(static_cast<const char*>(value), value == nullptr ? 0 : bytes));
  return made;
}

void copy_keys(const chunk_request& request, record_index& to) {
  std::size_t bytes = 0;
  for (const auto* const one : request.messages) bytes += one->key_len + 1;
  to.keys.resize(bytes + chunk_padding_bytes);
  to.key_bytes = bytes;
  char* at = to.keys.data();
  for (std::size_t i = 0; i < request.messages.size(); ++i) {
    const auto& message = *request.messages[i];
    at = put_record_text(at, message.key, message.key_len, request.key_is_json);
    to.marks[i].key_end = static_cast<std::uint32_t>(at - to.keys.data() - 1);
    to.marks[i].key_is_null = message.key == nullptr;
  }
}

} // namespace

text_chunk make_record_chunk(const chunk_request& request) {
  auto index = std::make_shared<record_index>();
  index->topic = request.topic;
  index->partition = request.partition;
  index->replayed = request.replayed;
  index->marks.resize(request.messages.size());
  std::size_t bytes = 0;
  for (const auto* const one : request.messages) bytes += one->len + 1;
  const auto block = make_block(bytes);
  char* at = block.get();
  for (std::size_t i = 0; i < request.messages.size(); ++i) {
    const auto& message = *request.messages[i];
    auto& mark = index->marks[i];
    at = put_record_text(at, message.payload, message.len, request.value_is_json);
    mark.value_end = static_cast<std::uint32_t>(at - block.get() - 1);
    mark.value_is_null = message.payload == nullptr;
    mark.offset = message.offset;
    rd_kafka_timestamp_type_t type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
    mark.timestamp_ms = rd_kafka_message_timestamp(&message, &type);
    mark.stamped = kind_of(type);
  }
  if (request.wants_keys) copy_keys(request, *index);
  if (request.wants_headers)
    for (const auto* const one : request.messages) index->headers.push_back(headers_of(one));
  index->next_offset = request.messages.back()->offset + 1;
  text_chunk chunk;
  chunk.text = {block.get(), bytes};
  chunk.owner = block;
  chunk.offset = 1; // A byte-order mark is a file's.
  chunk.records = std::move(index);
  return chunk;
}

} // namespace io::kafka
