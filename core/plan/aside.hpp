#pragma once
// Rows set aside as rows of the `$late` and `$bad` streams. Pure.

#include <span>
#include <string_view>

#include "core/plan/prepare.hpp"

namespace core::plan {

/// One row per entry, in the layout `aside_layout()`.
[[nodiscard]] batch_ptr make_aside_batch(std::span<const aside_row> rows, std::string_view source,
                                         std::uint32_t partition);

/// The late rows of a routed batch, with their texts where the source keeps them.
[[nodiscard]] std::vector<aside_row> aside_of(std::span<const window::late_row> late, const window::keyed_batch& from);

} // namespace core::plan
