#pragma once
// Answers as bytes. Pure functions.

#include <string>
#include <string_view>

#include "io/http/message.hpp"

namespace io {

/// What the connection adds to an answer.
struct response_frame {
  std::string_view date{};
  bool head_only = false;
  bool keep_alive = true;
  bool http_1_0 = false;
};

/// Appends the whole answer; one with a stream gets its header and first piece (chunked, or until close in HTTP/1.0).
void append_response(const http_response& response, const response_frame& frame, std::string& out);

/// Appends a piece of a chunked answer; an empty one is left out, since it would mean the end.
void append_chunk(std::string_view piece, std::string& out);
void append_last_chunk(std::string& out);

/// "Sun, 06 Nov 1994 08:49:37 GMT"
[[nodiscard]] std::string http_date(std::int64_t epoch_seconds);

} // namespace io
