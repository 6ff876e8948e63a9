#include "io/source/later_reader.hpp"

#include <utility>

#include "core/attempt.hpp"

namespace io {

core::result<std::optional<text_chunk>> later_reader::next() {
  WEIR_TRY(file, opened());
  if (!file) return std::nullopt;
  auto piece = file->next();
  if (piece && *piece) return piece;
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  file_.reset();
  return piece;
}

core::result<std::shared_ptr<chunk_reader>> later_reader::opened() {
  const std::lock_guard lock(mutex_);
  if (file_ || is_over_) return file_;
  auto made = open_file(path_, options_);
  is_over_ = !made;
  if (!made) return std::unexpected(std::move(made.error()));
  file_ = std::move(*made);
  return file_;
}

void later_reader::stop() {
  const std::lock_guard lock(mutex_);
  if (file_)
    file_->stop();
  else
    is_over_ = true;
}

bool later_reader::caught_up() const {
  const std::lock_guard lock(mutex_);
  return file_ && file_->caught_up();
}

} // namespace io
