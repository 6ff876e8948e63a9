#pragma once
// The bodies of json_cursor's templates: for files that walk over values with a listener of their own.

#include "io/format/json_scan.hpp"

namespace io {

template <class Listener>
bool json_cursor::read_scalar(Listener& to) {
  std::string_view text;
  bool flag = false;
  if (*at_ == '"') {
    if (!read_string(text, flag)) return false;
    to.string(text, flag);
  } else if (*at_ == '-' || is_digit(*at_)) {
    if (!read_number(text, flag)) return false;
    to.number(text, flag);
  } else {
    if (!read_literal(text)) return false;
    to.word(text);
  }
  return true;
}

/// Behind an opening bracket: `inside` when a value follows, else the container was empty and is closed.
template <class Listener>
bool json_cursor::open(Listener& to, bool& inside) {
  const bool object = *at_ == '{';
  if (!enter(object)) return false;
  to.mark(*at_++);
  skip_blanks();
  inside = *at_ != (object ? '}' : ']');
  if (!inside) {
    to.mark(*at_++);
    leave();
    return true;
  }
  if (!object) return true;
  std::string_view name;
  bool escaped = false;
  if (!read_name(name, escaped)) return false;
  to.string(name, escaped);
  to.mark(':');
  return true;
}

template <class Listener>
bool json_cursor::walk_value(Listener& to) {
  const auto floor = level_;
  for (;;) {
    bool inside = false;
    if (*at_ == '{' || *at_ == '[') {
      if (!open(to, inside)) return false;
      if (inside) continue;
    } else if (!read_scalar(to)) {
      return false;
    }
    for (;;) { // Behind a value: close what ends here, go on at a comma.
      if (level_ == floor) return true;
      const bool object = objects_[level_ - 1];
      skip_blanks();
      if (*at_ == ',') break;
      if (*at_ != (object ? '}' : ']')) return fail(object ? "expected , or }" : "expected , or ]");
      to.mark(*at_++);
      leave();
    }
    to.mark(*at_++);
    skip_blanks();
    if (!objects_[level_ - 1]) continue;
    std::string_view name;
    bool escaped = false;
    if (!read_name(name, escaped)) return false;
    to.string(name, escaped);
    to.mark(':');
  }
}

} // namespace io
