#pragma once
// Rows to the records of one topic: the value in its format, the key in another, a tombstone for a row taken back. One
// thread at a time.

#include <memory>

#include "core/plan/plan.hpp"
#include "core/plan/topic_options.hpp"
#include "io/format/encoder.hpp"
#include "io/sink/record_writer.hpp"
#include "io/sink/row_sink.hpp"

namespace io {

struct topic_sink_settings {
  std::string topic{};
  core::plan::format_options format{};
  core::schema_ptr layout{}; ///< Of the rows, without `$kind`.
  std::optional<core::plan::record_key> key{};
  std::vector<std::string> metadata{}; ///< By column; empty: none.
  core::plan::topic_partitioner partitioner = core::plan::topic_partitioner::by_key;
  bool flushes = true; ///< `flush` waits for acknowledgements (else the transaction's commit does, or nobody).
};

[[nodiscard]] core::result<std::unique_ptr<row_sink>> make_topic_sink(topic_sink_settings settings,
                                                                      std::shared_ptr<record_writer> producer);

} // namespace io
