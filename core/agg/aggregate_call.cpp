#include "core/agg/aggregate_call.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace core::agg {

namespace {

struct named {
  std::string_view name;
  function what;
};

constexpr std::array names{
    named{"APPROX_COUNT_DISTINCT", function::approx_count_distinct},
    named{"APPROX_PERCENTILE", function::approx_percentile},
    named{"ARRAY_AGG", function::array_agg},
    named{"AVG", function::avg},
    named{"COLLECT", function::collect},
    named{"COUNT", function::count},
    named{"FIRST", function::first_value},
    named{"FIRST_VALUE", function::first_value},
    named{"JSON_ARRAYAGG", function::json_arrayagg},
    named{"JSON_OBJECTAGG", function::json_objectagg},
    named{"LAST", function::last_value},
    named{"LAST_VALUE", function::last_value},
    named{"LISTAGG", function::listagg},
    named{"MAX", function::max},
    named{"MIN", function::min},
    named{"PERCENTILE", function::percentile},
    named{"STDDEV", function::stddev_samp},
    named{"STDDEV_POP", function::stddev_pop},
    named{"STDDEV_SAMP", function::stddev_samp},
    named{"SUM", function::sum},
    named{"TOPK", function::topk},
    named{"VARIANCE", function::var_samp},
    named{"VAR_POP", function::var_pop},
    named{"VAR_SAMP", function::var_samp},
};

std::string_view name_of(function what) {
  if (what == function::count_star) return "COUNT";
  for (const auto& one : names)
    if (one.what == what && one.name != "STDDEV" && one.name != "FIRST" && one.name != "LAST" && one.name != "VARIANCE")
      return one.name;
  std::unreachable();
}

std::unexpected<error> refuse(function what, const data_type& argument) {
  return fail(errc::bad_type, std::string(name_of(what)) + " does not take " + to_string(argument));
}

data_type nullable(data_type type) {
  type.nullable = true;
  return type;
}

data_type count_type() {
  auto type = int64_type();
  type.nullable = false;
  return type;
}

/// Held as one value, not as several.
bool is_plain(const data_type& type) {
  return storage_of(type.kind) != storage::nested && type.kind != type_kind::null;
}

bool is_comparable(const data_type& type) {
  return storage_of(type.kind) != storage::nested && type.kind != type_kind::bytes && type.kind != type_kind::null;
}

} // namespace

result<function> function_named(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); });
  std::array<std::string_view, names.size()> known;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].name == upper) return names[i].what;
    known[i] = names[i].name;
  }
  const auto near = closest(upper, known.data(), known.size());
  return fail(errc::unknown_name, "unknown aggregate: " + std::string(name), {},
              near.empty() ? "" : "did you mean " + std::string(near) + "?");
}

result<data_type> result_type(function what, const data_type& argument) {
  switch (what) {
  case function::count_star:
  case function::count: return count_type();
  case function::sum:
    if (!is_number(argument.kind)) return refuse(what, argument);
    return argument.kind == type_kind::decimal ? decimal_type(38, argument.scale) : nullable(argument);
  case function::avg:
  case function::stddev_pop:
  case function::stddev_samp:
  case function::var_pop:
  case function::var_samp:
    if (!is_number(argument.kind)) return refuse(what, argument);
    if (argument.kind == type_kind::decimal) return decimal_type(38, std::max<int>(6, argument.scale));
    return nullable(argument);
  case function::min:
  case function::max:
    if (!is_comparable(argument)) return refuse(what, argument);
    return nullable(argument);
  case function::first_value:
  case function::last_value:
    if (storage_of(argument.kind) == storage::nested || argument.kind == type_kind::null) return refuse(what, argument);
    return nullable(argument);
  case function::listagg:
    if (argument.kind != type_kind::string) return refuse(what, argument);
    return string_type();
  case function::collect: {
    if (!is_plain(argument)) return refuse(what, argument);
    auto count = int32_type();
    count.nullable = false;
    auto made = map_type(argument, count); // How Flink writes a MULTISET.
    made.nullable = false;
    return made;
  }
  case function::array_agg:
  case function::topk:
    if (what == function::topk ? !is_comparable(argument) : !is_plain(argument)) return refuse(what, argument);
    return nullable(array_type(argument));
  case function::percentile:
  case function::approx_percentile:
    if (!is_number(argument.kind)) return refuse(what, argument);
    return simple_type(type_kind::float64);
  case function::json_arrayagg:
  case function::json_objectagg: {
    auto made = string_type();
    made.nullable = false;
    return made;
  }
  case function::approx_count_distinct:
    if (!is_plain(argument)) return refuse(what, argument);
    return count_type();
  }
  std::unreachable();
}

bool merges_in_flink(function what) {
  return what != function::first_value && what != function::last_value && what != function::json_arrayagg &&
         what != function::json_objectagg;
}

} // namespace core::agg
