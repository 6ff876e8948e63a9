#include "core/error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace core {

std::string_view to_string(errc code) noexcept {
  switch (code) {
  case errc::none: return "none";
  case errc::syntax: return "syntax";
  case errc::unknown_name: return "unknown name";
  case errc::bad_type: return "bad type";
  case errc::bad_value: return "bad value";
  case errc::unsupported: return "unsupported";
  case errc::bad_row: return "bad row";
  case errc::io_failed: return "io failed";
  case errc::limit: return "limit";
  case errc::shutdown: return "shutdown";
  case errc::interrupted: return "interrupted";
  }
  return "unknown";
}

std::string to_string(const error& fault) {
  std::string text;
  if (fault.place.line > 0) text = fmt::format("line {}, column {}: ", fault.place.line, fault.place.column);
  text += fault.message;
  if (!fault.hint.empty()) text += fmt::format(" ({})", fault.hint);
  return text;
}

namespace {

std::string_view line_of(std::string_view text, std::uint32_t line) {
  while (--line > 0) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  auto one = text.substr(0, text.find('\n'));
  if (one.ends_with('\r')) one.remove_suffix(1);
  return one;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto above = row[j];
      const bool same = (a[i - 1] | 0x20) == (b[j - 1] | 0x20);
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (same ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row.back();
}

} // namespace

std::string render(const error& fault, std::string_view source_text) {
  auto text = to_string(fault);
  if (fault.place.line == 0) return text;
  const auto line = line_of(source_text, fault.place.line);
  const auto number = fmt::format("{}", fault.place.line);
  const std::size_t indent = fault.place.column > 0 ? fault.place.column - 1 : 0;
  const std::size_t width = std::max<std::size_t>(1, fault.place.length);
  text += fmt::format("\n  {} | {}\n  {} | {}{}", number, line, std::string(number.size(), ' '),
                      std::string(indent, ' '), std::string(width, '^'));
  return text;
}

std::string_view closest(std::string_view name, const std::string_view* known, std::size_t count) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto distance = edit_distance(name, known[i]);
    if (distance < best_distance) {
      best_distance = distance;
      best = known[i];
    }
  }
  return best;
}

void ensure_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "weir: internal fault at %s:%d: %s (%s)\n", file, line, why, condition);
  std::abort();
}

} // namespace core
