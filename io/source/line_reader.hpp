#pragma once
// Cuts a byte_input into chunks at line ends: the chunk_reader behind files, stdin and tests. One reader thread; `stop`
// from any.

#include <atomic>
#include <memory>

#include "io/source/block_pool.hpp"
#include "io/source/byte_input.hpp"
#include "io/source/chunk_reader.hpp"

namespace io {

struct reader_options {
  std::size_t chunk_bytes = 512UL << 10;
  /// A longer line is passed on cut, yet longer than this (so that the decoder refuses it by its length), and its rest
  /// is dropped.
  std::size_t line_bytes_max = 16UL << 20;
};

class line_reader final : public chunk_reader {
public:
  line_reader(std::unique_ptr<byte_input> input, const reader_options& options);

  core::result<std::optional<text_chunk>> next() override;
  void stop() override;
  [[nodiscard]] std::string where() const override { return input_->where(); }
  [[nodiscard]] bool caught_up() const override { return is_waiting_; }

private:
  [[nodiscard]] core::result<std::optional<text_chunk>> wait_for_more();
  void take_in(std::size_t bytes);
  [[nodiscard]] std::optional<text_chunk> make_room();
  text_chunk cut(std::size_t length);
  std::optional<text_chunk> cut_all();
  void use_block(std::shared_ptr<char[]> block, std::size_t bytes);

  std::unique_ptr<byte_input> input_;
  const reader_options options_;
  std::shared_ptr<block_pool> pool_;
  std::shared_ptr<char[]> block_{};
  std::size_t block_bytes_ = 0;
  std::size_t filled_ = 0;   ///< Of the block.
  std::size_t whole_ = 0;    ///< Of those, up to and with the last newline.
  bool is_dropping_ = false; ///< The rest of a line that was too long.
  bool is_over_ = false;
  std::uint64_t next_line_ = 1;
  std::uint64_t offset_ = 0; ///< Of the block's first byte in the source.
  std::atomic<bool> is_waiting_{false};
  std::atomic<bool> is_stopped_{false};
};

} // namespace io
