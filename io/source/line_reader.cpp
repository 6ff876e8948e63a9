#include "io/source/line_reader.hpp"

#include <algorithm>
#include <cstring>

namespace io {
namespace {

constexpr std::size_t blocks_kept_max = 32;
/// A CR before the newline and a byte-order mark do not count as the line's; a cut line must be too long even without
/// them.
constexpr std::size_t cut_margin_bytes = 8;

} // namespace

line_reader::line_reader(std::unique_ptr<byte_input> input, const reader_options& options)
    : input_(std::move(input)), options_(options),
      pool_(std::make_shared<block_pool>(std::max<std::size_t>(options.chunk_bytes, 1), blocks_kept_max)) {
  use_block(pool_->take(), pool_->block_bytes());
}

core::result<std::optional<text_chunk>> line_reader::next() {
  while (!is_over_ && !is_stopped_) {
    if (filled_ == block_bytes_) {
      if (auto chunk = make_room()) return chunk;
    }
    const auto step = input_->read(block_.get() + filled_, block_bytes_ - filled_);
    if (!step) return std::unexpected(step.error());
    switch (step->what) {
    case read_step::kind::data: take_in(step->bytes); break;
    case read_step::kind::nothing_yet:
      if (whole_ > 0) return cut(whole_);
      if (auto last = wait_for_more(); !last || *last) return last;
      break;
    case read_step::kind::restart: {
      auto last = cut_all();
      next_line_ = 1;
      offset_ = 0;
      is_dropping_ = false;
      if (last) return last;
      break;
    }
    case read_step::kind::end: is_over_ = true; return cut_all();
    }
  }
  return std::nullopt;
}

void line_reader::stop() {
  is_stopped_ = true;
  input_->stop();
}

/// A piece only when the wait was stopped over an unfinished line: it will get no newline any more.
core::result<std::optional<text_chunk>> line_reader::wait_for_more() {
  is_waiting_ = true;
  const auto goes_on = input_->wait();
  is_waiting_ = false;
  if (!goes_on) return std::unexpected(goes_on.error());
  if (*goes_on) return std::nullopt;
  is_over_ = true;
  return cut_all();
}

void line_reader::take_in(std::size_t bytes) {
  char* const begin = block_.get() + filled_;
  if (is_dropping_) {
    const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', bytes));
    const auto dropped = end == nullptr ? bytes : static_cast<std::size_t>(end - begin) + 1;
    offset_ += dropped;
    bytes -= dropped;
    is_dropping_ = end == nullptr;
    std::memmove(begin, begin + dropped, bytes);
  }
  const auto* const newline = static_cast<const char*>(::memrchr(begin, '\n', bytes));
  filled_ += bytes;
  if (newline != nullptr) whole_ = static_cast<std::size_t>(newline - block_.get()) + 1;
}

/// The block is full: its whole lines go; a line longer than the block gets a larger one, up to the limit, where it is
/// cut.
std::optional<text_chunk> line_reader::make_room() {
  if (whole_ > 0) return cut(whole_);
  const auto longest = options_.line_bytes_max + cut_margin_bytes;
  if (filled_ >= longest) {
    auto piece = cut(filled_);
    is_dropping_ = true;
    return piece;
  }
  const auto bytes = std::min(longest, block_bytes_ * 2);
  auto larger = make_block(bytes);
  std::memcpy(larger.get(), block_.get(), filled_);
  use_block(std::move(larger), bytes);
  return std::nullopt;
}

/// The first `length` bytes as a chunk; what is behind them moves to a new block.
text_chunk line_reader::cut(std::size_t length) {
  text_chunk chunk;
  chunk.text = {block_.get(), length};
  chunk.first_line = next_line_;
  chunk.offset = offset_;
  const auto rest = filled_ - length;
  auto fresh = pool_->block_bytes() > rest ? pool_->take() : make_block(rest * 2);
  const auto fresh_bytes = pool_->block_bytes() > rest ? pool_->block_bytes() : rest * 2;
  std::memcpy(fresh.get(), block_.get() + length, rest);

  next_line_ += static_cast<std::uint64_t>(std::count(chunk.text.begin(), chunk.text.end(), '\n'));
  if (!chunk.text.ends_with('\n')) ++next_line_;
  offset_ += length;
  filled_ = rest;
  whole_ = 0;
  chunk.owner = std::move(block_);
  use_block(std::move(fresh), fresh_bytes);
  return chunk;
}

std::optional<text_chunk> line_reader::cut_all() {
  if (filled_ == 0) return std::nullopt;
  return cut(filled_);
}

void line_reader::use_block(std::shared_ptr<char[]> block, std::size_t bytes) {
  block_ = std::move(block);
  block_bytes_ = bytes;
}

} // namespace io
