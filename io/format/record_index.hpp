#pragma once
// Where the records of a topic's partition end in a chunk's text, and what the topic says of each. Every record's value
// is followed by one newline that is not its own; a JSON value holds no newline besides (between its parts it may stand
// for any blank, and the reader has put a tab in its place; inside a text it would be an error, as the tab is).

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace io {

enum class stamp_kind : std::uint8_t { none, created, appended };

struct record_mark {
  std::uint32_t value_end = 0; ///< In the chunk's text: the newline behind the value.
  std::uint32_t key_end = 0;   ///< In `keys`, the same.
  bool value_is_null = false;
  bool key_is_null = true;
  stamp_kind stamped = stamp_kind::none;
  std::int64_t offset = 0;
  std::int64_t timestamp_ms = -1; ///< Milliseconds since 1970 UTC; -1 = none.
};

using record_header = std::pair<std::string, std::string>; ///< Name, bytes.

struct record_index {
  std::string topic{};
  std::int32_t partition = 0;
  std::vector<record_mark> marks{};
  std::string keys{};                                ///< Empty unless the table reads keys; padded like a chunk.
  std::size_t key_bytes = 0;                         ///< Of `keys`, without the padding.
  std::vector<std::vector<record_header>> headers{}; ///< By record; empty unless the table reads them.
  std::int64_t next_offset = 0;                      ///< Behind the last record.
  bool replayed = false; ///< Read before by a run that has told their results; wanted only for what was open then.
};

} // namespace io
