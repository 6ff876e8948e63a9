#include "core/plan/aggregate_calls.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace core::plan {

namespace {

std::string text_of(const sql::expression_syntax& syntax) {
  const auto* column = syntax.as<sql::column_syntax>();
  return column != nullptr && column->parts.size() == 1 ? column->parts[0].text : sql::to_string(syntax);
}

error with_place(error what, text_place place) {
  if (what.place.line == 0) what.place = place;
  return what;
}

/// A window that holds partial results, which a tumbling one does not.
std::string_view name_of(window::window_kind kind) {
  if (kind == window::window_kind::hop) return "hop";
  return kind == window::window_kind::cumulate ? "cumulate" : "session";
}

bool needs_number(agg::function what) {
  using enum agg::function;
  return what == sum || what == avg || what == stddev_pop || what == stddev_samp || what == var_pop || what == var_samp;
}

/// The name without NOT NULL, as messages show types.
std::string type_text(data_type type) {
  type.nullable = true;
  return to_string(type);
}

} // namespace

result<std::size_t> computed_columns::add(const sql::syntax_ptr& expression) {
  auto text = text_of(*expression);
  auto bound = expr::bind(*expression, *names_);
  if (!bound) return std::unexpected(with_place(std::move(bound.error()), expression->place));
  if (const auto index = (*bound)->column_index(); index >= 0) return add_column(static_cast<std::size_t>(index));
  for (std::size_t i = 0; i < texts_.size(); ++i)
    if (texts_[i] == text && columns_[i]->column_index() < 0) return i;
  columns_.push_back(std::move(*bound));
  texts_.push_back(std::move(text));
  return columns_.size() - 1;
}

result<data_type> computed_columns::type_of(const sql::syntax_ptr& expression) const {
  auto bound = expr::bind(*expression, *names_);
  if (!bound) return std::unexpected(with_place(std::move(bound.error()), expression->place));
  return (*bound)->type();
}

std::size_t computed_columns::add_column(std::size_t index) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i]->column_index() == static_cast<int>(index)) return i;
  const auto& field = names_->columns->fields[index];
  columns_.push_back(expr::column_reference(index, field));
  texts_.push_back(field.name);
  return columns_.size() - 1;
}

project_step computed_columns::finish() const {
  auto layout = std::make_shared<schema>();
  for (std::size_t i = 0; i < columns_.size(); ++i) layout->fields.push_back({texts_[i], columns_[i]->type()});
  return {columns_, std::move(layout)};
}

bool is_aggregate(const sql::expression_syntax& syntax) {
  const auto* call = syntax.as<sql::call_syntax>();
  return call != nullptr && !call->over && agg::function_named(call->name).has_value();
}

const sql::expression_syntax* find_aggregate(const sql::expression_syntax& syntax) {
  if (is_aggregate(syntax)) return &syntax;
  const sql::expression_syntax* found = nullptr;
  sql::for_each_child(syntax, [&](const sql::syntax_ptr& child) {
    if (found == nullptr) found = find_aggregate(*child);
  });
  return found;
}

result<std::size_t> aggregate_calls::add(const sql::expression_syntax& syntax) {
  auto text = sql::to_string(syntax);
  if (const auto known = std::find(texts_.begin(), texts_.end(), text); known != texts_.end())
    return static_cast<std::size_t>(known - texts_.begin());
  const auto& call = *syntax.as<sql::call_syntax>();
  agg::aggregate_call made;
  made.what = *agg::function_named(call.name);
  made.distinct = call.distinct;
  if (window_ != window::window_kind::tumble && !agg::merges_in_flink(made.what))
    return fail(errc::unsupported, fmt::format("{} cannot be used in a {} window", call.name, name_of(window_)),
                syntax.place, "its partial results cannot be merged; use a tumble window");
  if (auto read = read_arguments(call, syntax, made); !read) return std::unexpected(read.error());
  if (auto read = read_filter(call, made); !read) return std::unexpected(read.error());
  calls_.push_back(std::move(made));
  texts_.push_back(std::move(text));
  return calls_.size() - 1;
}

