#include "io/http/problem.hpp"

#include <nlohmann/json.hpp>

namespace io {

http_response problem_response(const problem& what) {
  nlohmann::ordered_json document;
  document["type"] = what.type;
  document["title"] = what.title.empty() ? std::string(reason_phrase(what.status)) : what.title;
  document["status"] = what.status;
  document["detail"] = what.detail;
  if (!what.hint.empty()) document["hint"] = what.hint;

  for (const auto& [name, value] : what.members) document[name] = nlohmann::ordered_json::parse(value, nullptr, false);

  http_response response;
  response.status = what.status;
  response.content_type = "application/problem+json";
  // A detail may quote the client's bytes, which need not be UTF-8.
  response.body = document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  response.headers = what.headers;
  return response;
}

http_response problem_response(unsigned status, std::string detail) {
  problem what;
  what.status = status;
  what.detail = std::move(detail);
  return problem_response(what);
}

http_response problem_response(const core::error& fault) {
  problem what;
  switch (fault.code) {
  case core::errc::limit: what.status = 413; break;
  case core::errc::shutdown: what.status = 503; break;
  case core::errc::io_failed:
  case core::errc::none: what.status = 500; break;
  default: what.status = 400; break;
  }
  core::error plain = fault;
  plain.hint.clear();
  what.detail = core::to_string(plain);
  what.hint = fault.hint;
  return problem_response(what);
}

} // namespace io
