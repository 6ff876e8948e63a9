// Texts as numbers and bytes: ASCII, CHR, BIN, HEX, UNHEX, TO_BASE64, FROM_BASE64.
#include <array>

#include <fmt/format.h>

#include "core/expr/functions/base64.hpp"
#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

/// The first byte as Java has bytes: from -128 on.
int64_t ascii(string_view text) { return text.empty() ? 0 : static_cast<signed char>(text[0]); }

void chr(std::string& out, int64_t number) {
  if (number >= 0) append_point(out, static_cast<std::uint32_t>(number & 0xFF));
}

constexpr string_view hex_digits = "0123456789ABCDEF";

void hex_of_text(std::string& out, string_view bytes) {
  for (const char byte : bytes) {
    out.push_back(hex_digits[static_cast<unsigned char>(byte) >> 4U]);
    out.push_back(hex_digits[static_cast<unsigned char>(byte) & 0xFU]);
  }
}

result<overload> hex(std::span<const argument> arguments) {
  if (!arguments.empty() && is_integer(arguments[0].type.kind))
    return settle({"HEX", {want::integer}}, arguments, string_type(),
                  text_kernel<int64_t>([](std::string& out, int64_t number) {
                    out = fmt::format("{:X}", static_cast<std::uint64_t>(number));
                  }));
  return settle({"HEX", {want::text_or_bytes}}, arguments, string_type(), text_kernel<string_view>(hex_of_text));
}

void bin(std::string& out, int64_t number) { out = fmt::format("{:b}", static_cast<std::uint64_t>(number)); }

int digit_of(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char low = static_cast<char>(byte | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/// Of an odd count of digits the first becomes a zero byte, as on Flink. NULL for anything else than digits.
bool unhex(std::string& out, string_view digits) {
  if (digits.size() % 2 == 1) {
    if (digit_of(digits[0]) < 0) return false;
    out.push_back('\0');
    digits.remove_prefix(1);
  }
  for (; !digits.empty(); digits.remove_prefix(2)) {
    const auto high = digit_of(digits[0]);
    const auto low = digit_of(digits[1]);
    if (high < 0 || low < 0) return false;
    out.push_back(static_cast<char>(high * 16 + low));
  }
  return true;
}

constexpr std::array<signed char, 256> base64_values() {
  std::array<signed char, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < base64_digits.size(); ++i)
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<signed char>(i);
  return values;
}

outcome<bool> from_base64(std::string& out, string_view text) {
  static constexpr auto values = base64_values();
  auto digits = text;
  for (int i = 0; i < 2 && digits.ends_with('='); ++i) digits.remove_suffix(1);
  const bool padded = digits.size() != text.size();
  if (digits.size() % 4 == 1 || (padded && text.size() % 4 != 0))
    return std::unexpected(fmt::format("base64 text has a wrong length: {}", text));
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto value = values[static_cast<unsigned char>(digits[i])];
    if (value < 0) return std::unexpected(fmt::format("base64 text has a wrong character: {}", text));
    group = (group << 6U) | static_cast<std::uint32_t>(value);
    if (i % 4 > 0) out.push_back(static_cast<char>((group >> (6U - 2U * (i % 4))) & 0xFFU));
  }
  return true;
}

constexpr function_entry entries[] = {
    {"ASCII",
     [](std::span<const argument> arguments, string_view) {
       return settle({"ASCII", {want::text}}, arguments, int32_type(), row_kernel<string_view>(int32_type(), ascii));
     },
     "ASCII(text)", "The number of the first byte; 0 when the text is empty."},
    {"CHR",
     [](std::span<const argument> arguments, string_view) {
       return settle({"CHR", {want::integer}}, arguments, string_type(), text_kernel<int64_t>(chr));
     },
     "CHR(number)", "The character of that number (of its last eight bits)."},
    {"BIN",
     [](std::span<const argument> arguments, string_view) {
       return settle({"BIN", {want::integer}}, arguments, string_type(), text_kernel<int64_t>(bin));
     },
     "BIN(integer)", "The number in binary digits."},
    {"HEX", [](std::span<const argument> arguments, string_view) { return hex(arguments); }, "HEX(integer or text)",
     "The number, or the text's bytes, in hexadecimal digits."},
    {"UNHEX",
     [](std::span<const argument> arguments, string_view) {
       return settle({"UNHEX", {want::text}}, arguments, simple_type(type_kind::bytes),
                     text_kernel<string_view>(unhex, simple_type(type_kind::bytes)));
     },
     "UNHEX(text)", "The bytes written in hexadecimal digits; NULL when there are others."},
    {"TO_BASE64",
     [](std::span<const argument> arguments, string_view) {
       return settle({"TO_BASE64", {want::text_or_bytes}}, arguments, string_type(),
                     text_kernel<string_view>(append_base64));
     },
     "TO_BASE64(text)", "The text in base64."},
    {"FROM_BASE64",
     [](std::span<const argument> arguments, string_view) {
       return settle({"FROM_BASE64", {want::text_or_bytes}}, arguments, string_type(),
                     text_kernel<string_view>(from_base64));
     },
     "FROM_BASE64(text)", "The text that was written in base64."},
};

} // namespace

family text_code_functions() { return entries; }

} // namespace core::expr::functions
