#pragma once
// What HTTP asks of its source, and what it is told. Callbacks run on actor threads and must not block.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"
#include "io/format/decoder.hpp"

namespace actors {

/// A rejected item of a request: its index (JSON) or line number - 1 (NDJSON), and why.
struct rejected_item {
  std::uint64_t index = 0;
  std::string reason{};
};

struct ingest_outcome {
  std::optional<core::error> refused{}; ///< Nothing was taken.
  bool unavailable = false;             ///< Refused because the engine is stopping.
  std::uint64_t accepted = 0;
  std::vector<rejected_item> rejected{};
  std::uint64_t late = 0;
  std::vector<core::batch_ptr> closed{}; ///< Rows of the answer sink that this request closed, in order of window end.
};

struct ingest_request {
  std::shared_ptr<std::string> body{};
  io::body_form form = io::body_form::json;
  std::function<void(ingest_outcome)> respond{}; ///< Called once, on any thread; must not block.
};

struct flush_request {
  std::function<void(std::vector<core::batch_ptr>)> respond{};
};

} // namespace actors
