// INET_ATON and INET_NTOA: IPv4 addresses as numbers.
#include <fmt/format.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// One byte, in decimal digits.
std::optional<int64_t> take_byte(string_view& text) {
  int64_t value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && value <= 255)
    value = value * 10 + (text[digits++] - '0');
  if (digits == 0 || value > 255) return {};
  text.remove_prefix(digits);
  return value;
}

/// Of fewer than four numbers the last one is the last byte: 127.1 is 127.0.0.1. NULL when the text is no address.
std::optional<int64_t> inet_aton(string_view text) {
  int64_t address = 0;
  for (int place = 3; place >= 0; --place) {
    const auto byte = take_byte(text);
    if (!byte) return {};
    if (text.empty()) return address | *byte;
    address |= *byte << (8 * place);
    if (text[0] != '.') return {};
    text.remove_prefix(1);
  }
  return {};
}

bool inet_ntoa(std::string& out, int64_t address) {
  if (address < 0 || address > 0xFFFF'FFFF) return false;
  out = fmt::format("{}.{}.{}.{}", address >> 24, (address >> 16) & 0xFF, (address >> 8) & 0xFF, address & 0xFF);
  return true;
}

constexpr function_entry entries[] = {
    {"INET_ATON",
     [](std::span<const argument> arguments, string_view) {
       return settle({"INET_ATON", {want::text}}, arguments, int64_type(),
                     row_kernel<string_view>(int64_type(), inet_aton));
     },
     "INET_ATON(text)", "The IPv4 address as a number; NULL when it is none."},
    {"INET_NTOA",
     [](std::span<const argument> arguments, string_view) {
       return settle({"INET_NTOA", {want::integer}}, arguments, string_type(), text_kernel<int64_t>(inet_ntoa));
     },
     "INET_NTOA(number)", "The number as an IPv4 address; NULL when it is none."},
};

} // namespace

family inet_functions() { return entries; }

} // namespace core::expr::functions
