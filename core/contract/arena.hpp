#pragma once
// Memory that is taken piece by piece and given back all at once: the documents and results of one event. Owned by
// whoever works on that event; one thread. Holds only what needs no destructor.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

namespace core::contract {

class arena {
public:
  /// Room for `count` values of type T, not yet made.
  template <class T>
  [[nodiscard]] T* room(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignof(std::max_align_t));
    return static_cast<T*>(take(count * sizeof(T)));
  }

  [[nodiscard]] std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    auto* to = room<char>(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  /// Everything taken so far is gone; the first chunk stays for the next event.
  void reset() {
    if (chunks_.size() > 1) chunks_.resize(1);
    left_ = chunks_.empty() ? 0 : chunk_bytes;
    used_ = 0;
  }

  [[nodiscard]] std::size_t used() const noexcept { return used_; }

private:
  static constexpr std::size_t chunk_bytes = std::size_t{64} << 10U;

  void* take(std::size_t bytes) {
    constexpr auto step = alignof(std::max_align_t);
    bytes = (bytes + step - 1) / step * step;
    used_ += bytes;
    if (bytes > left_) {
      size_ = chunks_.empty() ? std::max(chunk_bytes, bytes) : std::max(2 * chunk_bytes, bytes);
      // The first chunk has one size always, so that it can be used again.
      if (chunks_.empty() && size_ > chunk_bytes) chunks_.push_back(std::make_unique<std::byte[]>(chunk_bytes));
      chunks_.push_back(std::make_unique<std::byte[]>(size_));
      left_ = size_;
    } else if (chunks_.size() == 1) {
      size_ = chunk_bytes;
    }
    auto* at = chunks_.empty() ? nullptr : chunks_.back().get() + (size_ - left_);
    left_ -= bytes;
    return at;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_{};
  std::size_t size_ = 0; ///< Of the last chunk.
  std::size_t left_ = 0; ///< In the last chunk.
  std::size_t used_ = 0;
};

} // namespace core::contract
