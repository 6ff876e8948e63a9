#pragma once
// The families of functions, a file or two each; function_table.cpp puts them together.

#include <span>

#include "core/expr/function.hpp"

namespace core::expr::functions {

using family = std::span<const function_entry>;

[[nodiscard]] family text_case_functions();
[[nodiscard]] family text_part_functions();
[[nodiscard]] family text_trim_functions();
[[nodiscard]] family text_search_functions();
[[nodiscard]] family text_build_functions();
[[nodiscard]] family text_split_functions();
[[nodiscard]] family text_code_functions();
[[nodiscard]] family charset_functions();
[[nodiscard]] family digest_functions();
[[nodiscard]] family url_functions();
[[nodiscard]] family inet_functions();
[[nodiscard]] family regex_functions();
[[nodiscard]] family regex_replace_functions();
[[nodiscard]] family real_functions();
[[nodiscard]] family number_functions();
[[nodiscard]] family rounding_functions();
[[nodiscard]] family random_functions();
[[nodiscard]] family choice_functions();
[[nodiscard]] family time_field_functions();
[[nodiscard]] family time_shift_functions();
[[nodiscard]] family time_format_functions();
[[nodiscard]] family time_parse_functions();
[[nodiscard]] family now_functions();
[[nodiscard]] family json_read_functions();
[[nodiscard]] family json_write_functions();
[[nodiscard]] family json_quote_functions();
[[nodiscard]] family array_functions();
[[nodiscard]] family array_search_functions();
[[nodiscard]] family array_set_functions();
[[nodiscard]] family map_functions();

} // namespace core::expr::functions
