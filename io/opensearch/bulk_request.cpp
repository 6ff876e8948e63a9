#include "io/opensearch/bulk_request.hpp"

#include <nlohmann/json.hpp>

namespace io::opensearch {

namespace {

/// A string of JSON, whatever bytes the text has.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::size_t bytes_of(const bulk_item& item) noexcept {
  constexpr std::size_t around = 40; ///< {"index":{"_index":"","_id":""}} and the ends of the lines.
  return item.index.size() + item.id.size() + item.source.size() + around;
}

void bulk_buffer::add(bulk_item item) {
  bytes_ += bytes_of(item);
  if (!item.id.empty()) {
    auto key = item.index;
    key += '\0';
    key += item.id;
    const auto [place, is_new] = places_.try_emplace(std::move(key), items_.size());
    if (!is_new) {
      auto& older = items_[place->second];
      bytes_ -= bytes_of(older);
      older = std::move(item);
      return;
    }
  }
  items_.push_back(std::move(item));
}

std::vector<bulk_item> bulk_buffer::take() {
  places_.clear();
  bytes_ = 0;
  return std::exchange(items_, {});
}

std::string bulk_body(std::span<const bulk_item> items) {
  std::string body;
  std::size_t bytes = 0;
  for (const auto& one : items) bytes += bytes_of(one);
  body.reserve(bytes);
  for (const auto& one : items) {
    body += one.removes ? R"({"delete":{"_index":)" : R"({"index":{"_index":)";
    body += quoted(one.index);
    if (!one.id.empty()) {
      body += ",\"_id\":";
      body += quoted(one.id);
    }
    body += "}}\n";
    if (one.removes) continue;
    body += one.source;
    body += '\n';
  }
  return body;
}

} // namespace io::opensearch
