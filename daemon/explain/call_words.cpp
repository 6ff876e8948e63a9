// The words of windows and aggregate calls.
#include <array>

#include <fmt/format.h>

#include "config/quantity.hpp"
#include "daemon/explain/operator_words.hpp"

namespace weir {

namespace {

std::string_view function_name(core::agg::function what) {
  static constexpr std::array<std::string_view, 21> names{"COUNT",
                                                          "COUNT",
                                                          "SUM",
                                                          "MIN",
                                                          "MAX",
                                                          "AVG",
                                                          "STDDEV_POP",
                                                          "STDDEV_SAMP",
                                                          "VAR_POP",
                                                          "VAR_SAMP",
                                                          "FIRST_VALUE",
                                                          "LAST_VALUE",
                                                          "LISTAGG",
                                                          "COLLECT",
                                                          "ARRAY_AGG",
                                                          "PERCENTILE",
                                                          "JSON_ARRAYAGG",
                                                          "JSON_OBJECTAGG",
                                                          "APPROX_COUNT_DISTINCT",
                                                          "APPROX_PERCENTILE",
                                                          "TOPK"};
  return names.at(static_cast<std::size_t>(what));
}

std::string zone_words(const core::window::window_spec& window) {
  if (window.time_zone.empty() || window.time_zone == "UTC") return {};
  return fmt::format(" on the clock of {}", window.time_zone);
}

} // namespace

std::string column_name(const core::schema_ptr& layout, std::size_t column) {
  if (layout && column < layout->fields.size()) return layout->fields[column].name;
  return fmt::format("column {}", column);
}

std::string column_names(const core::schema_ptr& layout, const std::vector<std::size_t>& columns) {
  std::string made;
  for (const auto column : columns) made += (made.empty() ? "" : ", ") + column_name(layout, column);
  return made;
}

std::string window_words(const core::window::window_spec& window) {
  using core::window::window_kind;
  const auto size = config::duration_text(window.size_ms);
  std::string made;
  switch (window.kind) {
  case window_kind::tumble: made = fmt::format("TUMBLE {}", size); break;
  case window_kind::hop: made = fmt::format("HOP {} every {}", size, config::duration_text(window.slide_ms)); break;
  case window_kind::cumulate:
    made = fmt::format("CUMULATE up to {} in steps of {}", size, config::duration_text(window.slide_ms));
    break;
  case window_kind::session: made = fmt::format("SESSION gap {}", size); break;
  }
  if (window.offset_ms != 0) made += fmt::format(", offset {}", config::duration_text(window.offset_ms));
  return made + zone_words(window);
}

std::string call_words(const core::agg::aggregate_call& call, const core::schema_ptr& input) {
  const auto argument =
      call.argument < 0 ? std::string("*") : column_name(input, static_cast<std::size_t>(call.argument));
  auto made = fmt::format("{}({}{}", function_name(call.what), call.distinct ? "DISTINCT " : "", argument);
  if (call.what == core::agg::function::listagg) made += fmt::format(", '{}'", call.separator);
  made += ")";
  if (call.filter >= 0)
    made += fmt::format(" FILTER (WHERE {})", column_name(input, static_cast<std::size_t>(call.filter)));
  return made;
}

} // namespace weir
