#pragma once
// Documents on their way to the server: collected, then written as the body of one bulk request. One thread.

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace io::opensearch {

struct bulk_item {
  std::string index{};
  std::string id{};     ///< Empty: the server makes one.
  bool removes = false; ///< The document goes away; else it takes the place of what has its id.
  std::string source{}; ///< The document, JSON in one line; empty where it `removes`.
};

/// About what it takes in a body.
[[nodiscard]] std::size_t bytes_of(const bulk_item& item) noexcept;

/// Holds each document once: what has the same index and id as an earlier one replaces it. A server takes the items of
/// a request apart, so that one of them may be refused for a while; tried again, it must not overwrite a newer one.
class bulk_buffer {
public:
  void add(bulk_item item);
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// All, in the order in which they came; the buffer is empty behind it.
  [[nodiscard]] std::vector<bulk_item> take();

private:
  std::vector<bulk_item> items_{};
  std::unordered_map<std::string, std::size_t> places_{}; ///< By index and id.
  std::size_t bytes_ = 0;
};

/// NDJSON: a line of what to do and, where there is one, the document.
[[nodiscard]] std::string bulk_body(std::span<const bulk_item> items);

} // namespace io::opensearch
