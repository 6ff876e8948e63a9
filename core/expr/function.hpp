#pragma once
// How a scalar function is described to the binder. Functions live in core/expr/functions/, one family a file; each
// family registers its entries in one table (function_table.cpp). Immutable after start; any thread.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/expr/expression.hpp"

namespace core::expr {

/// An argument as the binder knows it.
struct argument {
  data_type type{};
  column_ptr literal{}; ///< One row, when the argument is a constant; else null.
};

/// What a kernel may use besides its arguments.
struct kernel_context {
  std::uint32_t rows = 0;                             ///< Of the batch; the result has as many.
  const std::vector<std::uint32_t>* picked = nullptr; ///< Only these rows matter; nullptr = all.
  std::vector<row_fault>* faults = nullptr; ///< For rows that cannot be computed (any order; the caller sorts).
  std::int64_t now_ms = 0;
};

/// Computes a whole column. Arguments are already cast to the overload's types and aligned with the batch.
using kernel = std::function<column(const std::vector<column_ptr>& arguments, const kernel_context& context)>;

/// A function settled for given argument types.
struct overload {
  data_type result{};
  std::vector<data_type> arguments{}; ///< The binder casts each argument to these.
  kernel evaluate{};
  /// The usual rule: a NULL argument gives NULL. Then the binder merges the arguments' masks into the result's, and the
  /// kernel need not look at them (it may be called with any value in NULL rows, and its faults there are dropped).
  /// False: the kernel sees to NULLs itself.
  bool null_in_null_out = true;
  /// Same arguments, same value: constants may be computed once. False for RAND, UUID, NOW and their kin.
  bool repeatable = true;
};

struct function_entry {
  std::string_view name; ///< Upper case.
  /// Picks the overload, or says what is wrong (`UPPER takes 1 argument, not 2`). `time_zone` is the session's.
  result<overload> (*resolve)(std::span<const argument> arguments, std::string_view time_zone);
  std::string_view signature; ///< For messages and docs: `UPPER(text)`.
  std::string_view summary;   ///< One line for docs.
};

/// The entry of that name, case-insensitive, or nullptr.
[[nodiscard]] const function_entry* find_function(std::string_view name);
/// All entries, by name.
[[nodiscard]] std::span<const function_entry> all_functions();

} // namespace core::expr
