#include "core/plan/aggregate_query.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/expr/function.hpp"
#include "core/plan/aggregate_calls.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace core::plan {

namespace {

using sql::syntax_ptr;

constexpr std::array<std::string_view, 3> window_names{"window_start", "window_end", "window_time"};

bool is_window_name(std::string_view name) {
  return std::find(window_names.begin(), window_names.end(), name) != window_names.end();
}

/// Why an expression over the groups cannot be; collected, so that one item shows all its faults.
class group_rewriter {
public:
  group_rewriter(const aggregate_query& query, aggregate_calls& calls) : query_(query), calls_(calls) {}

  /// The expression over the operator's columns: keys, windows and calls by their names there.
  syntax_ptr rewrite(const syntax_ptr& from) {
    if (const auto key = key_of(*from)) return column_named(key_name(*key), from->place);
    if (is_aggregate(*from)) return call_column(*from);
    if (const auto* column = from->as<sql::column_syntax>()) return group_column(from, *column);
    if (const auto* call = from->as<sql::call_syntax>(); call != nullptr && !may_call(*from, *call)) return from;
    return map_children(*from, [this](const syntax_ptr& child) { return rewrite(child); });
  }

  std::vector<error> take_faults() { return std::exchange(faults_, {}); }

  /// Unlike any column of a table, so that no key can be taken for another or for a call.
  static std::string key_name(std::size_t index) { return fmt::format("key {}", index); }
  static std::string call_name(std::size_t index) { return fmt::format("call {}", index); }

private:
  std::optional<std::size_t> key_of(const sql::expression_syntax& from) const {
    for (std::size_t i = 0; i < query_.keys.size(); ++i)
      if (sql::same_expression(*query_.keys[i].expression, from)) return i;
    const auto* column = from.as<sql::column_syntax>();
    if (column == nullptr || column->parts.size() != 1) return std::nullopt;
    for (std::size_t i = 0; i < query_.keys.size(); ++i)
      if (!query_.keys[i].name.empty() && query_.keys[i].name == column->parts[0].text) return i;
    return std::nullopt;
  }

  syntax_ptr call_column(const sql::expression_syntax& from) {
    const auto number = calls_.add(from);
    if (number) return column_named(call_name(*number), from.place);
    faults_.push_back(number.error());
    return column_named({}, from.place);
  }

  /// `window_start`, or a field of a key that is a ROW; everything else is not one value per group.
  syntax_ptr group_column(const syntax_ptr& from, const sql::column_syntax& column) {
    const auto& name = column.parts[0].text;
    if (column.parts.size() == 1 && is_window_name(name)) return from;
    for (auto length = column.parts.size() - 1; length > 0; --length) {
      sql::expression_syntax front{
          from->place,
          sql::column_syntax{{column.parts.begin(), column.parts.begin() + static_cast<std::ptrdiff_t>(length)}}};
      const auto key = key_of(front);
      if (!key) continue;
      sql::column_syntax made{{{key_name(*key), column.parts[0].place}}};
      made.parts.insert(made.parts.end(), column.parts.begin() + static_cast<std::ptrdiff_t>(length),
                        column.parts.end());
      return std::make_shared<const sql::expression_syntax>(from->place, std::move(made));
    }
    complain_of_column(*from, name);
    return from;
  }

  void complain_of_column(const sql::expression_syntax& from, const std::string& name) {
    const auto& fields = query_.names.columns->fields;
    if (query_.names.columns->index_of(name)) {
      faults_.push_back({errc::syntax, fmt::format("column neither grouped nor aggregated: {}", name), from.place,
                         fmt::format("make it a key, or take MAX({}), FIRST_VALUE({}) ...", name, name)});
      return;
    }
    std::vector<std::string_view> known(window_names.begin(), window_names.end());
    for (const auto& field : fields) known.push_back(field.name);
    for (const auto& key : query_.keys) known.push_back(key.name);
    const auto near = closest(name, known.data(), known.size());
    faults_.push_back({errc::unknown_name, fmt::format("unknown column: {}", name), from.place,
                       near.empty() ? std::string() : fmt::format("did you mean {}?", near)});
  }

