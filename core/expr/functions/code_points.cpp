#include "core/expr/functions/code_points.hpp"

namespace core::expr::functions {

decoded_point decode_point(std::string_view text) noexcept {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (size == 1 || size > text.size()) return {0xFFFD, 1};
  auto point = static_cast<std::uint32_t>(lead) & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return {0xFFFD, i};
    point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  return {point, size};
}

void append_point(std::string& out, std::uint32_t point) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | (point >> 6U));
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | (point >> 12U));
    put(0x80U | ((point >> 6U) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | (point >> 18U));
    put(0x80U | ((point >> 12U) & 0x3FU));
    put(0x80U | ((point >> 6U) & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

} // namespace core::expr::functions
