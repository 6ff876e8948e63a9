#pragma once
// `weir compat`: which statements of a SQL file run unchanged where. Pure; any thread.

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace weir {

enum class compat_verdict : std::uint8_t {
  both,
  weir_only,  ///< Flink would refuse the statement, or ignore what it says.
  flink_only, ///< weir refuses it, naming a construct that it does not run.
  not_weir,   ///< weir cannot plan it; some of what it cannot plan, Flink refuses as well.
  neither,    ///< It is wrong: no such column, no statement at all.
};

struct compat_line {
  core::text_place place{};
  std::string statement{}; ///< `INSERT INTO out`
  compat_verdict verdict = compat_verdict::both;
  std::string why{}; ///< Empty for `both`.
};

/// A line a statement; fails when the text cannot be cut into words.
[[nodiscard]] core::result<std::vector<compat_line>> compat_report(std::string_view text);

/// `12: INSERT INTO out: weir only: table events$late (line 14)`
[[nodiscard]] std::string to_string(const compat_line& line);

} // namespace weir
