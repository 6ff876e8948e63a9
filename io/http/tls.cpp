#include "io/http/tls.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <openssl/ssl.h>

namespace io {
namespace {

namespace ssl = boost::asio::ssl;

/// A client that asks for several protocols is told that it gets HTTP/1.1; one that does not ask for it decides itself.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_length, const unsigned char* offered,
                    unsigned int offered_length, void*) {
  constexpr std::string_view ours = "http/1.1";
  for (unsigned int at = 0; at < offered_length;) {
    const unsigned int length = offered[at];
    const std::string_view one(reinterpret_cast<const char*>(offered) + at + 1, length);
    if (one == ours) {
      *chosen = offered + at + 1;
      *chosen_length = static_cast<unsigned char>(length);
      return SSL_TLSEXT_ERR_OK;
    }
    at += length + 1;
  }
  return SSL_TLSEXT_ERR_NOACK;
}

core::result<void> check_readable(const std::string& path, std::string_view what) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  if (file && file.get(first)) return {};
  return core::fail(core::errc::io_failed, fmt::format("{} {} cannot be read: {}", what, path,
                                                       errno == 0 ? "it is empty" : std::strerror(errno)));
}

std::unexpected<core::error> unusable(std::string_view what, const std::string& path,
                                      const boost::system::error_code& fault, const char* hint) {
  return core::fail(core::errc::bad_value, fmt::format("{} {} cannot be used: {}", what, path, fault.message()), {},
                    hint);
}

} // namespace

core::result<tls_context_ptr> make_tls_context(const http_server_options& options) {
  if (options.tls_certificate_file.empty()) return tls_context_ptr{};
  for (const auto& [path, what] :
       {std::pair(options.tls_certificate_file, "TLS certificate"), std::pair(options.tls_key_file, "TLS key")})
    if (auto readable = check_readable(path, what); !readable) return std::unexpected(readable.error());
  auto made = std::make_shared<ssl::context>(ssl::context::tls_server);
  auto* const native = made->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS); // An idle connection holds no buffers of 16 KB.
  SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
  boost::system::error_code fault;
  // Without this OpenSSL asks on the terminal.
  made->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); }, fault);
  made->use_certificate_chain_file(options.tls_certificate_file, fault);
  if (fault)
    return unusable("TLS certificate", options.tls_certificate_file, fault,
                    "it must be PEM: the server's certificate first, then those that signed it");
  made->use_private_key_file(options.tls_key_file, ssl::context::pem, fault);
  if (fault)
    return unusable("TLS key", options.tls_key_file, fault,
                    "it must be the PEM key of that certificate, without a pass phrase");
  return made;
}

} // namespace io