result<std::size_t> aggregate_calls::argument(const sql::syntax_ptr& value, const sql::expression_syntax& syntax) {
  if (const auto* inner = find_aggregate(*value))
    return fail(errc::syntax, fmt::format("an aggregate inside an aggregate: {}", sql::to_string(*inner)), inner->place,
                fmt::format("it stands in {}", syntax.as<sql::call_syntax>()->name));
  return columns_->add(value);
}

result<void> aggregate_calls::read_arguments(const sql::call_syntax& call, const sql::expression_syntax& syntax,
                                             agg::aggregate_call& made) {
  const bool is_count = made.what == agg::function::count;
  if (call.star) {
    if (!is_count) return fail(errc::syntax, fmt::format("only COUNT takes *: {}(*)", call.name), syntax.place);
    made.what = agg::function::count_star;
    made.result_type = int64_type();
    made.result_type.nullable = false;
    return {};
  }
  if (call.ignore_nulls && made.what != agg::function::array_agg)
    return fail(errc::bad_value,
                fmt::format("{} has no {} NULLS", call.name, *call.ignore_nulls ? "IGNORE" : "RESPECT"), syntax.place,
                "aggregates but ARRAY_AGG leave NULLs out");
  made.ignore_nulls = call.ignore_nulls.value_or(false);
  using enum agg::function;
  if (made.what == json_arrayagg || made.what == json_objectagg) return read_json(call, syntax, made);
  if (made.what == percentile || made.what == approx_percentile) return read_percentile(call, syntax, made);
  if (made.what == topk) return read_topk(call, syntax, made);
  const std::size_t most = made.what == agg::function::listagg ? 2 : 1;
  if (call.arguments.empty() || call.arguments.size() > most)
    return fail(errc::syntax,
                fmt::format("{} takes {}, not {}", call.name, most == 2 ? "1 or 2 arguments" : "1 argument",
                            call.arguments.size()),
                syntax.place);
  if (call.arguments.size() == 2) {
    const auto* separator = call.arguments[1].value->as<sql::literal_syntax>();
    if (separator == nullptr || separator->kind != sql::literal_kind::text)
      return fail(errc::bad_type, fmt::format("the separator of {} must be a text literal", call.name),
                  call.arguments[1].value->place);
    made.separator = separator->text;
  }
  return take_argument(call.arguments[0].value, call, syntax, made);
}

/// The call's input column and its result's type.
result<void> aggregate_calls::take_argument(const sql::syntax_ptr& value, const sql::call_syntax& call,
                                            const sql::expression_syntax& syntax, agg::aggregate_call& made) {
  const auto column = argument(value, syntax);
  if (!column) return std::unexpected(column.error());
  made.argument = static_cast<int>(*column);
  made.argument_type = columns_->type(*column);
  auto type = agg::result_type(made.what, made.argument_type);
  if (!type && needs_number(made.what) && !is_number(made.argument_type.kind))
    return fail(errc::bad_type,
                fmt::format("{} needs a number: {} is {}", call.name, text_of(*value), type_text(made.argument_type)),
                value->place);
  if (!type) return std::unexpected(with_place(std::move(type.error()), value->place));
  made.result_type = std::move(*type);
  return {};
}

result<void> aggregate_calls::read_filter(const sql::call_syntax& call, agg::aggregate_call& made) {
  if (!call.filter) return {};
  if (const auto* inner = find_aggregate(*call.filter))
    return fail(errc::syntax, fmt::format("an aggregate inside FILTER: {}", sql::to_string(*inner)), inner->place);
  const auto column = columns_->add(call.filter);
  if (!column) return std::unexpected(column.error());
  const auto& type = columns_->type(*column);
  if (type.kind != type_kind::boolean)
    return fail(errc::bad_type,
                fmt::format("FILTER needs a condition: {} is {}", text_of(*call.filter), type_text(type)),
                call.filter->place);
  made.filter = static_cast<int>(*column);
  return {};
}

} // namespace core::plan
