#include "core/plan/aggregate_query.hpp"

#include <fmt/format.h>

#include "core/plan/group_rewriter.hpp"

namespace core::plan {

namespace {

using sql::syntax_ptr;

class lowering {
public:
  explicit lowering(const aggregate_query& query)
      : query_(query), columns_(query.names),
        calls_(columns_, query.windows == group_windows::assigned ? query.window.kind : window::window_kind::tumble),
        rewriter_(query, calls_) {}

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
    made_.time_column = no_time_column;
    if (query_.windows == group_windows::none) return;
    if (query_.windows == group_windows::attached) {
      attached_ = query_.attached;
      attached_.start = columns_.add_column(query_.attached.start);
      attached_.end = columns_.add_column(query_.attached.end);
      return;
    }
    const auto& time = query_.names.columns->fields[query_.time_column];
    const auto type = time_type();
    window_ = query_.window;
    if (!is_timestamp(type.kind)) {
      complain(
          query_part::window, 0,
          {errc::bad_type, fmt::format("the event time must be a TIMESTAMP: {} is {}", time.name, to_string(type))},
          {});
      return;
    }
    if (type.kind == type_kind::timestamp)
      window_.time_zone.clear();
    else if (window_.time_zone.empty())
      window_.time_zone = query_.names.time_zone;
    if (auto checked = window::check_window(window_); !checked)
      complain(query_part::window, 0, std::move(checked.error()), {});
    made_.time_column = columns_.add_column(query_.time_column);
  }

  [[nodiscard]] data_type time_type() const {
    if (query_.time_type) return *query_.time_type;
    return query_.names.columns->fields[query_.time_column].type;
  }

  syntax_ptr rewrite(const syntax_ptr& from, query_part part, std::size_t index) {
    auto made = rewriter_.rewrite(from);
    for (auto& fault : rewriter_.take_faults()) complain(part, index, std::move(fault), from->place);
    return made;
  }

  void finish_before() {
    const auto kind = row_kind_of(*query_.names.columns);
    if (kind && query_.grouping_sets.empty()) (void)columns_.add_column(*kind);
    auto projection = columns_.finish();
    made_.before.input = query_.names.columns;
    made_.before.output = projection.layout;
    made_.before.steps.emplace_back(std::move(projection));
    if (!query_.grouping_sets.empty()) add_sets();
  }

  /// The keys of each set behind the columns, and the number of the set, which is a key as well.
  void add_sets() {
    expand_step step{made_.keys, query_.grouping_sets, nullptr};
    auto layout = std::make_shared<schema>(*made_.before.output);
    for (auto& key : made_.keys) {
      auto field = layout->fields[key];
      field.type.nullable = true;
      key = layout->fields.size();
      layout->fields.push_back(std::move(field));
    }
    made_.keys.push_back(layout->fields.size());
    auto number = int64_type();
    number.nullable = false;
    layout->fields.push_back({std::string(grouping_set_column), number});
    step.layout = layout;
    made_.before.output = std::move(layout);
    made_.before.steps.emplace_back(std::move(step));
  }

  void finish_operation() {
    const auto& input = made_.before.output;
    auto layout = std::make_shared<schema>();
    for (std::size_t i = 0; i < made_.keys.size(); ++i)
      layout->fields.push_back({i < query_.keys.size() ? rewriter_.key_name(i) : std::string(grouping_set_column),
                                input->fields[made_.keys[i]].type});
    if (query_.windows != group_windows::none) {
      layout->fields.push_back({"window_start", timestamp_type(3)});
      layout->fields.push_back({"window_end", timestamp_type(3)});
      layout->fields.push_back({"window_time", time_type()});
    }
    for (std::size_t i = 0; i < calls_.calls().size(); ++i)
      layout->fields.push_back({rewriter_.call_name(i), calls_.calls()[i].result_type});
    if (query_.windows == group_windows::none)
      layout->fields.push_back({std::string(row_kind_column), row_kind_type()});
    operation_output_ = layout;
    switch (query_.windows) {
    case group_windows::assigned: {
      window::window_aggregate_plan plan{
          .window = window_, .keys = made_.keys, .calls = calls_.calls(), .input = input};
      plan.output = std::move(layout);
      made_.operation = std::move(plan);
      break;
    }
    case group_windows::attached: {
      window::attached_aggregate_plan plan{
          .window = attached_, .keys = made_.keys, .calls = calls_.calls(), .input = input};
      plan.output = std::move(layout);
      made_.operation = std::move(plan);
      break;
    }
    case group_windows::none: {
      group::group_aggregate_plan plan{.keys = made_.keys, .calls = calls_.calls(), .input = input};
      plan.state_ttl_ms = query_.state_ttl_ms;
      plan.output = std::move(layout);
      made_.operation = std::move(plan);
    }
    }
  }

  void finish_after(const std::vector<syntax_ptr>& items, const syntax_ptr& having) {
    auto& after = made_.after;
    const expr::scope names{operation_output_, query_.names.time_zone};
    after.input = operation_output_;
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
    if (const auto kind = row_kind_of(*operation_output_)) {
      layout->fields.push_back(operation_output_->fields[*kind]);
      projection.columns.push_back(expr::column_reference(*kind, operation_output_->fields[*kind]));
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
  window::window_spec window_{};
  window::attached_window attached_{};
  schema_ptr operation_output_{};
  lowered_aggregate made_{};
};

} // namespace

std::expected<lowered_aggregate, std::vector<query_fault>> lower(const aggregate_query& query) {
  return lowering(query).run();
}

} // namespace core::plan
