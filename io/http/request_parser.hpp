#pragma once
// Beast's parser, writing straight into our request: one per request, used by its connection on the io thread.

#include <string>

#include <boost/beast/http/basic_parser.hpp>

#include "io/http/message.hpp"

namespace io {

class request_parser final : public boost::beast::http::basic_parser<true> {
public:
  /// The request under way; its body is filled by the parser for chunked bodies only.
  http_request request{};
  std::string target{};
  int version = 11;
  bool is_method_known = false;
  std::size_t hosts = 0;

private:
  using error_code = boost::beast::error_code;
  using string_view = boost::beast::string_view;

  void on_request_impl(boost::beast::http::verb method, string_view method_text, string_view target_text,
                       int version_number, error_code& fault) override;
  void on_response_impl(int code, string_view reason, int version_number, error_code& fault) override;
  void on_field_impl(boost::beast::http::field name, string_view name_text, string_view value,
                     error_code& fault) override;
  void on_header_impl(error_code& fault) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& fault) override;
  std::size_t on_body_impl(string_view piece, error_code& fault) override;
  void on_chunk_header_impl(std::uint64_t size, string_view extensions, error_code& fault) override;
  std::size_t on_chunk_body_impl(std::uint64_t remaining, string_view piece, error_code& fault) override;
  void on_finish_impl(error_code& fault) override;

  bool has_header_ended_ = false;
};

} // namespace io
