#pragma once
// An ingestion contract: how a source's REST API is polled. Plain checked data, made of
// `interface/sources/<name>/ingestion.yml` once at start-up; the poller reads it. Pure.

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/path.hpp"
#include "core/error.hpp"

namespace config::contract {

struct endpoint {
  std::string name{};
  std::string url{};                       ///< With placeholders: `https://api.github.com/repos/{owner}/{repo}/events`.
  std::vector<std::string> placeholders{}; ///< In order, each once.
};

/// The token itself is never part of a contract: it stands in the environment, and goes into one header.
struct authentication {
  std::string env_var{};
  std::string header = "Authorization";
  std::string value_template = "Bearer {token}";
};

struct ingestion {
  std::string source{};
  std::vector<endpoint> endpoints{};
  std::string remaining_header{}; ///< Empty when the API tells no rate limit.
  std::string reset_header{};     ///< Its value is in epoch seconds.
  std::optional<authentication> auth{};
  core::contract::path id_field{};
  core::contract::path type_field{};
  std::map<std::string, std::string> request_headers{}; ///< Sent with every request.
  core::contract::path items{};                         ///< Where the array is in an answer; empty = the answer itself.
  bool follow_link = true;                              ///< Follow `Link: <…>; rel="next"`.
  std::int64_t pages_max = 10;                          ///< Pages of one poll, 1-1000.
  std::int64_t poll_interval_ms = 60'000;               ///< 1 s to 1 day; the server may ask for longer.
  std::int64_t timeout_ms = 30'000;                     ///< Of one request, 100 ms to 10 min.
  std::int64_t deduplication_ids = 100'000;             ///< Ids remembered, 1 to 10,000,000.

  [[nodiscard]] const endpoint* find(std::string_view name) const;
};

/// All that is wrong with the file, in its order.
[[nodiscard]] std::expected<ingestion, std::vector<core::error>> read_ingestion(const std::string& text);

/// The url with each placeholder filled, escaped for its place. Missing and unknown parameters are named.
[[nodiscard]] core::result<std::string> fill(const endpoint& of, const std::map<std::string, std::string>& parameters);

/// The value of the authentication header.
[[nodiscard]] std::string header_value(const authentication& of, std::string_view token);

} // namespace config::contract
