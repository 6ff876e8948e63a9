#include "core/contract/json_parser.hpp"

#include <charconv>

#include <fmt/format.h>
#include <simdjson.h>

namespace core::contract {

result<value_view> json_parser::parse(std::string_view text, arena& memory) {
  if (text.size() > json_bytes_max)
    return fail(errc::limit, fmt::format("json longer than {} bytes: {}", json_bytes_max, text.size()));
  if (!simdjson::validate_utf8(text.data(), text.size())) return fail(errc::syntax, "json is not utf-8");
  at_ = text.data();
  end_ = text.data() + text.size();
  memory_ = &memory;
  clear();
  value_view made;
  bool good = value(made);
  if (good) {
    skip_blanks();
    if (at_ != end_) good = refuse("text behind the value");
  }
  if (good) return made;
  return fail(errc::syntax, fmt::format("not json: {} at byte {}", why_, at_ - text.data()));
}

/// Room that one huge document took is given back; that of usual ones stays.
void json_parser::clear() {
  constexpr std::size_t kept_max = 65'536;
  if (items_.capacity() > kept_max) items_ = {};
  if (members_.capacity() > kept_max) members_ = {};
  if (unescaped_.capacity() > kept_max) unescaped_ = {};
  depth_ = 0;
  items_.clear();
  members_.clear();
}

bool json_parser::refuse(const char* why) {
  why_ = why;
  return false;
}

void json_parser::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
}

bool json_parser::value(value_view& into) {
  skip_blanks();
  if (at_ == end_) return refuse("the text ends early");
  switch (*at_) {
  case '{': return object(into);
  case '[': return array(into);
  case '"': {
    std::string_view text;
    if (!string(text)) return false;
    into = value_view::of(text);
    return true;
  }
  case 't': into = value_view::of(true); return word("true");
  case 'f': into = value_view::of(false); return word("false");
  case 'n': into = value_view(); return word("null");
  default: return number(into);
  }
}

bool json_parser::word(std::string_view expected) {
  if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(expected)) return refuse("no such word");
  at_ += expected.size();
  return true;
}

/// Behind an element: a comma goes on, `end` is the end.
bool json_parser::close(char end, bool& done) {
  skip_blanks();
  if (at_ == end_) return refuse("the text ends early");
  done = *at_ == end;
  if (!done && *at_ != ',') return refuse("neither a comma nor the end");
  ++at_;
  return true;
}

bool json_parser::array(value_view& into) {
  if (++depth_ > json_depth_max) return refuse("nested too deeply");
  ++at_;
  skip_blanks();
  const auto first = items_.size();
  bool done = at_ != end_ && *at_ == ']';
  if (done) ++at_;
  while (!done) {
    value_view item;
    if (!value(item)) return false;
    items_.push_back(item);
    if (!close(']', done)) return false;
  }
  const auto count = items_.size() - first;
  auto* kept = memory_->room<value_view>(count);
  std::copy(items_.begin() + static_cast<std::ptrdiff_t>(first), items_.end(), kept);
  items_.resize(first);
  into = value_view::of(std::span<const value_view>(kept, count));
  --depth_;
  return true;
}

bool json_parser::object(value_view& into) {
  if (++depth_ > json_depth_max) return refuse("nested too deeply");
  ++at_;
  skip_blanks();
  const auto first = members_.size();
  bool done = at_ != end_ && *at_ == '}';
  if (done) ++at_;
  while (!done) {
    skip_blanks();
    if (at_ == end_ || *at_ != '"') return refuse("no name of a member");
    member_view one;
    if (!string(one.name)) return false;
    skip_blanks();
    if (at_ == end_ || *at_ != ':') return refuse("no colon");
    ++at_;
    if (!value(one.value)) return false;
    members_.push_back(one);
    if (!close('}', done)) return false;
  }
  const auto count = members_.size() - first;
  auto* kept = memory_->room<member_view>(count);
  std::copy(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end(), kept);
  members_.resize(first);
  into = value_view::of(std::span<const member_view>(kept, count));
  --depth_;
  return true;
}

