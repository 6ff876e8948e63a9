#pragma once
// Lines of raw events to lines of normalized events and dead letters, counted. One thread owns it. A line that cannot
// be used never stops it; only outputs that cannot be written do.

#include <array>
#include <cstdint>
#include <string>

#include "core/contract/normalizer.hpp"
#include "daemon/normalize/normalized_sinks.hpp"
#include "io/format/decoder.hpp"

namespace weir {

/// lines = normalized + dead letters + blank.
struct normalize_counts {
  std::uint64_t lines = 0;
  std::uint64_t blank = 0;
  std::uint64_t normalized = 0;
  std::uint64_t without_key = 0;       ///< Of the normalized.
  std::uint64_t without_time = 0;      ///< Likewise.
  std::array<std::uint64_t, 3> dead{}; ///< By core::contract::dead_letter_reason.
  [[nodiscard]] std::uint64_t dead_in_all() const noexcept { return dead[0] + dead[1] + dead[2]; }
};

/// One sentence for people: what came and what became of it.
[[nodiscard]] std::string to_string(const normalize_counts& counts);

/// Where dead letters go: one line each with its newline, and the number of the line among all lines read.
class dead_letter_sink {
public:
  virtual ~dead_letter_sink() = default;
  [[nodiscard]] virtual core::result<void> take(const core::contract::dead_letter& letter, std::string_view raw,
                                                std::uint64_t line) = 0;
  [[nodiscard]] virtual core::result<void> flush() = 0;
};

class line_normalizer {
public:
  /// The sinks outlive it.
  line_normalizer(core::contract::normalizer with, normalized_sink& events, dead_letter_sink& dead)
      : with_(std::move(with)), events_(events), dead_(dead) {}

  /// Everything that became of the chunk is visible to others when it returns.
  [[nodiscard]] core::result<void> take(const io::text_chunk& chunk);

  [[nodiscard]] const normalize_counts& counts() const noexcept { return counts_; }

private:
  [[nodiscard]] core::result<void> take_line(std::string_view line);

  core::contract::normalizer with_;
  core::contract::normalized_event event_{};
  normalized_sink& events_;
  dead_letter_sink& dead_;
  normalize_counts counts_{};
};

} // namespace weir
