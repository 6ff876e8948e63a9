#pragma once
// The code points of a text the other way round. Pure; any thread.

#include <string>
#include <string_view>

#include "core/expr/functions/code_points.hpp"

namespace core::expr::functions {

inline void append_reversed(std::string& out, std::string_view text) {
  while (!text.empty()) {
    auto last = text.size() - 1;
    while (last > 0 && is_continuation(text[last])) --last;
    out.append(text.substr(last));
    text.remove_suffix(text.size() - last);
  }
}

[[nodiscard]] inline std::string reversed(std::string_view text) {
  std::string out;
  append_reversed(out, text);
  return out;
}

} // namespace core::expr::functions
