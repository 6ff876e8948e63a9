#pragma once
// Rows set aside as rows of the `$late` and `$bad` streams. Pure.

#include <span>
#include <string_view>

#include "core/plan/prepare.hpp"

namespace core::plan {

/// What the `line` of a row is: of a file, from 1 (0 = unknown), or the offset of a log's record.
enum class position_kind : std::uint8_t { line, offset };

struct aside_origin {
  std::string_view source{};
  std::uint32_t partition = 0;
  position_kind positions = position_kind::line;
};

/// One row per entry, in the layout `aside_layout()`.
[[nodiscard]] batch_ptr make_aside_batch(std::span<const aside_row> rows, const aside_origin& from);

/// What the positions of a source's rows are.
[[nodiscard]] position_kind positions_of(const source_plan& source);

/// The late rows of a routed batch, with their texts where the source keeps them.
[[nodiscard]] std::vector<aside_row> aside_of(std::span<const window::late_row> late, const window::keyed_batch& from);

} // namespace core::plan
