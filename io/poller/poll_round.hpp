#pragma once
// The events of one round over the pages of an endpoint, newest first as the server lists them, until they are
// published oldest first. Pages may shift while they are read: what comes twice is taken once. Owned by one poller.

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "io/poller/page_items.hpp"
#include "io/poller/seen_ids.hpp"

namespace io {

struct found_event {
  event_names names{};
  std::string text{};        ///< The item, in one line.
  std::string observed_at{}; ///< ISO 8601, UTC.
  id_hash hash{};
};

/// An item that cannot be used counts once, however often it is listed: its text stands for the id it has not.
struct found_fault {
  bad_item kind{};
  std::string beginning{}; ///< Of its text, for people.
  id_hash hash{};
};

/// What one page brought.
struct page_findings {
  std::size_t items = 0;
  std::size_t known = 0; ///< From earlier rounds.
  std::size_t twice = 0; ///< In this round.
};

class poll_round {
public:
  /// `earlier` outlives it and stays as it is while the round goes on.
  poll_round(const seen_ids& earlier, item_reader& reader) : earlier_(earlier), reader_(reader) {}

  [[nodiscard]] page_findings take(const std::vector<std::string_view>& items, std::int64_t now_ms);

  [[nodiscard]] const std::vector<found_event>& events() const noexcept { return events_; }
  [[nodiscard]] const std::vector<found_fault>& faults() const noexcept { return faults_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
  struct low_bits {
    std::size_t operator()(const id_hash& of) const noexcept { return of.low; }
  };

  const seen_ids& earlier_;
  item_reader& reader_;
  std::vector<found_event> events_{};
  std::vector<found_fault> faults_{};
  std::unordered_set<id_hash, low_bits> here_{};
  std::size_t bytes_ = 0;
};

} // namespace io
