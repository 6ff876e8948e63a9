// Calls: the few that choose between their arguments here, all others by the function library.
#include <algorithm>

#include <fmt/format.h>

#include "core/expr/arithmetic.hpp"
#include "core/expr/binder.hpp"
#include "core/expr/call.hpp"
#include "core/expr/comparison.hpp"
#include "core/expr/conditional.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/nested.hpp"

namespace core::expr {

namespace {

constexpr std::string_view choices[] = {"COALESCE", "IF", "IFNULL", "MOD", "NULLIF"};
constexpr std::string_view aggregates[] = {"APPROX_COUNT_DISTINCT",
                                           "APPROX_PERCENTILE",
                                           "ARRAY_AGG",
                                           "AVG",
                                           "COLLECT",
                                           "COUNT",
                                           "DENSE_RANK",
                                           "FIRST_VALUE",
                                           "LAG",
                                           "LAST_VALUE",
                                           "LEAD",
                                           "LISTAGG",
                                           "MAX",
                                           "MIN",
                                           "PERCENTILE",
                                           "RANK",
                                           "JSON_ARRAYAGG",
                                           "JSON_OBJECTAGG",
                                           "ROW_NUMBER",
                                           "STDDEV_POP",
                                           "STDDEV_SAMP",
                                           "SUM",
                                           "TOPK",
                                           "VAR_POP",
                                           "VAR_SAMP",
                                           "VARIANCE"};

error unknown_function(const std::string& name) {
  if (std::ranges::find(aggregates, name) != std::end(aggregates)) {
    return {errc::bad_type, fmt::format("{} gathers many rows and cannot stand here", name), {}, {}};
  }
  std::vector<std::string_view> known(std::begin(choices), std::end(choices));
  for (const auto& entry : all_functions()) known.push_back(entry.name);
  const auto near = closest(name, known.data(), known.size());
  return {errc::unknown_name,
          fmt::format("unknown function: {}", name),
          {},
          near.empty() ? std::string{} : fmt::format("did you mean {}?", near)};
}

error wrong_count(std::string_view name, std::string_view wanted, std::size_t found) {
  return {errc::bad_type, fmt::format("{} takes {}, not {}", name, wanted, found), {}, {}};
}

} // namespace

bound binder::operator()(const sql::call_syntax& node) {
  if (node.star || node.distinct || node.filter || node.over) {
    return fail(errc::bad_type, fmt::format("{} gathers many rows and cannot stand here", node.name));
  }
  std::vector<expression_ptr> arguments;
  for (const auto& argument : node.arguments) {
    if (!argument.name.empty()) {
      return fail(errc::unsupported, fmt::format("{} takes no named arguments: {}", node.name, argument.name),
                  argument.value->place);
    }
    auto made = bind(*argument.value);
    if (!made) return made;
    arguments.push_back(std::move(*made));
  }
  if (auto made = bind_choice(node, arguments)) return std::move(*made);
  const auto* function = find_function(node.name);
  if (function == nullptr) return std::unexpected(unknown_function(node.name));
  return make_call(*function, std::move(arguments), *zone_);
}

std::optional<bound> binder::bind_choice(const sql::call_syntax& node, std::vector<expression_ptr>& arguments) {
  const auto count = arguments.size();
  const auto needs = [&](std::size_t wanted) {
    return std::unexpected(wrong_count(node.name, fmt::format("{} arguments", wanted), count));
  };
  if (node.name == "COALESCE" || node.name == "IFNULL") {
    if (node.name == "IFNULL" && count != 2) return bound(needs(2));
    if (count == 0) return bound(std::unexpected(wrong_count(node.name, "1 argument or more", count)));
    auto type = unify(arguments, zone_, node.name);
    if (!type) return bound(std::unexpected(type.error()));
    return bound(make_coalesce(std::move(arguments), *type));
  }
  if (node.name == "IF") {
    if (count != 3) return bound(needs(3));
    return choose(std::move(arguments[0]), std::move(arguments[1]), std::move(arguments[2]), "IF");
  }
  if (node.name == "NULLIF") {
    if (count != 2) return bound(needs(2));
    auto same = make_comparison(comparison::equal, arguments[0], arguments[1], zone_);
    if (!same) return same;
    return choose(std::move(*same), make_null(arguments[0]->type()), arguments[0], "NULLIF");
  }
  if (node.name == "MOD") {
    if (count != 2) return bound(needs(2));
    const auto exact = [](const expression_ptr& value) { return storage_of(value->type().kind) != storage::real; };
    if (!exact(arguments[0]) || !exact(arguments[1])) return std::nullopt; // The library has one for DOUBLE.
    return make_arithmetic(arithmetic::modulo, std::move(arguments[0]), std::move(arguments[1]));
  }
  if (node.name == "INTERVAL_BETWEEN") { // (a - b) SECOND
    const auto unit = count == 3 ? arguments[0]->constant() : nullptr;
    if (!unit || unit->type.kind != type_kind::string) return bound(needs(3));
    const auto text = unit->texts[0];
    const bool months = text.starts_with("YEAR") || text.starts_with("MONTH") || text.starts_with("QUARTER");
    return make_interval_between(months, std::move(arguments[1]), std::move(arguments[2]));
  }
  return std::nullopt;
}

bound binder::choose(expression_ptr condition, expression_ptr yes, expression_ptr no, std::string_view what) {
  if (condition->type().kind == type_kind::null) condition = make_null(boolean_type());
  if (condition->type().kind != type_kind::boolean) {
    return fail(errc::bad_type, fmt::format("{} needs BOOLEAN, not {}", what, core::to_string(condition->type())));
  }
  std::vector<expression_ptr> values{std::move(yes), std::move(no)};
  auto type = unify(values, zone_, what);
  if (!type) return std::unexpected(type.error());
  std::vector<bound_branch> branches{{std::move(condition), std::move(values[0])}};
  return make_case(std::move(branches), std::move(values[1]), *type);
}

} // namespace core::expr
