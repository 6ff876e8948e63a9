#pragma once
// Paths to handlers. Filled once before the server starts, then only read, so any io thread may route.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/http/message.hpp"

namespace io {

class router {
public:
  /// A pattern's segments are words or one-segment parameters: `/tables/{name}`. Words win over parameters. Adding the
  /// same method and pattern twice is our own mistake.
  void add(std::string method, std::string pattern, http_handler handler);

  /// Answers HEAD by GET, OPTIONS by Allow, an unknown path by 404 (with the nearest known path), a wrong method by
  /// 405.
  void operator()(http_request&& request, const respond& answer) const;

  /// "GET /tables/{name}", in order of pattern: for a page that lists them.
  [[nodiscard]] std::vector<std::string> routes() const;

private:
  struct route {
    std::string pattern{};
    std::vector<std::string> segments{};
    std::map<std::string, http_handler> methods{};
  };

  [[nodiscard]] const route* find(http_request& request) const;
  [[nodiscard]] http_response not_found(const http_request& request) const;

  std::map<std::string, route> exact_{}; ///< By pattern; without parameters.
  std::vector<route> patterns_{};
};

} // namespace io
