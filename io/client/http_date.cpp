#include "io/client/http_date.hpp"

#include <curl/curl.h>

namespace io {

std::optional<std::int64_t> parse_http_date(const std::string& text) {
  // curl would take a bare time or number as one of today.
  if (text.find_first_of("ADFJMNOS") == std::string::npos || text.find(':') == std::string::npos) return std::nullopt;
  const auto seconds = curl_getdate(text.c_str(), nullptr);
  if (seconds < 0) return std::nullopt;
  return static_cast<std::int64_t>(seconds) * 1000;
}

} // namespace io
