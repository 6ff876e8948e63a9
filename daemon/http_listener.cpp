#include "daemon/http_listener.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/data/number_text.hpp"

namespace weir {

namespace {

constexpr std::size_t token_bytes_max = 4096; ///< A longer one does not fit into a header.
constexpr std::int64_t table_port = 8080;     ///< Of a file's HTTP tables.

/// The first line of the file; an editor's newline at its end is no part of the token.
core::result<std::string> read_token(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string token(token_bytes_max + 1, '\0');
  file.read(token.data(), static_cast<std::streamsize>(token.size()));
  if (file.bad() || (!file && file.gcount() == 0 && errno != 0))
    return core::fail(core::errc::io_failed,
                      fmt::format("token file {} cannot be read: {}", path, std::strerror(errno)));
  token.resize(static_cast<std::size_t>(file.gcount()));
  while (token.ends_with('\n') || token.ends_with('\r')) token.pop_back();
  return token;
}

core::result<void> check_token(const std::string& token, const std::string& from) {
  if (token.empty()) return core::fail(core::errc::bad_value, fmt::format("{} is empty", from));
  if (token.size() > token_bytes_max)
    return core::fail(core::errc::bad_value,
                      fmt::format("{} has more than {} bytes, which fits into no header", from, token_bytes_max));
  if (!std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; }))
    return core::fail(core::errc::bad_value, fmt::format("{} must be one line of ASCII without spaces", from));
  return {};
}

std::string option(const core::plan::source_plan& source, const std::string& name, std::string fallback) {
  const auto found = source.options.find(name);
  return found == source.options.end() ? std::move(fallback) : found->second;
}

} // namespace

core::result<io::http_server_options> listener_of(const listener_wish& wish) {
  io::http_server_options made;
  made.address = wish.host;
  made.port = wish.port;
  if (wish.tls_certificate.empty() != wish.tls_key.empty())
    return core::fail(core::errc::bad_value,
                      wish.tls_key.empty() ? "a TLS certificate without its key" : "a TLS key without its certificate");
  made.tls_certificate_file = wish.tls_certificate;
  made.tls_key_file = wish.tls_key;
  if (!wish.token_file.empty()) {
    WEIR_TRY(token, read_token(wish.token_file));
    WEIR_CHECK(check_token(token, fmt::format("token file {}", wish.token_file)));
    made.bearer_token = std::move(token);
  } else if (!wish.token.empty()) {
    WEIR_CHECK(check_token(wish.token, "the token"));
    made.bearer_token = wish.token;
  }
  made.open_paths = {"/health", "/ready"};
  return made;
}

core::result<std::optional<listener_wish>> listener_wish_of(const core::plan::pipeline_plan& plan) {
  std::optional<listener_wish> made;
  const core::plan::source_plan* first = nullptr;
  for (const auto& source : plan.sources) {
    if (source.connector != "http") continue;
    if (first != nullptr) {
      for (const auto* key : {"host", "port", "tls-certificate", "tls-key", "token-file"})
        if (option(source, key, "") != option(*first, key, ""))
          return core::fail(core::errc::bad_value, fmt::format("all HTTP tables share one {}: {} and {} differ", key,
                                                               first->name, source.name));
      continue;
    }
    first = &source;
    made.emplace();
    made->host = option(source, "host", made->host);
    const auto port_text = option(source, "port", fmt::format("{}", table_port));
    const auto port = core::parse_integer(port_text);
    if (!port || *port < 0 || *port > 65535)
      return core::fail(core::errc::bad_value, fmt::format("port must be 0 to 65535: {}", port_text));
    made->port = static_cast<std::uint16_t>(*port);
    made->tls_certificate = option(source, "tls-certificate", "");
    made->tls_key = option(source, "tls-key", "");
    made->token_file = option(source, "token-file", "");
  }
  return made;
}

std::string address_of(const io::http_server_options& options, std::uint16_t port) {
  const bool is_v6 = options.address.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", options.tls_certificate_file.empty() ? "http" : "https", is_v6 ? "[" : "",
                     options.address, is_v6 ? "]" : "", port);
}

} // namespace weir
