#pragma once
// Base64 with padding (RFC 4648). Pure; any thread.

#include <string>
#include <string_view>

namespace core::expr::functions {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline void append_base64(std::string& out, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto part = bytes.substr(i, 3);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = (group << 8U) | (k < part.size() ? static_cast<unsigned char>(part[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out.push_back(k <= part.size() ? base64_digits[(group >> (18U - 6U * k)) & 0x3FU] : '=');
  }
}

} // namespace core::expr::functions
