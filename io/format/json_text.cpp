#include "io/format/json_text.hpp"

#include <array>

#include "io/format/json_walk.hpp"
#include "io/format/number_token.hpp"

namespace io {

namespace {

constexpr char hex_upper[] = "0123456789ABCDEF";

/// 0: as it is; 1: by number; else the letter behind the backslash.
constexpr auto escapes = [] {
  std::array<char, 256> made{};
  for (std::size_t i = 0; i < 0x20; ++i) made[i] = 1;
  made['\b'] = 'b';
  made['\f'] = 'f';
  made['\n'] = 'n';
  made['\r'] = 'r';
  made['\t'] = 't';
  made['"'] = '"';
  made['\\'] = '\\';
  return made;
}();

char* write_unit(char* to, std::uint32_t unit) {
  *to++ = '\\';
  *to++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *to++ = hex_upper[unit >> shift & 0xF];
  return to;
}

/// Four bytes of UTF-8 (the start of one code point) as a surrogate pair.
char* write_pair(char* to, const char* at) {
  const auto byte = [at](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(at[i])); };
  const auto point =
      ((byte(0) & 7) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F)) - 0x10000;
  to = write_unit(to, 0xD800 + (point >> 10));
  return write_unit(to, 0xDC00 + (point & 0x3FF));
}

} // namespace

char* write_escaped(char* to, std::string_view text, bool astral_escaped) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const auto byte = static_cast<unsigned char>(*at);
    if (escapes[byte] == 1) {
      to = write_unit(to, byte);
    } else if (escapes[byte] != 0) {
      *to++ = '\\';
      *to++ = escapes[byte];
    } else if (byte >= 0xF0 && astral_escaped && end - at >= 4) {
      to = write_pair(to, at);
      at += 3;
    } else {
      *to++ = *at;
    }
    ++at;
  }
  return to;
}

void append_escaped(std::string& out, std::string_view text, bool astral_escaped) {
  const auto before = out.size();
  out.resize_and_overwrite(before + escaped_bytes_max(text.size()), [&](char* data, std::size_t) {
    return static_cast<std::size_t>(write_escaped(data + before, text, astral_escaped) - data);
  });
}

namespace {

class compact_writer {
public:
  compact_writer(std::string& out, number_style numbers) : out_(out), numbers_(numbers) {}

  void string(std::string_view raw, bool escaped) {
    out_ += '"';
    if (escaped) {
      plain_.resize(raw.size());
      plain_.resize(static_cast<std::size_t>(unescape_to(raw, plain_.data()) - plain_.data()));
      append_escaped(out_, plain_, false);
    } else {
      out_ += raw;
    }
    out_ += '"';
  }
  void number(std::string_view token, bool integral) {
    if (numbers_ == number_style::tree)
      append_tree_number(out_, token, integral);
    else
      append_variant_number(out_, token, integral);
  }
  void word(std::string_view text) { out_ += text; }
  void mark(char c) { out_ += c; }

private:
  std::string& out_;
  std::string plain_{};
  number_style numbers_;
};

} // namespace

bool append_compact(json_cursor& in, number_style numbers, std::string& out) {
  compact_writer writer(out, numbers);
  return in.walk_value(writer);
}

} // namespace io