  bool may_call(const sql::expression_syntax& from, const sql::call_syntax& call) {
    if (call.over) {
      faults_.push_back({errc::unsupported, "OVER cannot be used in a window aggregation", from.place});
      return false;
    }
    if (expr::find_function(call.name) != nullptr) return true;
    std::vector<std::string_view> known{"COUNT", "SUM", "MIN", "MAX", "AVG", "LISTAGG", "FIRST_VALUE", "LAST_VALUE"};
    for (const auto& entry : expr::all_functions()) known.push_back(entry.name);
    const auto near = closest(call.name, known.data(), known.size());
    faults_.push_back({errc::unknown_name, fmt::format("unknown function: {}", call.name), from.place,
                       near.empty() ? std::string() : fmt::format("did you mean {}?", near)});
    return false;
  }

  const aggregate_query& query_;
  aggregate_calls& calls_;
  std::vector<error> faults_{};
};

class lowering {
public:
  explicit lowering(const aggregate_query& query)
      : query_(query), columns_(query.names), calls_(columns_, query.window.kind), rewriter_(query, calls_) {}

  std::expected<lowered_aggregate, std::vector<query_fault>> run() {
    add_filters();
    add_keys();
    set_window();
    std::vector<syntax_ptr> items;
    for (std::size_t i = 0; i < query_.items.size(); ++i)
      items.push_back(rewrite(query_.items[i].expression, query_part::item, i));
    const auto having = query_.having ? rewrite(query_.having, query_part::having, 0) : nullptr;
    if (!faults_.empty()) return std::unexpected(std::move(faults_));
    finish_before();
    finish_operation();
    finish_after(items, having);
    if (!faults_.empty()) return std::unexpected(std::move(faults_));
    return std::move(made_);
  }

private:
  void complain(query_part part, std::size_t index, error what, text_place place) {
    if (what.place.line == 0) what.place = place;
    faults_.push_back({part, index, std::move(what)});
  }

  /// False when there is an aggregate where only rows are seen.
  bool of_rows(const syntax_ptr& from, query_part part, std::size_t index, std::string_view where) {
    const auto* call = find_aggregate(*from);
    if (call == nullptr) return true;
    complain(part, index,
             {errc::syntax, fmt::format("an aggregate cannot stand in {}: {}", where, sql::to_string(*call))},
             call->place);
    return false;
  }

  bool is_condition(const expr::expression& bound, const syntax_ptr& from, query_part part, std::size_t index) {
    if (bound.type().kind == type_kind::boolean || bound.type().kind == type_kind::null) return true;
    complain(part, index,
             {errc::bad_type, fmt::format("not a condition: {} is {}", sql::to_string(*from), to_string(bound.type()))},
             from->place);
    return false;
  }

  void add_filters() {
    for (std::size_t i = 0; i < query_.filters.size(); ++i) {
      const auto& from = query_.filters[i];
      if (!of_rows(from, query_part::filter, i, "WHERE")) continue;
      auto bound = expr::bind(*from, query_.names);
      if (!bound)
        complain(query_part::filter, i, std::move(bound.error()), from->place);
      else if (is_condition(**bound, from, query_part::filter, i))
        made_.before.steps.emplace_back(filter_step{std::move(*bound)});
    }
  }

  void add_keys() {
    for (std::size_t i = 0; i < query_.keys.size(); ++i) {
      const auto& from = query_.keys[i].expression;
      if (!of_rows(from, query_part::key, i, "a key")) continue;
      auto column = columns_.add(from);
      if (column)
        made_.keys.push_back(*column);
      else
        complain(query_part::key, i, std::move(column.error()), from->place);
    }
  }

