// UPPER, LOWER, INITCAP. Letters beyond ASCII are mapped as Unicode says for no language in particular, as Java's
// Locale.ROOT does.
#include <algorithm>

#include <unicode/bytestream.h>
#include <unicode/casemap.h>

#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

constexpr char to_upper(char byte) { return byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 32) : byte; }
constexpr char to_lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte; }
constexpr bool is_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

using unicode_map = void (*)(const char* locale, std::uint32_t options, icu::StringPiece from, icu::ByteSink& to,
                             icu::Edits* edits, UErrorCode& fault);

template <char (*map_byte)(char), unicode_map map_text>
void map_case(std::string& out, std::string_view text) {
  if (is_ascii(text)) {
    out.resize(text.size());
    std::transform(text.begin(), text.end(), out.begin(), map_byte);
    return;
  }
  icu::StringByteSink<std::string> sink(&out);
  UErrorCode fault = U_ZERO_ERROR;
  map_text("", 0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink, nullptr, fault);
}

/// Words are runs of ASCII letters and digits, as Flink has it: other letters stay and divide words.
void init_cap(std::string& out, std::string_view text) {
  bool in_word = false;
  for (const char byte : text) {
    out.push_back(in_word ? to_lower(byte) : to_upper(byte));
    in_word = is_word(byte);
  }
}

template <class F>
result<overload> one_text(std::string_view name, std::span<const argument> arguments, F f) {
  return settle({name, {want::text}}, arguments, string_type(), text_kernel<std::string_view>(f));
}

constexpr function_entry entries[] = {
    {"UPPER",
     [](std::span<const argument> arguments, std::string_view) {
       return one_text("UPPER", arguments, map_case<to_upper, icu::CaseMap::utf8ToUpper>);
     },
     "UPPER(text)", "The text in upper case."},
    {"LOWER",
     [](std::span<const argument> arguments, std::string_view) {
       return one_text("LOWER", arguments, map_case<to_lower, icu::CaseMap::utf8ToLower>);
     },
     "LOWER(text)", "The text in lower case."},
    {"INITCAP",
     [](std::span<const argument> arguments, std::string_view) { return one_text("INITCAP", arguments, init_cap); },
     "INITCAP(text)", "The first letter of each word in upper case, the others in lower case."},
};

} // namespace

family text_case_functions() { return entries; }

} // namespace core::expr::functions
