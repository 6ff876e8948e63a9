#pragma once
// The inner loops of reading text: many bytes at once, reading up to fifteen bytes past what they look for. Pure
// functions.

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace io {

/// The first byte from `at` on that is a quote, a backslash or a control character; sets `non_ascii` when it passed any
/// such.
[[nodiscard]] inline const char* find_string_stop(const char* at, bool& non_ascii) noexcept {
#if defined(__SSE2__)
  for (;; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const auto slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const auto control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const auto stops = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), control)));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (stops != 0) {
      non_ascii |= (high & (stops ^ (stops - 1))) != 0;
      return at + __builtin_ctz(stops);
    }
    non_ascii |= high != 0;
  }
#else
  for (;; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte == '"' || byte == '\\' || byte < 0x20) return at;
    non_ascii |= byte >= 0x80;
  }
#endif
}

[[nodiscard]] inline bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

/// Eight digits at once, or nothing when one of the eight bytes is none.
[[nodiscard]] inline bool read_eight_digits(const char* at, std::uint64_t& value) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, 8);
  if ((((bytes & 0xF0F0F0F0F0F0F0F0) | (((bytes + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) >> 4)) !=
       0x3333333333333333))
    return false;
  bytes = (bytes & 0x0F0F0F0F0F0F0F0F) * 2561 >> 8;
  bytes = (bytes & 0x00FF00FF00FF00FF) * 6553601 >> 16;
  value = (bytes & 0x0000FFFF0000FFFF) * 42949672960001 >> 32;
  return true;
}

} // namespace io
