#include "io/http/response_text.hpp"

#include <ctime>
#include <iterator>

#include <fmt/format.h>

namespace io {
namespace {

/// A line break inside a header would let its author write further headers; such a header is left out.
void append_header(std::string_view name, std::string_view value, std::string& out) {
  if (name.find_first_of("\r\n") != std::string_view::npos || value.find_first_of("\r\n") != std::string_view::npos)
    return;
  out.append(name).append(": ").append(value).append("\r\n");
}

bool has_no_body(unsigned status) { return status == 204 || status == 304 || status < 200; }

} // namespace

void append_response(const http_response& response, const response_frame& frame, std::string& out) {
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status,
                 reason_phrase(response.status), frame.date);
  if (!response.content_type.empty()) append_header("Content-Type", response.content_type, out);
  const bool streams = static_cast<bool>(response.stream);
  if (streams) {
    if (!frame.http_1_0) out += "Transfer-Encoding: chunked\r\n";
  } else if (!has_no_body(response.status)) {
    fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n", response.body.size());
  }
  if (!frame.keep_alive)
    out += "Connection: close\r\n";
  else if (frame.http_1_0)
    out += "Connection: keep-alive\r\n";
  for (const auto& [name, value] : response.headers) append_header(name, value, out);
  out += "\r\n";
  if (frame.head_only || has_no_body(response.status)) return;
  if (streams && !frame.http_1_0)
    append_chunk(response.body, out);
  else
    out += response.body;
}

void append_chunk(std::string_view piece, std::string& out) {
  if (piece.empty()) return;
  fmt::format_to(std::back_inserter(out), "{:x}\r\n", piece.size());
  out.append(piece).append("\r\n");
}

void append_last_chunk(std::string& out) { out += "0\r\n\r\n"; }

std::string http_date(std::int64_t epoch_seconds) {
  static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t seconds = epoch_seconds;
  std::tm when{};
  gmtime_r(&seconds, &when);
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days[when.tm_wday], when.tm_mday, months[when.tm_mon],
                     when.tm_year + 1900, when.tm_hour, when.tm_min, when.tm_sec);
}

} // namespace io
