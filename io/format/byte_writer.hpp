#pragma once
// Appends to a text through a bare pointer: room is asked for once a row instead of once a piece. Short-lived; one
// thread.

#include <cstring>
#include <string>
#include <string_view>

namespace io {

class byte_writer {
public:
  explicit byte_writer(std::string& out) : out_(out), at_(out.data() + out.size()), end_(at_) {}
  byte_writer(const byte_writer&) = delete;
  byte_writer& operator=(const byte_writer&) = delete;
  ~byte_writer() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }

  /// Makes room for `size` more bytes.
  void reserve(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) grow(size);
  }
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(at_ - out_.data()); }
  /// Where the next byte goes; within what was reserved.
  [[nodiscard]] char* at() noexcept { return at_; }
  void move_to(char* at) noexcept { at_ = at; }
  void put(char c) noexcept { *at_++ = c; }
  void put(std::string_view text) noexcept {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }

private:
  void grow(std::size_t size) {
    const auto used = static_cast<std::size_t>(at_ - out_.data());
    const auto wanted = used + used / 2 + size + 4096;
    out_.resize_and_overwrite(wanted, [](char*, std::size_t count) { return count; });
    at_ = out_.data() + used;
    end_ = out_.data() + out_.size();
  }

  std::string& out_;
  char* at_;
  char* end_;
};

/// A short constant text, copied in blocks of sixteen bytes; needs up to fifteen bytes more room than its size.
class text_piece {
public:
  explicit text_piece(std::string_view text) : bytes_(text), size_(text.size()) {
    bytes_.resize((size_ + 15) / 16 * 16);
  }

  [[nodiscard]] std::size_t room() const noexcept { return bytes_.size(); }
  char* write(char* to) const noexcept {
    const char* const from = bytes_.data();
    for (std::size_t i = 0; i < size_; i += 16) std::memcpy(to + i, from + i, 16);
    return to + size_;
  }

private:
  std::string bytes_;
  std::size_t size_;
};

} // namespace io
