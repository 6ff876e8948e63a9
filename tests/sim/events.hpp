#pragma once
// Random input for the laws: events as the test means them, and the lines that say them. Everything follows from a
// seed.

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace sim {

using random_source = std::mt19937_64;

/// Uniform in [low, high].
[[nodiscard]] inline std::int64_t pick(random_source& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}
[[nodiscard]] inline bool chance(random_source& random, int percent) { return pick(random, 1, 100) <= percent; }

/// What the key columns are.
enum class key_shape : std::uint8_t { text, whole, flag, exact, two_texts, text_and_whole };
inline constexpr key_shape all_key_shapes[] = {key_shape::text,  key_shape::whole,     key_shape::flag,
                                               key_shape::exact, key_shape::two_texts, key_shape::text_and_whole};

struct event {
  std::vector<std::string> key{}; ///< JSON text of each key column.
  std::optional<std::int64_t> time{};
  std::optional<std::int64_t> value{};
  bool garbage = false; ///< `line` is no row.
  bool blank = false;   ///< `line` is empty.
  std::string line{};   ///< Without its newline.
};

struct input_shape {
  key_shape keys = key_shape::text;
  int rows = 100;
  std::int64_t first_time = 0;
  std::int64_t step_ms = 700;   ///< Between neighbours in order of time.
  std::int64_t disorder_ms = 0; ///< A row comes at most this much behind the newest before it.
  int late_percent = 0;         ///< Rows far behind.
  std::int64_t late_ms = 0;     ///< How far at most.
  int bad_percent = 0;          ///< Broken lines, rows without a time, blank lines.
  int null_percent = 0;         ///< Values that are NULL.
};

[[nodiscard]] std::vector<event> make_events(const input_shape& shape, random_source& random);

/// The lines, cut into pieces at ends of lines; the last newline may be missing.
[[nodiscard]] std::vector<std::string> make_pieces(const std::vector<event>& events, random_source& random);

} // namespace sim
