#pragma once
// Where the records of topics go: Kafka's brokers, or topics within the process. Any thread; blocking.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace io {

struct outgoing_record {
  std::optional<std::string_view> key{};
  std::optional<std::string_view> value{}; ///< Nothing: a tombstone.
  std::int64_t timestamp_ms = 0;           ///< Since 1970 UTC; 0: the moment of sending.
  std::int32_t partition = -1;             ///< -1: by the key, as Java's client does.
};

class record_writer {
public:
  virtual ~record_writer() = default;
  /// Copies the record; waits while too much is on its way.
  [[nodiscard]] virtual core::result<void> produce(const std::string& topic, const outgoing_record& record) = 0;
  /// Waits until all records have arrived.
  [[nodiscard]] virtual core::result<void> flush() = 0;
  /// Records count only once somebody commits them.
  [[nodiscard]] virtual bool is_transactional() const = 0;
};

} // namespace io
