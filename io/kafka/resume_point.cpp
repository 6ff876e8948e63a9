#include "io/kafka/resume_point.hpp"

#include <charconv>
#include <ranges>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace io::kafka {

namespace {

constexpr std::string_view mark = "weir1 ";

template <class T>
bool read_number(std::string_view text, T& to, int radix = 10) {
  const auto* const end = text.data() + text.size();
  const auto [at, fault] = std::from_chars(text.data(), end, to, radix);
  return fault == std::errc() && at == end;
}

bool read_fired(std::string_view text, std::vector<core::event_time_ms>& to) {
  if (text.empty()) return true;
  for (const auto part : std::views::split(text, ',')) {
    core::event_time_ms one = 0;
    if (!read_number(std::string_view(part.begin(), part.end()), one)) return false;
    to.push_back(one);
  }
  return true;
}

} // namespace

std::string to_text(const resume_point& point) {
  auto text = fmt::format("{}plan={:016x} position={} watermark={} fired={}", mark, point.plan, point.position,
                          point.watermark, fmt::join(point.fired, ","));
  if (point.checkpoint > 0) text += fmt::format(" checkpoint={}", point.checkpoint);
  return text;
}

std::optional<resume_point> read_resume_point(const std::string& text, std::int64_t offset) {
  if (!text.starts_with(mark)) return std::nullopt;
  resume_point made;
  made.replay_from = offset;
  int known = 0;
  for (const auto part : std::views::split(std::string_view(text).substr(mark.size()), ' ')) {
    const std::string_view one(part.begin(), part.end());
    const auto equals = one.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto name = one.substr(0, equals);
    const auto value = one.substr(equals + 1);
    bool good = true;
    if (name == "plan")
      good = read_number(value, made.plan, 16);
    else if (name == "position")
      good = read_number(value, made.position);
    else if (name == "watermark")
      good = read_number(value, made.watermark);
    else if (name == "fired")
      good = read_fired(value, made.fired);
    else if (name == "checkpoint" && read_number(value, made.checkpoint))
      continue;
    else
      continue; // A later version's.
    if (!good) return std::nullopt;
    ++known;
  }
  if (known < 4) return std::nullopt;
  return made;
}

} // namespace io::kafka
