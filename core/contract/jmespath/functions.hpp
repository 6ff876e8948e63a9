#pragma once
// The functions of JMESPath: what each takes and what it does. A fixed table; pure.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/contract/jmespath/evaluator.hpp"

namespace core::contract::jmespath {

/// Kinds of arguments, as bits.
namespace takes {
inline constexpr unsigned number = 1, string = 2, boolean = 4, array = 8, object = 16, null = 32, reference = 64,
                          numbers = 128, strings = 256; ///< The last two: arrays of these alone.
inline constexpr unsigned any = number | string | boolean | array | object | null;
} // namespace takes

struct call_frame {
  evaluator& with;
  const function& of;
  std::span<const value_view> arguments; ///< Null where a reference stands.
  node_id reference = 0;                 ///< Of the one function argument that is a reference.
};

struct function {
  std::string_view name;
  std::size_t least;
  std::size_t most;                  ///< `no_most` for as many as one likes.
  std::array<unsigned, 2> accepts{}; ///< The last holds for all that follow.
  result<value_view> (*run)(call_frame& frame);
};
inline constexpr std::size_t no_most = static_cast<std::size_t>(-1);

/// Nullptr when there is none.
[[nodiscard]] const function* find_function(std::string_view name);
[[nodiscard]] bool takes_reference(const function& of, std::size_t argument);
/// Why that number of arguments is wrong, or empty.
[[nodiscard]] std::string arity_fault(const function& of, std::size_t arguments);
/// Why that argument is wrong, or empty.
[[nodiscard]] std::string type_fault(const function& of, std::size_t argument, value_view value);

/// The name that type() gives.
[[nodiscard]] std::string_view type_name(value_view of);

// By kind: functions_numbers.cpp, functions_text.cpp, functions_lists.cpp, functions_by.cpp.
using outcome = result<value_view>;
outcome run_abs(call_frame& frame);
outcome run_avg(call_frame& frame);
outcome run_ceil(call_frame& frame);
outcome run_floor(call_frame& frame);
outcome run_sum(call_frame& frame);
outcome run_to_number(call_frame& frame);
outcome run_contains(call_frame& frame);
outcome run_ends_with(call_frame& frame);
outcome run_join(call_frame& frame);
outcome run_length(call_frame& frame);
outcome run_reverse(call_frame& frame);
outcome run_starts_with(call_frame& frame);
outcome run_to_string(call_frame& frame);
outcome run_type(call_frame& frame);
outcome run_keys(call_frame& frame);
outcome run_max(call_frame& frame);
outcome run_merge(call_frame& frame);
outcome run_min(call_frame& frame);
outcome run_not_null(call_frame& frame);
outcome run_sort(call_frame& frame);
outcome run_to_array(call_frame& frame);
outcome run_values(call_frame& frame);
outcome run_map(call_frame& frame);
outcome run_max_by(call_frame& frame);
outcome run_min_by(call_frame& frame);
outcome run_sort_by(call_frame& frame);

/// Order of two numbers or of two strings (by code points, which is by bytes in UTF-8).
[[nodiscard]] bool is_less(value_view a, value_view b);

} // namespace core::contract::jmespath
