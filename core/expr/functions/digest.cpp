// MD5 and the SHA family, by OpenSSL, in lower-case hexadecimal digits.
#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

void append_digest(std::string& out, string_view bytes, const EVP_MD* method) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  const bool done = EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, method, nullptr) == 1;
  WEIR_ENSURE(done, "a digest over memory cannot fail");
  constexpr string_view digits = "0123456789abcdef";
  for (unsigned int i = 0; i < size; ++i) {
    out.push_back(digits[digest[i] >> 4U]);
    out.push_back(digits[digest[i] & 0xFU]);
  }
}

result<overload> digest_of(string_view name, std::span<const argument> arguments, const EVP_MD* method) {
  return settle(
      {name, {want::text_or_bytes}}, arguments, string_type(),
      text_kernel<string_view>([method](std::string& out, string_view bytes) { append_digest(out, bytes, method); }));
}

const EVP_MD* sha2_method(int64_t bits) {
  switch (bits) {
  case 224: return EVP_sha224();
  case 256: return EVP_sha256();
  case 384: return EVP_sha384();
  case 512: return EVP_sha512();
  default: return nullptr;
  }
}

std::string wrong_bits(int64_t bits) { return fmt::format("SHA2 has 224, 256, 384 or 512 bits, not {}", bits); }

result<overload> sha2(std::span<const argument> arguments) {
  const shape form{"SHA2", {want::text_or_bytes, want::integer}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  if (const auto bits = literal_integer(arguments[1]); bits && !sha2_method(*bits))
    return fail(errc::bad_value, wrong_bits(*bits));
  return settle(
      form, arguments, string_type(),
      text_kernel<string_view, int64_t>([](std::string& out, string_view bytes, int64_t bits) -> outcome<bool> {
        const auto* method = sha2_method(bits);
        if (!method) return std::unexpected(wrong_bits(bits));
        append_digest(out, bytes, method);
        return true;
      }));
}

constexpr function_entry entries[] = {
    {"MD5", [](std::span<const argument> arguments, string_view) { return digest_of("MD5", arguments, EVP_md5()); },
     "MD5(text)", "The text's MD5 digest."},
    {"SHA1", [](std::span<const argument> arguments, string_view) { return digest_of("SHA1", arguments, EVP_sha1()); },
     "SHA1(text)", "The text's SHA-1 digest."},
    {"SHA224",
     [](std::span<const argument> arguments, string_view) { return digest_of("SHA224", arguments, EVP_sha224()); },
     "SHA224(text)", "The text's SHA-224 digest."},
    {"SHA256",
     [](std::span<const argument> arguments, string_view) { return digest_of("SHA256", arguments, EVP_sha256()); },
     "SHA256(text)", "The text's SHA-256 digest."},
    {"SHA384",
     [](std::span<const argument> arguments, string_view) { return digest_of("SHA384", arguments, EVP_sha384()); },
     "SHA384(text)", "The text's SHA-384 digest."},
    {"SHA512",
     [](std::span<const argument> arguments, string_view) { return digest_of("SHA512", arguments, EVP_sha512()); },
     "SHA512(text)", "The text's SHA-512 digest."},
    {"SHA2", [](std::span<const argument> arguments, string_view) { return sha2(arguments); }, "SHA2(text, bits)",
     "The text's SHA-2 digest of 224, 256, 384 or 512 bits."},
};

} // namespace

family digest_functions() { return entries; }

} // namespace core::expr::functions
