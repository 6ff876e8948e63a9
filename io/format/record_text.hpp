#pragma once
// How a record's bytes lie in a chunk's text: see record_index.hpp.

#include <algorithm>
#include <cstring>

namespace io {

/// Copies and ends with a newline; of JSON, newlines become tabs: blanks between its parts as they were, and as wrong
/// inside of its texts. The place behind.
inline char* put_record_text(char* to, const void* from, std::size_t bytes, bool is_json) {
  if (bytes > 0) std::memcpy(to, from, bytes);
  if (is_json && bytes > 0 && std::memchr(to, '\n', bytes) != nullptr) std::replace(to, to + bytes, '\n', '\t');
  to[bytes] = '\n';
  return to + bytes + 1;
}

} // namespace io
