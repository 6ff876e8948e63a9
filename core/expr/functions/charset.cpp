// ENCODE and DECODE in the character sets that every Java has.
#include <array>

#include <fmt/format.h>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

enum class charset : std::uint8_t { us_ascii, iso_8859_1, utf_8, utf_16be, utf_16le, utf_16 };

struct charset_name {
  string_view name;
  charset set;
};
constexpr std::array charset_names{
    charset_name{"US-ASCII", charset::us_ascii}, charset_name{"ISO-8859-1", charset::iso_8859_1},
    charset_name{"UTF-8", charset::utf_8},       charset_name{"UTF-16BE", charset::utf_16be},
    charset_name{"UTF-16LE", charset::utf_16le}, charset_name{"UTF-16", charset::utf_16}};

std::optional<charset> find_charset(string_view name) {
  std::string upper(name);
  for (auto& byte : upper)
    if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 32);
  for (const auto& known : charset_names)
    if (known.name == upper) return known.set;
  return {};
}

std::string unknown(string_view name) {
  return fmt::format("unknown character set: {}: it must be US-ASCII, ISO-8859-1, UTF-8, UTF-16BE, UTF-16LE or UTF-16",
                     name);
}

void append_unit(std::string& out, std::uint32_t unit, bool little) {
  const auto high = static_cast<char>((unit >> 8U) & 0xFFU);
  const auto low = static_cast<char>(unit & 0xFFU);
  out.push_back(little ? low : high);
  out.push_back(little ? high : low);
}

void append_utf_16(std::string& out, std::uint32_t point, bool little) {
  if (point < 0x10000) return append_unit(out, point, little);
  append_unit(out, 0xD800U + ((point - 0x10000U) >> 10U), little);
  append_unit(out, 0xDC00U + ((point - 0x10000U) & 0x3FFU), little);
}

void append_encoded(std::string& out, string_view text, charset set) {
  if (set == charset::utf_8) return void(out.append(text));
  if (set == charset::utf_16 && !text.empty()) append_unit(out, 0xFEFF, false);
  const std::uint32_t single_max = set == charset::us_ascii ? 0x7F : 0xFF;
  while (!text.empty()) {
    const auto point = decode_point(text);
    text.remove_prefix(point.size);
    if (set >= charset::utf_16be)
      append_utf_16(out, point.point, set == charset::utf_16le);
    else
      out.push_back(point.point > single_max ? '?' : static_cast<char>(point.point));
  }
}

std::uint32_t unit_at(string_view bytes, bool little) {
  const auto first = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[0]));
  const auto second = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[1]));
  return little ? first | (second << 8U) : (first << 8U) | second;
}

void append_from_utf_16(std::string& out, string_view bytes, charset set) {
  bool little = set == charset::utf_16le;
  if (set == charset::utf_16 && bytes.size() >= 2) {
    const auto mark = unit_at(bytes, false);
    little = mark == 0xFFFE;
    if (mark == 0xFFFE || mark == 0xFEFF) bytes.remove_prefix(2);
  }
  while (bytes.size() >= 2) {
    auto point = unit_at(bytes, little);
    bytes.remove_prefix(2);
    if (point >= 0xD800 && point < 0xE000) {
      const auto next = bytes.size() >= 2 ? unit_at(bytes, little) : 0;
      const bool pair = point < 0xDC00 && next >= 0xDC00 && next < 0xE000;
      if (pair) bytes.remove_prefix(2);
      point = pair ? 0x10000U + ((point - 0xD800U) << 10U) + (next - 0xDC00U) : 0xFFFDU;
    }
    append_point(out, point);
  }
  if (!bytes.empty()) append_point(out, 0xFFFD);
}

void append_decoded(std::string& out, string_view bytes, charset set) {
  if (set >= charset::utf_16be) return append_from_utf_16(out, bytes, set);
  while (!bytes.empty()) {
    const auto byte = static_cast<unsigned char>(bytes[0]);
    decoded_point point{byte, 1};
    if (set == charset::utf_8)
      point = decode_point(bytes);
    else if (set == charset::us_ascii && byte > 0x7F)
      point.point = 0xFFFD;
    append_point(out, point.point);
    bytes.remove_prefix(point.size);
  }
}

using converter = void (*)(std::string& out, string_view from, charset set);

template <converter convert>
result<overload> converted(string_view name, want from, const data_type& to, std::span<const argument> arguments) {
  const shape form{name, {from, want::text}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  if (const auto set = literal_text(arguments[1]); set && !find_charset(*set))
    return fail(errc::bad_value, unknown(*set));
  return settle(form, arguments, to,
                text_kernel<string_view, string_view>(
                    [](std::string& out, string_view text, string_view named) -> outcome<bool> {
                      const auto set = find_charset(named);
                      if (!set) return std::unexpected(unknown(named));
                      convert(out, text, *set);
                      return true;
                    },
                    to));
}

constexpr function_entry entries[] = {
    {"ENCODE",
     [](std::span<const argument> arguments, string_view) {
       return converted<append_encoded>("ENCODE", want::text, simple_type(type_kind::bytes), arguments);
     },
     "ENCODE(text, charset)", "The text as bytes of a character set."},
    {"DECODE",
     [](std::span<const argument> arguments, string_view) {
       return converted<append_decoded>("DECODE", want::bytes, string_type(), arguments);
     },
     "DECODE(bytes, charset)", "The text that the bytes hold in a character set."},
};

} // namespace

family charset_functions() { return entries; }

} // namespace core::expr::functions
