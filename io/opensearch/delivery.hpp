#pragma once
// Brings documents to the server until each is accepted or refused for good: waits for a server that is away, tries
// again what may work later, takes requests apart that are refused as a whole, and reports every refused document. One
// thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "io/opensearch/bulk_request.hpp"
#include "io/opensearch/http_client.hpp"
#include "io/opensearch/index_template.hpp"
#include "io/opensearch/retries.hpp"

namespace io::opensearch {

/// A document that will never be accepted, and why. Fails when the run is to fail.
using refuse_function = std::function<core::result<void>(const bulk_item& item, const std::string& reason)>;

struct delivery_counts {
  std::uint64_t requests = 0; ///< Bulk requests that were answered.
  std::uint64_t accepted = 0; ///< Documents.
  std::uint64_t refused = 0;
  std::uint64_t retried = 0; ///< Documents, each time.
};

class delivery {
public:
  delivery(http_client& client, retries patience, refuse_function refuse)
      : client_(client), patience_(std::move(patience)), refuse_(std::move(refuse)) {}

  /// Makes or replaces the template; waits for the server.
  [[nodiscard]] core::result<void> put_template(const template_request& wanted);
  /// Returns once each item is accepted or has been refused.
  [[nodiscard]] core::result<void> deliver(std::vector<bulk_item> items);

  [[nodiscard]] const delivery_counts& counts() const noexcept { return counts_; }

private:
  [[nodiscard]] core::result<http_reply> ask(const http_ask& what);
  [[nodiscard]] core::result<std::vector<bulk_item>> take_answer(std::vector<bulk_item> items, const std::string& body);
  [[nodiscard]] core::result<void> take_apart(std::vector<bulk_item> items, const http_reply& reply);
  [[nodiscard]] core::result<void> refuse(const bulk_item& item, const std::string& reason);

  http_client& client_;
  retries patience_;
  refuse_function refuse_;
  delivery_counts counts_{};
};

} // namespace io::opensearch