  void set_window() {
    const auto& time = query_.names.columns->fields[query_.time_column];
    made_.operation.window = query_.window;
    if (!is_timestamp(time.type.kind)) {
      complain(query_part::window, 0,
               {errc::bad_type,
                fmt::format("the event time must be a TIMESTAMP: {} is {}", time.name, to_string(time.type))},
               {});
      return;
    }
    auto& zone = made_.operation.window.time_zone;
    if (time.type.kind == type_kind::timestamp)
      zone.clear();
    else if (zone.empty())
      zone = query_.names.time_zone;
    if (auto checked = window::check_window(made_.operation.window); !checked)
      complain(query_part::window, 0, std::move(checked.error()), {});
    made_.time_column = columns_.add_column(query_.time_column);
  }

  syntax_ptr rewrite(const syntax_ptr& from, query_part part, std::size_t index) {
    auto made = rewriter_.rewrite(from);
    for (auto& fault : rewriter_.take_faults()) complain(part, index, std::move(fault), from->place);
    return made;
  }

  void finish_before() {
    auto projection = columns_.finish();
    made_.before.input = query_.names.columns;
    made_.before.output = projection.layout;
    made_.before.steps.emplace_back(std::move(projection));
  }

  /// The operator's columns carry names that people read; the expressions behind it are bound to `names_behind`.
  void finish_operation() {
    auto& operation = made_.operation;
    operation.keys = made_.keys;
    operation.calls = calls_.calls();
    operation.input = made_.before.output;
    auto shown = std::make_shared<schema>();
    auto bound = std::make_shared<schema>();
    const auto add = [&](std::string name, std::string inner, const data_type& type) {
      shown->fields.push_back({std::move(name), type});
      bound->fields.push_back({std::move(inner), type});
    };
    for (std::size_t i = 0; i < query_.keys.size(); ++i) {
      const auto& key = query_.keys[i];
      add(key.name.empty() ? sql::to_string(*key.expression) : key.name, group_rewriter::key_name(i),
          operation.input->fields[made_.keys[i]].type);
    }
    add("window_start", "window_start", timestamp_type(3));
    add("window_end", "window_end", timestamp_type(3));
    add("window_time", "window_time", operation.input->fields[made_.time_column].type);
    for (std::size_t i = 0; i < operation.calls.size(); ++i)
      add(calls_.texts()[i], group_rewriter::call_name(i), operation.calls[i].result_type);
    operation.output = std::move(shown);
    names_behind_ = {std::move(bound), query_.names.time_zone};
  }

  void finish_after(const std::vector<syntax_ptr>& items, const syntax_ptr& having) {
    auto& after = made_.after;
    after.input = made_.operation.output;
    if (having) {
      auto bound = expr::bind(*having, names_behind_);
      if (!bound)
        complain(query_part::having, 0, std::move(bound.error()), having->place);
      else if (is_condition(**bound, query_.having, query_part::having, 0))
        after.steps.emplace_back(filter_step{std::move(*bound)});
    }
    project_step projection;
    auto layout = std::make_shared<schema>();
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto bound = expr::bind(*items[i], names_behind_);
      if (!bound) {
        complain(query_part::item, i, std::move(bound.error()), items[i]->place);
        continue;
      }
      layout->fields.push_back({query_.items[i].name, (*bound)->type()});
      projection.columns.push_back(std::move(*bound));
    }
    projection.layout = layout;
    after.output = std::move(layout);
    after.steps.emplace_back(std::move(projection));
  }

  const aggregate_query& query_;
  computed_columns columns_;
  aggregate_calls calls_;
  group_rewriter rewriter_;
  expr::scope names_behind_{};
  std::vector<query_fault> faults_{};
  lowered_aggregate made_{};
};

} // namespace

std::expected<lowered_aggregate, std::vector<query_fault>> lower(const aggregate_query& query) {
  return lowering(query).run();
}

} // namespace core::plan
