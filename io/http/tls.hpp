#pragma once
// The server's certificate and key, and what of TLS it speaks: 1.2 and 1.3. Made before the server listens, read by its
// loops.

#include <memory>

#include <boost/asio/ssl/context.hpp>

#include "core/error.hpp"
#include "io/http/server.hpp"

namespace io {

using tls_context_ptr = std::shared_ptr<boost::asio::ssl::context>;

/// Null when no certificate is set. An error names the file that cannot be used; it never holds what is in the key's.
[[nodiscard]] core::result<tls_context_ptr> make_tls_context(const http_server_options& options);

} // namespace io
