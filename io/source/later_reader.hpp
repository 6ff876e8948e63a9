#pragma once
// A file that is opened when its turn comes and given back at its end, so that a pattern may match more files than a
// process can hold open. `next` belongs to the reader thread; the rest may be called from any.

#include <memory>
#include <mutex>

#include "io/source/readers.hpp"

namespace io {

class later_reader final : public chunk_reader {
public:
  later_reader(std::string path, const reader_options& options) : path_(std::move(path)), options_(options) {}

  [[nodiscard]] core::result<std::optional<text_chunk>> next() override;
  void stop() override;
  [[nodiscard]] std::string where() const override { return path_; }
  [[nodiscard]] bool caught_up() const override;

private:
  /// The open file; null when there is nothing (more) to read.
  [[nodiscard]] core::result<std::shared_ptr<chunk_reader>> opened();

  std::string path_;
  reader_options options_;
  mutable std::mutex mutex_{};
  std::shared_ptr<chunk_reader> file_{};
  bool is_over_ = false; ///< Read to its end, or told to stop before it was opened.
};

} // namespace io
