#pragma once
// The normalize stage between topics: raw events in, normalized ones and dead letters out. One thread owns it.

#include <memory>
#include <vector>

#include "config/stages_file.hpp"
#include "daemon/normalize/line_normalizer.hpp"
#include "io/sink/byte_sink.hpp"
#include "io/source/chunk_reader.hpp"

namespace weir {

class topic_normalizer {
public:
  /// `events` and `letters` take the records of the two topics.
  [[nodiscard]] static core::result<std::unique_ptr<topic_normalizer>>
  make(const std::vector<core::contract::normalization>& contracts, const config::stages_file& file,
       std::shared_ptr<io::record_writer> events, std::shared_ptr<io::record_writer> letters);

  /// To the end of the reader.
  [[nodiscard]] core::result<void> run(io::chunk_reader& from);
  [[nodiscard]] core::result<void> take(const io::text_chunk& chunk) { return normalizer_->take(chunk); }
  [[nodiscard]] const normalize_counts& counts() const { return normalizer_->counts(); }

private:
  topic_normalizer() = default;

  std::unique_ptr<io::byte_sink> letter_file_{};
  std::unique_ptr<normalized_sink> events_{};
  std::unique_ptr<dead_letter_sink> letters_{};
  std::unique_ptr<line_normalizer> normalizer_{};
};

} // namespace weir
