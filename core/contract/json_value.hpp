#pragma once
// A JSON value as rules and JMESPath see it: sixteen bytes, copied freely, pointing into the arena and the text that it
// was read from, which must outlive it. Immutable. Numbers are exact: whole numbers of 64 bits as such; every other
// number of a document (fractions, exponents, longer ones) stays the text it was written as, and counts as a double
// only where it is calculated with.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace core::contract {

enum class value_kind : std::uint8_t {
  null,
  boolean,
  integer, ///< int64
  natural, ///< uint64 beyond int64
  real,    ///< A double that was calculated; always finite.
  written, ///< A number as the document wrote it.
  string,
  array,
  object,
};

struct member_view;

class value_view {
public:
  constexpr value_view() : integer_(0) {}
  static value_view of(bool from);
  static value_view of(std::int64_t from);
  static value_view of(std::uint64_t from); ///< An integer when it fits.
  static value_view of(double from);
  static value_view of(std::string_view from);
  static value_view of(const char*) = delete; // It would become a boolean.
  static value_view of_written(std::string_view number);
  static value_view of(std::span<const value_view> from);
  static value_view of(std::span<const member_view> from);

  [[nodiscard]] value_kind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_null() const noexcept { return kind_ == value_kind::null; }
  [[nodiscard]] bool is_number() const noexcept { return kind_ >= value_kind::integer && kind_ <= value_kind::written; }
  [[nodiscard]] bool is_string() const noexcept { return kind_ == value_kind::string; }
  [[nodiscard]] bool is_array() const noexcept { return kind_ == value_kind::array; }
  [[nodiscard]] bool is_object() const noexcept { return kind_ == value_kind::object; }

  /// Each for its own kind.
  [[nodiscard]] bool boolean() const noexcept { return boolean_; }
  [[nodiscard]] std::int64_t integer() const noexcept { return integer_; }
  [[nodiscard]] std::uint64_t natural() const noexcept { return natural_; }
  [[nodiscard]] double real() const noexcept { return real_; }
  [[nodiscard]] std::string_view text() const noexcept { return {text_, size_}; } ///< Also of a written number.
  [[nodiscard]] std::span<const value_view> items() const noexcept { return {items_, size_}; }
  [[nodiscard]] std::span<const member_view> members() const noexcept;

  /// The member of that name, or null (also of what is no object). Of several of one name the last holds.
  [[nodiscard]] value_view find(std::string_view name) const;
  /// As JMESPath has it: null, false, and what is empty are false.
  [[nodiscard]] bool is_true() const noexcept;
  /// Any number as a double, which may be infinite for a written one.
  [[nodiscard]] double as_double() const;

private:
  value_kind kind_ = value_kind::null;
  std::uint32_t size_ = 0;
  union {
    bool boolean_;
    std::int64_t integer_;
    std::uint64_t natural_;
    double real_;
    const char* text_;
    const value_view* items_;
    const member_view* members_;
  };
};
static_assert(sizeof(value_view) == 16);

struct member_view {
  std::string_view name{};
  value_view value{};
};

inline std::span<const member_view> value_view::members() const noexcept { return {members_, size_}; }

/// Order of two numbers, exact for whole numbers of any length. -1, 0, 1.
[[nodiscard]] int compare_numbers(value_view a, value_view b);

/// Deep equality; the order of members does not matter. `steps` counts the values looked at: beyond `steps_max` the
/// answer is false and means nothing.
[[nodiscard]] bool is_equal(value_view a, value_view b, std::size_t& steps, std::size_t steps_max);

} // namespace core::contract
