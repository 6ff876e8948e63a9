#pragma once
// Errors over HTTP as RFC 9457 problem documents (application/problem+json). Pure functions.

#include <string>

#include "core/error.hpp"
#include "io/http/message.hpp"

namespace io {

struct problem {
  unsigned status = 500;
  std::string detail{};             ///< What happened, with the data. Bytes that are no UTF-8 become U+FFFD.
  std::string type = "about:blank"; ///< A URI of this kind of problem; `about:blank` means that the status says it all.
  std::string title{};              ///< Empty: the status's words.
  std::string hint{};               ///< The next step for the reader, or empty (left out).
  name_values members{};            ///< More members of the document: name and value, which is JSON text.
  name_values headers{};            ///< Headers of the answer: Allow, Retry-After.
};

[[nodiscard]] http_response problem_response(const problem& what);
[[nodiscard]] http_response problem_response(unsigned status, std::string detail);

/// The user's fault as 400, a limit as 413, a shutdown as 503, the world's as 500.
[[nodiscard]] http_response problem_response(const core::error& fault);

} // namespace io
