#pragma once
// Splitting a chunk into lines: numbers, offsets, CR LF, and the byte-order mark at the start of a source. Pure
// functions.

#include <cstring>
#include <memory>

#include "io/format/decoder.hpp"
#include "io/format/row_batcher.hpp"

namespace io {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The chunk's text without a byte-order mark at the very start of its source.
[[nodiscard]] inline std::string_view behind_mark(const text_chunk& chunk) {
  auto text = chunk.text;
  if (chunk.offset == 0 && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

/// A line without the CR of CR LF.
[[nodiscard]] inline std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// A copy of `text` with `stop` and the padding behind it.
struct padded_copy {
  std::shared_ptr<const char[]> bytes{};
  std::string_view text{};
};
[[nodiscard]] inline padded_copy copy_padded(std::string_view text, char stop) {
  auto bytes = std::make_shared<char[]>(text.size() + 1 + chunk_padding_bytes);
  std::memcpy(bytes.get(), text.data(), text.size());
  bytes[text.size()] = stop;
  const std::string_view copied(bytes.get(), text.size());
  return {std::move(bytes), copied};
}

/// Calls `take(record_place)` for every record of a topic, without the newline behind it. `line` counts them.
template <class Take>
void for_each_record(const text_chunk& chunk, Take take) {
  auto line = chunk.first_line;
  std::size_t at = 0;
  for (const auto& mark : chunk.records->marks) {
    take(record_place{chunk.text.substr(at, mark.value_end - at), line++, chunk.offset + at});
    at = mark.value_end + std::size_t{1};
  }
}

/// Calls `take(record_place)` for every line, without its end.
template <class Take>
void for_each_line(const text_chunk& chunk, Take take) {
  if (chunk.records) return for_each_record(chunk, std::move(take));
  const auto text = behind_mark(chunk);
  auto line = chunk.first_line;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const auto found = text.find('\n', at);
    const auto end = found == std::string_view::npos ? text.size() : found;
    const auto before = static_cast<std::uint64_t>(text.data() - chunk.text.data());
    take(record_place{without_return(text.substr(at, end - at)), line, chunk.offset + before + at});
    at = end + 1;
  }
}

} // namespace io
