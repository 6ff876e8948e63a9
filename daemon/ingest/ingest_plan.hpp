#pragma once
// What `weir ingest` was told, and the contract of a source, made into what the poller needs. Called once at start-up.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/contract/ingestion.hpp"
#include "io/poller/poller.hpp"

namespace weir {

struct ingest_arguments {
  std::string source{};
  std::string contracts = "interface/sources";
  std::string endpoint = "default";
  std::vector<std::string> parameters{}; ///< `key=value`
  std::int64_t poll_interval_s = 0;      ///< 0: the contract's.
  bool once = false;
  std::string state_file{}; ///< Empty: ids are remembered as long as the process lives.
  std::string base_url{};   ///< Empty: the contract's server.
};

/// `folder`/<source>/ingestion.yml. Fails with all complaints, as they are to be shown, or with the sources there are.
[[nodiscard]] std::expected<config::contract::ingestion, std::string> load_ingestion(const std::string& folder,
                                                                                     const std::string& source);

struct ingest_plan {
  io::poller_settings poller{};
  std::string secret{};  ///< The token, to be kept out of every text. Empty: there is none.
  std::string warning{}; ///< Empty, or that the contract's token is not set.
};

/// `environment` gives the value of a variable, if it is set.
[[nodiscard]] core::result<ingest_plan>
plan_ingestion(const config::contract::ingestion& contract, const ingest_arguments& wanted,
               const std::function<std::optional<std::string>(const std::string&)>& environment);

} // namespace weir
