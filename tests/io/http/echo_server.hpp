#pragma once
// A server whose answers tell what its handler was given.

#include <fmt/format.h>

#include "io/http/problem.hpp"
#include "io/http/server.hpp"
#include "tests/io/http/raw_client.hpp"

inline void tell(io::http_request&& request, const io::respond& answer) {
  std::string text = request.method + " " + request.path;
  for (const auto& [name, value] : request.query) text += fmt::format(" {}={}", name, value);
  if (!request.body.empty()) text += " [" + request.body + "]";
  io::http_response response;
  response.content_type = "text/plain";
  response.body = std::move(text);
  answer(std::move(response));
}

inline std::unique_ptr<io::http_server> start_server(io::http_server_options options = {},
                                                     io::http_handler handler = tell) {
  auto server = io::http_server::start(std::move(options), std::move(handler));
  if (!server) FAIL(core::to_string(server.error()));
  return std::move(*server);
}

inline std::string get(const std::string& target, const std::string& headers = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
}

inline std::string post(const std::string& target, const std::string& body, const std::string& headers = {}) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n{}\r\n{}", target, body.size(), headers,
                     body);
}
