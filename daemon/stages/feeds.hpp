#pragma once
// What the ingest stage of a stages file publishes: what is polled, and files of raw events that were recorded.

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "config/stages_file.hpp"
#include "io/sink/record_writer.hpp"

namespace weir {

/// Runs on one thread; `stop` may be called from any.
class feed {
public:
  virtual ~feed() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Until its end, or until it is told to stop. Publishes to `topic`.
  [[nodiscard]] virtual core::result<void> run(std::shared_ptr<io::record_writer> to, const std::string& topic) = 0;
  virtual void stop() = 0;
  /// What came and what became of it, when `run` is over.
  [[nodiscard]] virtual std::string summary() const = 0;
};

/// Fails with complaints as they are to be shown.
[[nodiscard]] std::expected<std::vector<std::unique_ptr<feed>>, std::string>
prepare_feeds(const config::stages_file& file);

} // namespace weir
