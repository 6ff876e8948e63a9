#pragma once
// Blocks of memory that chunks live in, used again when the last column that points into them is gone: fresh memory
// costs a page fault every 4 KiB, as much as reading the file. Taken by one reader; given back from any thread. Lives
// as long as its blocks.

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace io {

class block_pool : public std::enable_shared_from_this<block_pool> {
public:
  /// Blocks of `block_bytes` and padding behind them; keeps up to `kept_max` unused ones.
  block_pool(std::size_t block_bytes, std::size_t kept_max);

  [[nodiscard]] std::shared_ptr<char[]> take();
  [[nodiscard]] std::size_t block_bytes() const { return block_bytes_; }
  [[nodiscard]] std::size_t kept() const;

private:
  void give_back(char* block);

  const std::size_t block_bytes_;
  const std::size_t kept_max_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> kept_{};
};

/// A block of another size, not used again.
[[nodiscard]] std::shared_ptr<char[]> make_block(std::size_t bytes);

} // namespace io
