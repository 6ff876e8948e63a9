#include <algorithm>
#include <string>

#include "core/expr/function.hpp"
#include "core/expr/functions/families.hpp"

namespace core::expr {

namespace {

std::vector<function_entry> collect() {
  namespace f = functions;
  std::vector<function_entry> all;
  for (const auto& part :
       {f::text_case_functions(),     f::text_part_functions(),  f::text_trim_functions(),  f::text_search_functions(),
        f::text_build_functions(),    f::text_split_functions(), f::text_code_functions(),  f::charset_functions(),
        f::digest_functions(),        f::url_functions(),        f::inet_functions(),       f::regex_functions(),
        f::regex_replace_functions(), f::real_functions(),       f::number_functions(),     f::rounding_functions(),
        f::random_functions(),        f::choice_functions(),     f::time_field_functions(), f::time_shift_functions(),
        f::time_format_functions(),   f::time_parse_functions(), f::now_functions(),        f::json_read_functions(),
        f::json_write_functions(),    f::json_quote_functions(), f::array_functions(),      f::array_search_functions(),
        f::array_set_functions(),     f::map_functions()})
    all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

} // namespace

std::span<const function_entry> all_functions() {
  static const auto all = collect();
  return all;
}

const function_entry* find_function(std::string_view name) {
  std::string upper(name);
  for (auto& byte : upper)
    if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 'a' + 'A');
  const auto all = all_functions();
  const auto found =
      std::lower_bound(all.begin(), all.end(), upper, [](const auto& entry, const auto& n) { return entry.name < n; });
  return found != all.end() && found->name == upper ? &*found : nullptr;
}

} // namespace core::expr
