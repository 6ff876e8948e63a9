#include "core/contract/json_value.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/error.hpp"

namespace core::contract {

value_view value_view::of(bool from) {
  value_view made;
  made.kind_ = value_kind::boolean;
  made.boolean_ = from;
  return made;
}

value_view value_view::of(std::int64_t from) {
  value_view made;
  made.kind_ = value_kind::integer;
  made.integer_ = from;
  return made;
}

value_view value_view::of(std::uint64_t from) {
  if (from <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return of(static_cast<std::int64_t>(from));
  value_view made;
  made.kind_ = value_kind::natural;
  made.natural_ = from;
  return made;
}

value_view value_view::of(double from) {
  value_view made;
  made.kind_ = value_kind::real;
  made.real_ = from;
  return made;
}

value_view value_view::of(std::string_view from) {
  value_view made;
  made.kind_ = value_kind::string;
  made.size_ = static_cast<std::uint32_t>(from.size());
  made.text_ = from.data();
  return made;
}

value_view value_view::of_written(std::string_view number) {
  auto made = of(number);
  made.kind_ = value_kind::written;
  return made;
}

value_view value_view::of(std::span<const value_view> from) {
  value_view made;
  made.kind_ = value_kind::array;
  made.size_ = static_cast<std::uint32_t>(from.size());
  made.items_ = from.data();
  return made;
}

value_view value_view::of(std::span<const member_view> from) {
  value_view made;
  made.kind_ = value_kind::object;
  made.size_ = static_cast<std::uint32_t>(from.size());
  made.members_ = from.data();
  return made;
}

value_view value_view::find(std::string_view name) const {
  if (kind_ != value_kind::object) return {};
  for (auto at = size_; at > 0; --at)
    if (members_[at - 1].name == name) return members_[at - 1].value;
  return {};
}

bool value_view::is_true() const noexcept {
  switch (kind_) {
  case value_kind::null: return false;
  case value_kind::boolean: return boolean_;
  case value_kind::string:
  case value_kind::array:
  case value_kind::object: return size_ > 0;
  default: return true;
  }
}

double value_view::as_double() const {
  switch (kind_) {
  case value_kind::integer: return static_cast<double>(integer_);
  case value_kind::natural: return static_cast<double>(natural_);
  case value_kind::real: return real_;
  default: return std::strtod(std::string(text()).c_str(), nullptr);
  }
}

namespace {

__extension__ using wide = __int128;

bool is_short_whole(value_view of) { return of.kind() == value_kind::integer || of.kind() == value_kind::natural; }

wide wide_of(value_view of) { return of.kind() == value_kind::integer ? wide{of.integer()} : wide{of.natural()}; }

/// The text of a whole number, or empty when it has a fraction or an exponent.
std::string whole_text(value_view of) {
  if (of.kind() == value_kind::integer) return std::to_string(of.integer());
  if (of.kind() == value_kind::natural) return std::to_string(of.natural());
  if (of.kind() == value_kind::real || of.text().find_first_of(".eE") != std::string_view::npos) return {};
  return of.text() == "-0" ? "0" : std::string(of.text());
}

/// Holds every 64-bit whole number exactly where it has 64 bits of digits (x86), so that the order is total. Fractions
/// are the nearest double, so that what was calculated equals what was written.
long double long_double_of(value_view of) {
  return is_short_whole(of) ? static_cast<long double>(wide_of(of)) : of.as_double();
}

int order_of(auto a, auto b) { return a < b ? -1 : (b < a ? 1 : 0); }

/// Whole numbers as JSON writes them: no leading zeros.
int compare_whole_texts(std::string_view a, std::string_view b) {
  const bool below_a = a.starts_with('-');
  const bool below_b = b.starts_with('-');
  if (below_a != below_b) return below_a ? -1 : 1;
  const int order = a.size() != b.size() ? order_of(a.size(), b.size()) : order_of(a, b);
  return below_a ? -order : order;
}

std::vector<member_view> sorted_members(value_view of) {
  std::vector<member_view> all(of.members().begin(), of.members().end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::vector<member_view> last;
  for (const auto& one : all) {
    if (!last.empty() && last.back().name == one.name)
      last.back() = one;
    else
      last.push_back(one);
  }
  return last;
}

} // namespace

int compare_numbers(value_view a, value_view b) {
  if (is_short_whole(a) && is_short_whole(b)) return order_of(wide_of(a), wide_of(b));
  const auto whole_a = whole_text(a);
  const auto whole_b = whole_text(b);
  if (!whole_a.empty() && !whole_b.empty()) return compare_whole_texts(whole_a, whole_b);
  return order_of(long_double_of(a), long_double_of(b));
}

bool is_equal(value_view a, value_view b, std::size_t& steps, std::size_t steps_max) {
  if (++steps > steps_max) return false;
  if (a.is_number() && b.is_number()) return compare_numbers(a, b) == 0;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
  case value_kind::null: return true;
  case value_kind::boolean: return a.boolean() == b.boolean();
  case value_kind::string: return a.text() == b.text();
  case value_kind::array:
    return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
                      [&](auto x, auto y) { return is_equal(x, y, steps, steps_max); });
  default: break;
  }
  const auto of_a = sorted_members(a);
  const auto of_b = sorted_members(b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), [&](const auto& x, const auto& y) {
    return x.name == y.name && is_equal(x.value, y.value, steps, steps_max);
  });
}

} // namespace core::contract
