#pragma once
// Reads an ingestion contract's tree. Lives while one file is read.

#include "config/complaints.hpp"
#include "config/contract/ingestion.hpp"
#include "config/mapping_reader.hpp"

namespace config::contract {

class ingestion_reader {
public:
  ingestion_reader(node_ptr root, complaints& into) : top_(std::move(root), "the contract", into), into_(into) {}

  [[nodiscard]] ingestion read();

private:
  [[nodiscard]] std::vector<endpoint> endpoints();
  [[nodiscard]] endpoint one_endpoint(const entry& from);
  [[nodiscard]] std::optional<authentication> auth();
  [[nodiscard]] core::contract::path path_at(std::string_view key, bool needed);
  void rate_limit(ingestion& made);
  void request_headers(ingestion& made);
  void pages(ingestion& made);
  [[nodiscard]] std::string header_name(mapping_reader& from, std::string_view key, std::string fallback);

  mapping_reader top_;
  complaints& into_;
};

/// What stands in braces, in order, each once. Complains of a brace without its partner and of names that are none.
[[nodiscard]] std::vector<std::string> placeholders_of(const node& url, complaints& into);

} // namespace config::contract
