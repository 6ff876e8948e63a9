#include "core/plan/group_rewriter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/expr/function.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace core::plan {

namespace {

using sql::syntax_ptr;

constexpr std::array<std::string_view, 3> window_names{"window_start", "window_end", "window_time"};

bool is_window_name(std::string_view name) {
  return std::find(window_names.begin(), window_names.end(), name) != window_names.end();
}

bool is_grouping(std::string_view name) { return name == "GROUPING" || name == "GROUPING_ID" || name == "GROUP_ID"; }

syntax_ptr number(std::int64_t value, text_place place) {
  return std::make_shared<const sql::expression_syntax>(
      place, sql::literal_syntax{.kind = sql::literal_kind::number, .text = std::to_string(value)});
}

} // namespace

bool group_rewriter::is_window_column(std::string_view name) const {
  return query_.windows != group_windows::none && is_window_name(name);
}

/// GROUPING(a), GROUPING_ID(a, b): a bit for each key that the row's set leaves out, by the number of the set.
syntax_ptr group_rewriter::grouping_call(const sql::expression_syntax& from, const sql::call_syntax& call) {
  std::vector<std::size_t> keys;
  for (const auto& argument : call.arguments) {
    const auto key = key_of(*argument.value);
    if (!key) {
      faults_.push_back(
          {errc::syntax, fmt::format("{} takes keys of the GROUP BY", call.name), argument.value->place, {}});
      return column_named({}, from.place);
    }
    keys.push_back(*key);
  }
  sql::case_syntax made;
  made.operand = column_named(std::string(grouping_set_column), from.place);
  for (std::size_t set = 0; set < query_.grouping_sets.size(); ++set) {
    std::int64_t bits = 0;
    for (const auto key : keys) bits = bits * 2 + (query_.grouping_sets[set][key] ? 0 : 1);
    made.branches.push_back({number(static_cast<std::int64_t>(set), from.place), number(bits, from.place)});
  }
  made.otherwise = number(0, from.place);
  auto value = query_.grouping_sets.empty()
                   ? number(0, from.place)
                   : std::make_shared<const sql::expression_syntax>(from.place, std::move(made));
  return std::make_shared<const sql::expression_syntax>(from.place, sql::cast_syntax{std::move(value), int64_type()});
}

/// The expression over the operator's columns: keys, windows and calls by their names there.
syntax_ptr group_rewriter::rewrite(const syntax_ptr& from) {
  if (const auto key = key_of(*from)) return column_named(key_name(*key), from->place);
  if (is_aggregate(*from)) return call_column(*from);
  if (const auto* column = from->as<sql::column_syntax>()) return group_column(from, *column);
  if (const auto* call = from->as<sql::call_syntax>(); call != nullptr && is_grouping(call->name))
    return grouping_call(*from, *call);
  if (const auto* call = from->as<sql::call_syntax>(); call != nullptr && !may_call(*from, *call)) return from;
  return map_children(*from, [this](const syntax_ptr& child) { return rewrite(child); });
}

std::string group_rewriter::key_name(std::size_t index) const {
  const auto plain = [this](std::size_t i) {
    return query_.keys[i].name.empty() ? sql::to_string(*query_.keys[i].expression) : query_.keys[i].name;
  };
  auto name = plain(index);
  bool taken = is_window_column(name);
  for (std::size_t i = 0; i < index; ++i) taken = taken || plain(i) == name;
  return taken ? fmt::format("{} #{}", name, index + 1) : name;
}

std::string group_rewriter::call_name(std::size_t index) const {
  const auto& name = calls_.texts()[index];
  for (std::size_t i = 0; i < query_.keys.size(); ++i)
    if (key_name(i) == name) return name + " #";
  return name;
}

