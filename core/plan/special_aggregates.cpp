// Aggregates whose arguments are not one column: JSON, percentiles, TOPK.
#include <charconv>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/aggregate_calls.hpp"

namespace core::plan {

namespace {

constexpr std::uint64_t topk_max = 10'000;

/// A number from 0 to 1, written out.
result<double> fraction_of(const sql::syntax_ptr& from, const std::string& name) {
  const auto* literal = from->as<sql::literal_syntax>();
  double made = -1;
  if (literal != nullptr &&
      (literal->kind == sql::literal_kind::number || literal->kind == sql::literal_kind::approximate)) {
    const auto& text = literal->text;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), made);
    if (failed != std::errc{} || end != text.data() + text.size()) made = -1;
  }
  if (made >= 0 && made <= 1) return made;
  return fail(errc::bad_value, fmt::format("{} takes numbers from 0 to 1: {}", name, sql::to_string(*from)),
              from->place, "write 0.5 for the median");
}

error wrong_count(const sql::call_syntax& call, std::string_view wanted, text_place place) {
  return {errc::syntax, fmt::format("{} takes {}, not {}", call.name, wanted, call.arguments.size()), place, {}};
}

} // namespace

/// Each row's value as JSON in brackets, by the function that writes such: JSON_ARRAYAGG(v) holds JSON_ARRAY(v).
result<void> aggregate_calls::read_json(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                                        agg::aggregate_call& made) {
  const bool object = made.what == agg::function::json_objectagg;
  const std::size_t wanted = object ? 2 : 1;
  if (call.arguments.size() != wanted + 1)
    return fail(errc::syntax, fmt::format("{} takes {}", call.name, object ? "one KEY and its VALUE" : "one value"),
                syntax.place);
  if (call.distinct) return fail(errc::unsupported, fmt::format("{} of DISTINCT values", call.name), syntax.place);
  for (std::size_t i = 1; i <= wanted; ++i)
    if (const auto* inner = find_aggregate(*call.arguments[i].value))
      return fail(errc::syntax, fmt::format("an aggregate inside an aggregate: {}", sql::to_string(*inner)),
                  inner->place, fmt::format("it stands in {}", call.name));
  auto written = call;
  written.name = object ? "JSON_OBJECT" : "JSON_ARRAY";
  written.filter = nullptr;
  written.over = nullptr;
  const auto value = std::make_shared<const sql::expression_syntax>(syntax.place, std::move(written));
  return take_argument(value, call, syntax, made);
}

/// PERCENTILE(value, fraction or ARRAY of them [, how often the value counts]). Values are taken as DOUBLE.
result<void> aggregate_calls::read_percentile(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                                              agg::aggregate_call& made) {
  const bool exact = made.what == agg::function::percentile;
  if (call.arguments.size() < 2 || call.arguments.size() > (exact ? 3U : 2U))
    return std::unexpected(wrong_count(call, exact ? "2 or 3 arguments" : "2 arguments", syntax.place));
  if (made.distinct && !exact)
    return fail(errc::unsupported, fmt::format("{} of DISTINCT values", call.name), syntax.place);
  const auto& value = call.arguments[0].value;
  WEIR_TRY(type, columns_->type_of(value));
  if (!is_number(type.kind))
    return fail(errc::bad_type,
                fmt::format("{} needs a number: {} is {}", call.name, sql::to_string(*value), to_string(type)),
                value->place);
  const auto real = simple_type(type_kind::float64);
  const auto cast = type.kind == type_kind::float64
                        ? value
                        : std::make_shared<const sql::expression_syntax>(value->place, sql::cast_syntax{value, real});
  WEIR_CHECK(take_argument(cast, call, syntax, made));
  const auto& fractions = call.arguments[1].value;
  const auto* list = fractions->as<sql::array_syntax>();
  for (const auto& one : list == nullptr ? std::vector<sql::syntax_ptr>{fractions} : list->items) {
    WEIR_TRY(fraction, fraction_of(one, call.name));
    made.fractions.push_back(fraction);
  }
  if (list != nullptr) made.result_type = array_type(real);
  if (call.arguments.size() < 3) return {};
  const auto& weight = call.arguments[2].value;
  WEIR_TRY(column, argument(weight, syntax));
  if (const auto& kind = columns_->type(column); storage_of(kind.kind) != storage::integer || !is_number(kind.kind))
    return fail(
        errc::bad_type,
        fmt::format("how often a value counts is an integer: {} is {}", sql::to_string(*weight), to_string(kind)),
        weight->place);
  made.weight = static_cast<int>(column);
  return {};
}

/// TOPK(value, k)
result<void> aggregate_calls::read_topk(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                                        agg::aggregate_call& made) {
  if (call.arguments.size() != 2) return std::unexpected(wrong_count(call, "2 arguments", syntax.place));
  const auto& count = call.arguments[1].value;
  const auto* literal = count->as<sql::literal_syntax>();
  if (literal != nullptr && literal->kind == sql::literal_kind::number) {
    const auto& text = literal->text;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), made.count);
    if (failed != std::errc{} || end != text.data() + text.size()) made.count = 0;
  }
  if (made.count == 0 || made.count > topk_max)
    return fail(errc::bad_value,
                fmt::format("TOPK takes a whole number from 1 to {}: {}", topk_max, sql::to_string(*count)),
                count->place);
  return take_argument(call.arguments[0].value, call, syntax, made);
}

} // namespace core::plan
