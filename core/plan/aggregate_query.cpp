#include "core/plan/aggregate_query.hpp"

#include <fmt/format.h>

#include "core/plan/group_rewriter.hpp"

namespace core::plan {

namespace {

using sql::syntax_ptr;

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

  void finish_operation() {
    auto& operation = made_.operation;
    operation.keys = made_.keys;
    operation.calls = calls_.calls();
    operation.input = made_.before.output;
    auto layout = std::make_shared<schema>();
    for (std::size_t i = 0; i < query_.keys.size(); ++i)
      layout->fields.push_back({rewriter_.key_name(i), operation.input->fields[made_.keys[i]].type});
    layout->fields.push_back({"window_start", timestamp_type(3)});
    layout->fields.push_back({"window_end", timestamp_type(3)});
    layout->fields.push_back({"window_time", operation.input->fields[made_.time_column].type});
    for (std::size_t i = 0; i < operation.calls.size(); ++i)
      layout->fields.push_back({rewriter_.call_name(i), operation.calls[i].result_type});
    operation.output = std::move(layout);
  }

  void finish_after(const std::vector<syntax_ptr>& items, const syntax_ptr& having) {
    auto& after = made_.after;
    const expr::scope names{made_.operation.output, query_.names.time_zone};
    after.input = made_.operation.output;
    if (having) {
      auto bound = expr::bind(*having, names);
      if (!bound)
        complain(query_part::having, 0, std::move(bound.error()), having->place);
      else if (is_condition(**bound, query_.having, query_part::having, 0))
        after.steps.emplace_back(filter_step{std::move(*bound)});
    }
    project_step projection;
    auto layout = std::make_shared<schema>();
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto bound = expr::bind(*items[i], names);
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
  std::vector<query_fault> faults_{};
  lowered_aggregate made_{};
};

} // namespace

std::expected<lowered_aggregate, std::vector<query_fault>> lower(const aggregate_query& query) {
  return lowering(query).run();
}

} // namespace core::plan
