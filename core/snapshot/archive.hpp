#pragma once
// Saved state as bytes: what an operator writes and, after a restart, reads back. Numbers are little-endian; nothing is
// aligned. Plain values; one thread at a time.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace core::snapshot {

class state_writer {
public:
  /// A value of fixed width, as it lies in memory.
  template <class T>
  void plain(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    raw(&value, sizeof(T));
  }
  void flag(bool value) { bytes_.push_back(value ? '\1' : '\0'); }
  /// Small numbers take one byte (LEB128).
  void number(std::uint64_t value);
  /// May hold any bytes.
  void text(std::string_view value);
  void raw(const void* from, std::size_t bytes) { bytes_.append(static_cast<const char*>(from), bytes); }

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

private:
  std::string bytes_{};
};

/// Reads what a `state_writer` wrote. Bytes that do not fit make it `failed`: from there on every value is zero or
/// empty, and no count makes a loop long. Views are good as long as the bytes are.
class state_reader {
public:
  explicit state_reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  [[nodiscard]] T plain() {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, bool>);
    T value{};
    raw(&value, sizeof(T));
    return value;
  }
  [[nodiscard]] bool flag() { return plain<std::uint8_t>() != 0; }
  [[nodiscard]] std::uint64_t number();
  /// How many things follow, each of at least one byte.
  [[nodiscard]] std::size_t count();
  [[nodiscard]] std::string_view text();
  /// A view of the next bytes.
  [[nodiscard]] std::string_view view(std::uint64_t bytes);
  void raw(void* to, std::size_t bytes);

  void fail() noexcept {
    failed_ = true;
    rest_ = {};
  }
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }

private:
  std::string_view rest_;
  bool failed_ = false;
};

} // namespace core::snapshot
