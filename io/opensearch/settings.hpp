#pragma once
// The options of the `opensearch` connector, with Flink's names and defaults where Flink has them, as plain values.
// Read once at start-up. Pure but for the environment that it is handed.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace io::opensearch {

struct connection_settings {
  std::vector<std::string> hosts{}; ///< `http://host:9200`, path prefix included, without a slash at the end.
  std::string username{};           ///< Empty: no authentication.
  std::string password{};           ///< Never part of a message.
  std::string ca_file{};            ///< Certificates to trust; empty: the system's.
  bool allow_insecure = false;      ///< Any certificate will do.
  bool gzip = false;                ///< Bodies are sent compressed.
  std::int64_t connect_timeout_ms = 10'000;
  std::int64_t request_timeout_ms = 60'000; ///< Of a whole request.
};

/// A bulk request is sent when one of these is reached. At most two are held in memory: one under way, one filling.
struct bulk_settings {
  std::size_t actions_max = 1000;
  std::size_t bytes_max = 2UL << 20;
  std::int64_t interval_ms = 1000; ///< Age of the oldest row; 0 = no bound.
};

/// Between two tries of what may work later (no answer, 429, 5xx).
struct retry_settings {
  std::int64_t retries_max = 20; ///< In a row, without anything accepted; then the run fails.
  std::int64_t delay_ms = 100;
  std::int64_t delay_ms_max = 30'000;
  bool doubles = true;
};

/// What becomes of a document that the server refuses for good.
enum class reject_policy : std::uint8_t {
  dead_letter, ///< Counted, and written to the dead letters with the reason.
  fail,        ///< The run fails.
  ignore,      ///< Counted.
};

struct sink_settings {
  connection_settings connection{};
  bulk_settings bulk{};
  retry_settings retry{};
  std::string index{};            ///< A name, or one with `{column}` or `{column|date pattern}`.
  std::string id_prefix{};        ///< In front of every document id.
  std::string id_delimiter = "_"; ///< Between the columns of a key.
  std::vector<std::string> key{}; ///< Columns; empty: the server makes the ids, and only appending is possible.
  reject_policy rejects = reject_policy::dead_letter;
  std::string dead_letter_path{}; ///< JSON lines are appended to it; empty: the first few are said.
  bool makes_template = true;
  std::optional<std::int64_t> shards{};   ///< Of new indices; the server's own default otherwise.
  std::optional<std::int64_t> replicas{}; ///< Likewise.
};

using environment = std::function<std::string(const std::string& name)>;

/// Fails naming the option; never with the value of a secret. OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD of the
/// environment stand in for options that are not there. Options of other names are passed over.
[[nodiscard]] core::result<sink_settings> read_settings(const std::map<std::string, std::string>& options,
                                                        const environment& variables);

} // namespace io::opensearch
