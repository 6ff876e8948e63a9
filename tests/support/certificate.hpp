#pragma once
// A certificate for 127.0.0.1 that signs itself, and its key, in files that go with the object.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

namespace support {

class certificate_files {
public:
  certificate_files() : folder_(make_folder()), certificate(folder_ + "/certificate.pem"), key(folder_ + "/key.pem") {
    const std::unique_ptr<X509, decltype(&X509_free)> made(X509_new(), X509_free);
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
    X509_set_pubkey(made.get(), pair_.get());
    auto* const name = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("weir test"), -1, -1,
                               0);
    X509_set_issuer_name(made.get(), name);
    auto* const place = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost");
    X509_add_ext(made.get(), place, -1);
    X509_EXTENSION_free(place);
    X509_sign(made.get(), pair_.get(), EVP_sha256());
    write(certificate, [&](std::FILE* to) { return PEM_write_X509(to, made.get()); });
    write(key,
          [&](std::FILE* to) { return PEM_write_PrivateKey(to, pair_.get(), nullptr, nullptr, 0, nullptr, nullptr); });
  }
  ~certificate_files() { std::filesystem::remove_all(folder_); }
  certificate_files(const certificate_files&) = delete;
  certificate_files& operator=(const certificate_files&) = delete;

  /// The same key behind a pass phrase.
  [[nodiscard]] std::string locked_key() const {
    auto path = folder_ + "/locked.pem";
    unsigned char phrase[] = "weir";
    write(path, [&](std::FILE* to) {
      return PEM_write_PrivateKey(to, pair_.get(), EVP_aes_128_cbc(), phrase, sizeof phrase - 1, nullptr, nullptr);
    });
    return path;
  }

private:
  static std::string make_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "weir-certificate-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for a certificate");
    return pattern;
  }
  template <class Write>
  static void write(const std::string& path, const Write& how) {
    std::FILE* const to = std::fopen(path.c_str(), "w");
    if (to == nullptr || how(to) != 1 || std::fclose(to) != 0) throw std::runtime_error("cannot write " + path);
  }

  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> pair_{EVP_EC_gen("P-256"), EVP_PKEY_free};
  std::string folder_;

public:
  const std::string certificate;
  const std::string key;
};

} // namespace support
