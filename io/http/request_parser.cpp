#include "io/http/request_parser.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace io {

namespace http = boost::beast::http;

void request_parser::on_request_impl(http::verb method, string_view method_text, string_view target_text,
                                     int version_number, error_code& fault) {
  fault = {};
  request.method.assign(method_text.data(), method_text.size());
  target.assign(target_text.data(), target_text.size());
  version = version_number;
  switch (method) {
  case http::verb::get:
  case http::verb::head:
  case http::verb::post:
  case http::verb::put:
  case http::verb::patch:
  case http::verb::delete_:
  case http::verb::options: is_method_known = true; break;
  default: break;
  }
  request.headers.reserve(8);
}

void request_parser::on_response_impl(int, string_view, int, error_code&) {
  WEIR_ENSURE(false, "a request parser meets no responses");
}

void request_parser::on_field_impl(http::field name, string_view name_text, string_view value, error_code& fault) {
  fault = {};
  // Trailers could smuggle in what the header did not say, and nobody here reads them.
  if (has_header_ended_) return;
  if (name == http::field::host) ++hosts;
  auto& [own_name, own_value] = request.headers.emplace_back();
  own_name.resize(name_text.size());
  std::ranges::transform(name_text, own_name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  own_value.assign(value.data(), value.size());
}

void request_parser::on_header_impl(error_code& fault) {
  fault = {};
  has_header_ended_ = true;
}

void request_parser::on_body_init_impl(const boost::optional<std::uint64_t>&, error_code& fault) {
  fault = {};
  request.body.reserve(body_padding_bytes);
}

std::size_t request_parser::on_body_impl(string_view, error_code&) {
  WEIR_ENSURE(false, "the connection reads bodies of known length itself");
  return 0;
}

void request_parser::on_chunk_header_impl(std::uint64_t, string_view, error_code& fault) { fault = {}; }

std::size_t request_parser::on_chunk_body_impl(std::uint64_t, string_view piece, error_code& fault) {
  fault = {};
  auto& body = request.body;
  const auto needed = body.size() + piece.size() + body_padding_bytes;
  if (body.capacity() < needed) body.reserve(std::max(needed, body.capacity() * 2));
  body.append(piece.data(), piece.size());
  return piece.size();
}

void request_parser::on_finish_impl(error_code& fault) { fault = {}; }

} // namespace io
