#pragma once
// The parts of a URL that decide where a request, and what is secret in it, may go. Pure functions over curl's parser.

#include <optional>
#include <string>

namespace io {

/// `https://api.github.com:443`: scheme, host and port, in lower case, the port always there. Two URLs of one origin
/// are of one server. Nothing when it is no http:// or https:// URL.
[[nodiscard]] std::optional<std::string> origin_of(const std::string& url);

/// Where `reference` (absolute or relative, as in Location and Link) leads from `base`. Nothing when it leads to no
/// http:// or https:// URL.
[[nodiscard]] std::optional<std::string> resolve_url(const std::string& base, const std::string& reference);

/// The URL for logs: without user, password and fragment.
[[nodiscard]] std::string shown_url(const std::string& url);

/// `url` at another server: path and query of `url` behind `base`, which may bring a path of its own. Nothing when
/// either is no URL.
[[nodiscard]] std::optional<std::string> move_url(const std::string& url, const std::string& base);

} // namespace io
