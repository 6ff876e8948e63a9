#include "io/source/block_pool.hpp"

#include "io/format/decoder.hpp"

namespace io {

block_pool::block_pool(std::size_t block_bytes, std::size_t kept_max) : block_bytes_(block_bytes), kept_max_(kept_max) {
  kept_.reserve(kept_max);
}

std::shared_ptr<char[]> block_pool::take() {
  std::unique_ptr<char[]> block;
  {
    const std::scoped_lock lock(mutex_);
    if (!kept_.empty()) {
      block = std::move(kept_.back());
      kept_.pop_back();
    }
  }
  if (!block) block = std::make_unique<char[]>(block_bytes_ + chunk_padding_bytes);
  return {block.release(), [pool = shared_from_this()](char* used) { pool->give_back(used); }};
}

std::size_t block_pool::kept() const {
  const std::scoped_lock lock(mutex_);
  return kept_.size();
}

void block_pool::give_back(char* block) {
  std::unique_ptr<char[]> owned(block);
  const std::scoped_lock lock(mutex_);
  if (kept_.size() < kept_max_) kept_.push_back(std::move(owned));
}

std::shared_ptr<char[]> make_block(std::size_t bytes) {
  return {new char[bytes + chunk_padding_bytes]{}, std::default_delete<char[]>()};
}

} // namespace io
