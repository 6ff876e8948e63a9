#pragma once
// What ON says beyond equal keys, asked for pairs of kept rows. Owned by one join; one thread.

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/join/join_plan.hpp"

namespace core::join {

class pair_condition {
public:
  explicit pair_condition(const join_plan& plan);

  void set_clock(std::int64_t now_ms) noexcept { now_ms_ = now_ms; }
  /// Whether they meet: every left row with every right row, the right rows counting faster.
  [[nodiscard]] std::vector<std::uint8_t> test(std::span<const kept_row> left, std::span<const kept_row> right) const;

  /// Columns of a side without `$kind`.
  [[nodiscard]] std::size_t width(std::size_t side) const noexcept { return widths_[side]; }

private:
  void test_some(const std::vector<kept_row>& left, const std::vector<kept_row>& right,
                 std::vector<std::uint8_t>& met) const;

  expr::expression_ptr condition_;
  std::array<std::size_t, 2> widths_{};
  schema_ptr layout_{};         ///< Left columns, right columns.
  std::vector<bool> is_read_{}; ///< Which of them the condition reads.
  std::int64_t now_ms_ = 0;
};

/// Whether a key of this row can meet any: no NULL in it but where NULLs meet.
[[nodiscard]] bool key_meets(const join_plan& plan, std::size_t side, const batch& rows, std::uint32_t row);
/// Whether rows of the side come out without a partner.
[[nodiscard]] bool is_outer(join_kind kind, std::size_t side) noexcept;
/// Whether only rows of the left come out, once each.
[[nodiscard]] bool keeps_left_only(join_kind kind) noexcept;

} // namespace core::join