std::optional<std::size_t> group_rewriter::key_of(const sql::expression_syntax& from) const {
  for (std::size_t i = 0; i < query_.keys.size(); ++i)
    if (sql::same_expression(*query_.keys[i].expression, from)) return i;
  const auto* column = from.as<sql::column_syntax>();
  if (column == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < query_.keys.size(); ++i)
    if (const auto index = index_of(from); index >= 0 && index == index_of(*query_.keys[i].expression)) return i;
  if (column->parts.size() != 1) return std::nullopt;
  for (std::size_t i = 0; i < query_.keys.size(); ++i)
    if (!query_.keys[i].name.empty() && query_.keys[i].name == column->parts[0].text) return i;
  return std::nullopt;
}

/// `k` and `t.k` are one column.
int group_rewriter::index_of(const sql::expression_syntax& column) const {
  if (column.as<sql::column_syntax>() == nullptr) return -1;
  const auto bound = expr::bind(column, query_.names);
  return bound ? (*bound)->column_index() : -1;
}

syntax_ptr group_rewriter::call_column(const sql::expression_syntax& from) {
  const auto number = calls_.add(from);
  if (number) return column_named(call_name(*number), from.place);
  faults_.push_back(number.error());
  return column_named({}, from.place);
}

/// `window_start`, or a field of a key that is a ROW; everything else is not one value per group.
syntax_ptr group_rewriter::group_column(const syntax_ptr& from, const sql::column_syntax& column) {
  const auto& name = column.parts[0].text;
  if (column.parts.size() == 1 && is_window_column(name)) return from;
  for (auto length = column.parts.size() - 1; length > 0; --length) {
    sql::expression_syntax front{
        from->place,
        sql::column_syntax{{column.parts.begin(), column.parts.begin() + static_cast<std::ptrdiff_t>(length)}}};
    const auto key = key_of(front);
    if (!key) continue;
    sql::column_syntax made{{{key_name(*key), column.parts[0].place}}};
    made.parts.insert(made.parts.end(), column.parts.begin() + static_cast<std::ptrdiff_t>(length), column.parts.end());
    return std::make_shared<const sql::expression_syntax>(from->place, std::move(made));
  }
  complain_of_column(*from, name);
  return from;
}

void group_rewriter::complain_of_column(const sql::expression_syntax& from, const std::string& name) {
  if (expr::bind(from, query_.names)) {
    const auto& own = from.as<sql::column_syntax>()->parts.back().text;
    faults_.push_back({errc::syntax, fmt::format("column neither grouped nor aggregated: {}", own), from.place,
                       fmt::format("make it a key, or take MAX({}), FIRST_VALUE({}) ...", own, own)});
    return;
  }
  std::vector<std::string_view> known;
  if (query_.windows != group_windows::none) known.assign(window_names.begin(), window_names.end());
  for (const auto& field : query_.names.columns->fields) known.push_back(field.name);
  for (const auto& key : query_.keys) known.push_back(key.name);
  const auto near = closest(name, known.data(), known.size());
  faults_.push_back({errc::unknown_name, fmt::format("unknown column: {}", name), from.place,
                     near.empty() ? std::string() : fmt::format("did you mean {}?", near)});
}

bool group_rewriter::may_call(const sql::expression_syntax& from, const sql::call_syntax& call) {
  if (call.over) {
    faults_.push_back({errc::unsupported, "OVER cannot be used over groups", from.place});
    return false;
  }
  sql::expression_syntax alone{{}, sql::call_syntax{.name = call.name}};
  const auto probe = expr::bind(alone, {std::make_shared<const schema>()});
  if (probe || probe.error().code != errc::unknown_name) return true;
  std::vector<std::string_view> known{"COUNT", "SUM", "MIN", "MAX", "AVG", "LISTAGG", "FIRST_VALUE", "LAST_VALUE"};
  for (const auto& entry : expr::all_functions()) known.push_back(entry.name);
  const auto near = closest(call.name, known.data(), known.size());
  faults_.push_back({errc::unknown_name, fmt::format("unknown function: {}", call.name), from.place,
                     near.empty() ? std::string() : fmt::format("did you mean {}?", near)});
  return false;
}

} // namespace core::plan