namespace {

const char* skip_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

/// The end of the number that begins at `at`, or nullptr; `is_whole` when it has neither fraction nor exponent.
const char* number_end(const char* at, const char* end, bool& is_whole) {
  is_whole = true;
  if (at != end && *at == '-') ++at;
  const auto* digits = at;
  at = skip_digits(at, end);
  if (at == digits || (*digits == '0' && at - digits > 1)) return nullptr;
  if (at != end && *at == '.') {
    is_whole = false;
    digits = ++at;
    at = skip_digits(at, end);
    if (at == digits) return nullptr;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    is_whole = false;
    ++at;
    if (at != end && (*at == '+' || *at == '-')) ++at;
    digits = at;
    at = skip_digits(at, end);
    if (at == digits) return nullptr;
  }
  return at;
}

} // namespace

bool json_parser::number(value_view& into) {
  bool is_whole = true;
  const auto* end = number_end(at_, end_, is_whole);
  if (end == nullptr) return refuse("no value");
  const std::string_view text(at_, static_cast<std::size_t>(end - at_));
  at_ = end;
  std::int64_t small = 0;
  std::uint64_t large = 0;
  if (is_whole && text != "-0" && std::from_chars(text.data(), end, small).ec == std::errc())
    into = value_view::of(small);
  else if (is_whole && text[0] != '-' && std::from_chars(text.data(), end, large).ec == std::errc())
    into = value_view::of(large);
  else
    into = value_view::of_written(text);
  return true;
}

namespace {

/// The first byte from `at` that ends a plain run of a string: a quote, a backslash, a control character.
const char* plain_end(const char* at, const char* end) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  constexpr std::uint64_t tops = 0x8080808080808080ULL;
  const auto zero_bytes = [](std::uint64_t of) { return (of - ones) & ~of & tops; };
  while (end - at >= 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, at, 8);
    const auto controls = (eight - ones * 0x20) & ~eight & tops;
    if ((controls | zero_bytes(eight ^ (ones * '"')) | zero_bytes(eight ^ (ones * '\\'))) != 0) break;
    at += 8;
  }
  while (at != end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
  return at;
}

} // namespace

bool json_parser::string(std::string_view& into) {
  const auto* began = ++at_;
  at_ = plain_end(at_, end_);
  if (at_ != end_ && *at_ == '\\') return escaped_string(began, into);
  if (at_ == end_) return refuse("the text ends within a string");
  if (*at_ != '"') return refuse("a control character in a string");
  into = {began, static_cast<std::size_t>(at_ - began)};
  ++at_;
  return true;
}

bool json_parser::escaped_string(const char* began, std::string_view& into) {
  unescaped_.clear();
  while (true) {
    unescaped_.append(began, at_);
    if (at_ == end_) return refuse("the text ends within a string");
    if (*at_ == '"') break;
    if (*at_ != '\\') return refuse("a control character in a string");
    ++at_;
    if (!escape(unescaped_)) return false;
    began = at_;
    at_ = plain_end(at_, end_);
  }
  ++at_;
  into = memory_->keep(unescaped_);
  return true;
}

bool json_parser::escape(std::string& into) {
  if (at_ == end_) return refuse("the text ends within a string");
  const char what = *at_++;
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (const auto found = letters.find(what); found != std::string_view::npos) {
    into += meanings[found];
    return true;
  }
  std::uint32_t code = 0;
  if (what != 'u' || !hex(code)) return refuse("an unknown escape in a string");
  if (code >= 0xD800 && code < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
    const auto* behind = at_;
    std::uint32_t low = 0;
    at_ += 2;
    if (!hex(low)) return refuse("an unknown escape in a string");
    if (low >= 0xDC00 && low < 0xE000)
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
    else
      at_ = behind;
  }
  append_utf8(into, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
  return true;
}

bool json_parser::hex(std::uint32_t& into) {
  if (end_ - at_ < 4) return false;
  const auto [end, fault] = std::from_chars(at_, at_ + 4, into, 16);
  if (fault != std::errc() || end != at_ + 4) return false;
  at_ = end;
  return true;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0U | (code >> 6U));
  } else {
    if (code < 0x10000) {
      add(0xE0U | (code >> 12U));
    } else {
      add(0xF0U | (code >> 18U));
      add(0x80U | ((code >> 12U) & 0x3FU));
    }
    add(0x80U | ((code >> 6U) & 0x3FU));
  }
  add(0x80U | (code & 0x3FU));
}

} // namespace core::contract
