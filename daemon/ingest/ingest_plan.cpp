#include "daemon/ingest/ingest_plan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "config/complaints.hpp"
#include "config/pipeline_file.hpp"
#include "core/attempt.hpp"
#include "io/client/url.hpp"

namespace weir {

using core::errc;

namespace {

namespace fs = std::filesystem;

fs::path path_of(const std::string& folder, const std::string& source) {
  return fs::path(folder) / source / "ingestion.yml";
}

/// `did you mean github? allowed: github, gitlab`
std::string hint(const std::string& name, const std::vector<std::string>& known) {
  return config::known_names_hint(name, {known.begin(), known.end()});
}

std::string no_such_contract(const std::string& folder, const std::string& source) {
  std::vector<std::string> there;
  std::error_code ignored;
  for (const auto& one : fs::directory_iterator(folder, ignored))
    if (fs::is_regular_file(path_of(folder, one.path().filename()), ignored)) there.push_back(one.path().filename());
  std::ranges::sort(there);
  return fmt::format("{}: no contract of source {}: {} ({})\n", path_of(folder, source).string(), source,
                     std::strerror(ENOENT),
                     there.empty() ? "none is there; --contracts names the folder" : hint(source, there));
}

} // namespace

std::expected<config::contract::ingestion, std::string> load_ingestion(const std::string& folder,
                                                                       const std::string& source) {
  const auto path = path_of(folder, source);
  std::ifstream file(path, std::ios::binary);
  if (source.empty() || source.find('/') != std::string::npos || !file)
    return std::unexpected(no_such_contract(folder, source));
  std::stringstream text;
  text << file.rdbuf();
  auto read = config::contract::read_ingestion(text.str());
  if (!read) return std::unexpected(config::render_complaints(path, text.str(), read.error()));
  if (read->source != source)
    return std::unexpected(
        fmt::format("{}: the contract is of source {}, its folder says {}\n", path.string(), read->source, source));
  return std::move(*read);
}

namespace {

core::result<std::map<std::string, std::string>> read_parameters(const std::vector<std::string>& written) {
  std::map<std::string, std::string> made;
  for (const auto& one : written) {
    const auto equals = one.find('=');
    if (equals == std::string::npos || equals == 0)
      return core::fail(errc::syntax, fmt::format("a parameter is key=value: {}", one));
    if (!made.emplace(one.substr(0, equals), one.substr(equals + 1)).second)
      return core::fail(errc::bad_value, fmt::format("parameter {} is given twice", one.substr(0, equals)));
  }
  return made;
}

core::result<std::string> endpoint_url(const config::contract::ingestion& contract, const ingest_arguments& wanted) {
  const auto* const endpoint = contract.find(wanted.endpoint);
  if (endpoint == nullptr) {
    std::vector<std::string> there;
    for (const auto& one : contract.endpoints) there.push_back(one.name);
    return core::fail(errc::unknown_name, fmt::format("source {} has no endpoint {}", contract.source, wanted.endpoint),
                      {}, hint(wanted.endpoint, there));
  }
  WEIR_TRY(parameters, read_parameters(wanted.parameters));
  return config::contract::fill(*endpoint, parameters);
}

core::result<void> authenticate(const config::contract::authentication& auth, const std::optional<std::string>& token,
                                ingest_plan& plan) {
  if (!token || token->empty()) {
    plan.warning = fmt::format("{} is not set: polling without a token", auth.env_var);
    return {};
  }
  const auto is_sendable = std::ranges::all_of(*token, [](char byte) { return byte > 0x20 && byte < 0x7F; });
  if (!is_sendable) // What it is stays unsaid.
    return core::fail(errc::bad_value, fmt::format("{} holds blanks or characters that no token has", auth.env_var), {},
                      "set it to the token alone, without quotes or a line break");
  plan.secret = *token;
  plan.poller.secret_headers.emplace_back(auth.header, config::contract::header_value(auth, *token));
  return {};
}

} // namespace

core::result<ingest_plan>
plan_ingestion(const config::contract::ingestion& contract, const ingest_arguments& wanted,
               const std::function<std::optional<std::string>(const std::string&)>& environment) {
  ingest_plan plan;
  auto& made = plan.poller;
  WEIR_TRY(url, endpoint_url(contract, wanted));
  made.source = contract.source;
  made.endpoint = wanted.endpoint;
  made.url = made.contract_url = std::move(url);
  if (!wanted.base_url.empty()) {
    const auto moved = io::move_url(made.url, wanted.base_url);
    if (!moved) return core::fail(errc::bad_value, "--base-url must be an http:// or https:// url");
    made.url = *moved;
    made.base_url = wanted.base_url;
  }
  for (const auto& [name, value] : contract.request_headers) made.headers.emplace_back(name, value);
  if (contract.auth) WEIR_CHECK(authenticate(*contract.auth, environment(contract.auth->env_var), plan));
  made.id_field = contract.id_field;
  made.type_field = contract.type_field;
  made.items = contract.items;
  made.follow_link = contract.follow_link;
  made.pages_max = contract.pages_max;
  made.policy.poll_interval_ms = wanted.poll_interval_s > 0 ? wanted.poll_interval_s * 1000 : contract.poll_interval_ms;
  made.policy.remaining_header = contract.remaining_header;
  made.policy.reset_header = contract.reset_header;
  return plan;
}

} // namespace weir
