#pragma once
// From what the user says of the HTTP interface to the server's options: reads the token's file, compares the tables of
// a plan. The token is in the options alone: no message holds it.

#include <optional>
#include <string>

#include "core/plan/plan.hpp"
#include "io/http/server.hpp"

namespace weir {

struct listener_wish {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::string tls_certificate{}; ///< Path of a PEM file; empty: in the clear.
  std::string tls_key{};         ///< Path of a PEM file.
  std::string token_file{};      ///< Path; empty: none.
  std::string token{};           ///< Instead of the file.
};

/// Fails when a file cannot be used. `/health` and `/ready` need no token: whoever asks them has none.
[[nodiscard]] core::result<io::http_server_options> listener_of(const listener_wish& wish);

/// The listener of the plan's HTTP tables, which all share one; none when there is no such table. Options that are
/// missing have the values of `listener_wish`, the port 8080.
[[nodiscard]] core::result<std::optional<listener_wish>> listener_wish_of(const core::plan::pipeline_plan& plan);

/// `https://[::1]:8000`.
[[nodiscard]] std::string address_of(const io::http_server_options& options, std::uint16_t port);

} // namespace weir
