#include "config/source_time.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/format_reader.hpp"
#include "config/quantity.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace config {

using core::errc;
namespace sql = core::sql;

namespace {

constexpr std::int64_t day_ms = 86'400'000;

/// `column` as TIMESTAMP_LTZ(3), where it is declared as a number or a text written in `unit`.
std::string time_expression(const core::plan::source_column& column, std::string_view unit) {
  std::string name = "`";
  for (const char c : column.name) name += c == '`' ? "``" : std::string(1, c);
  name += '`';
  const bool is_whole = core::is_integer(column.type.kind);
  const auto number = is_whole ? name : fmt::format("CAST({} AS DECIMAL(38, 9))", name);
  if (unit == "s" && is_whole) return fmt::format("TO_TIMESTAMP_LTZ({}, 0)", name);
  if (unit == "s") return fmt::format("TO_TIMESTAMP_LTZ(CAST(FLOOR({} * 1000) AS BIGINT), 3)", number);
  if (unit == "ms" || unit == "auto") return fmt::format("TO_TIMESTAMP_LTZ(CAST({} AS BIGINT), 3)", name);
  const auto* divisor = unit == "us" ? "1000" : "1000000";
  return fmt::format("TO_TIMESTAMP_LTZ(CAST(FLOOR(CAST({} AS DECIMAL(20, 0)) / {}) AS BIGINT), 3)", name, divisor);
}

sql::syntax_ptr literal_interval(std::int64_t ms, core::text_place place) {
  auto made = std::make_shared<sql::expression_syntax>();
  made->place = place;
  made->node = sql::literal_syntax{.kind = sql::literal_kind::interval, .interval = ms, .interval_unit = "SECOND"};
  return made;
}

sql::syntax_ptr subtract(sql::syntax_ptr left, sql::syntax_ptr right) {
  auto made = std::make_shared<sql::expression_syntax>();
  made->place = left->place;
  made->node = sql::binary_syntax{sql::binary_operator::subtract, std::move(left), std::move(right)};
  return made;
}

} // namespace

source_time::source_time(mapping_reader& source, source_read& made, bool says_timestamps)
    : source_(source), made_(made), says_timestamps_(says_timestamps) {
  const auto value = source_.take("time");
  made_.has_time = source_.has("time");
  if (!value) return;
  if (value->kind == node_kind::mapping) {
    read_long_form(value);
  } else if (read_text(*value, "time", source_.faults())) {
    column_ = value;
    name_ = value->text;
  }
}

void source_time::read_long_form(const node_ptr& value) {
  mapping_reader long_form(value, "time", source_.faults());
  if (const auto expression = long_form.take("expression")) {
    expression_ = read_expression(*expression, "expression", source_.faults());
    name_ = long_form.text("name", "event_time");
    if (!expression_) made_.table.broken.insert(name_);
  } else if (const auto column = long_form.need("column"); column && read_text(*column, "column", source_.faults())) {
    column_ = column;
    unit_ = long_form.take("unit");
    if (unit_) read_unit(long_form);
    name_ = long_form.text("name", "");
  }
  long_form.finish();
}

void source_time::read_unit(mapping_reader& long_form) {
  const auto unit = long_form.choice("unit", std::string_view{}, timestamp_units());
  if (unit.empty()) unit_ = nullptr;
}

void source_time::declare_column() {
  if (!column_) return;
  auto& columns = made_.plan.columns;
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == column_->text; });
  if (found == columns.end() || core::is_timestamp(found->type.kind)) refuse_name();
  if (found == columns.end()) { // It may still be a computed column, which `finish` looks for.
    const auto* transform = source_.from().find("transform");
    if (transform != nullptr && transform->value->find(column_->text) != nullptr) return;
    if (made_.plan.format.format == core::plan::record_format::raw) return;
    columns.push_back({.name = column_->text, .type = core::timestamp_ltz_type(3)});
  } else if (made_.table.broken.contains(column_->text)) {
    name_ = column_->text;
    return;
  } else if (!core::is_timestamp(found->type.kind)) {
    compute_from(*found);
    return;
  }
  if (!unit_) return;
  if (says_timestamps_)
    source_.faults().add(errc::bad_value, "unit is given twice, in time and as timestamps in format", unit_->place);
  set_timestamps(made_.plan.format, unit_->text);
}

void source_time::refuse_name() {
  if (!name_.empty() && name_ != column_->text)
    source_.faults().add(errc::bad_value, fmt::format("{} keeps its name as the event time: {}", column_->text, name_),
                         column_->place, "name is for a time that is computed");
  name_ = column_->text;
}

void source_time::compute_from(const core::plan::source_column& column) {
  if (name_.empty() || name_ == column.name) name_ = "event_time";
  if (!core::is_number(column.type.kind) && column.type.kind != core::type_kind::string) {
    source_.faults().add(errc::bad_type,
                         fmt::format("the event time must be a timestamp, a number or a text: {} is {}", column.name,
                                     core::to_string(column.type)),
                         column_->place);
    made_.table.broken.insert(name_);
    return;
  }
  const std::string_view unit = unit_ ? std::string_view(unit_->text) : "auto";
  if (unit == "sql" || unit == "iso" || (unit == "auto" && column.type.kind == core::type_kind::string)) {
    source_.faults().add(
        errc::bad_type,
        fmt::format("the event time must be a timestamp: {} is {}", column.name, core::to_string(column.type)),
        column_->place, "declare it as TIMESTAMP_LTZ(3), or give the unit of its numbers");
    made_.table.broken.insert(name_);
    return;
  }
  auto parsed = sql::parse_expression(time_expression(column, unit));
  WEIR_ENSURE(parsed.has_value(), "our own text of the event time parses");
  auto made = std::make_shared<sql::expression_syntax>(std::move(*parsed));
  made->place = column_->place;
  expression_ = std::move(made);
}

void source_time::add_computed(row_steps& steps) {
  if (!expression_) return;
  if (steps.scope().columns->index_of(name_))
    source_.faults().add(errc::bad_value, fmt::format("the event time's name is taken by a column: {}", name_),
                         expression_->place, "give the time another name");
  (void)steps.add_column(name_, expression_);
}

void source_time::finish() {
  read_future_skew();
  if (name_.empty()) {
    for (const auto* key : {"lateness", "watermark"})
      if (const auto value = source_.take(key); value && !made_.has_time)
        source_.faults().add(errc::bad_value, fmt::format("{} needs an event time", key), value->place,
                             "add time: to the source");
    return;
  }
  std::optional<std::size_t> index = made_.table.columns->index_of(name_);
  if (!index && column_ && name_ == column_->text) index = find_column(*column_, made_.table, source_.faults(), "");
  if (made_.table.broken.contains(name_)) index = std::nullopt; // A complaint has been made.
  if (index && !core::is_timestamp(made_.table.columns->fields[*index].type.kind)) {
    const auto place = expression_ ? expression_->place : column_->place;
    source_.faults().add(errc::bad_type,
                         fmt::format("the event time must be a timestamp: {} is {}", name_,
                                     core::to_string(made_.table.columns->fields[*index].type)),
                         place, expression_ ? "use TO_TIMESTAMP_LTZ(number, 3) or CAST(text AS TIMESTAMP_LTZ(3))" : "");
    index = std::nullopt;
  }
  made_.plan.time_column = index ? static_cast<int>(*index) : -1;
  if (index)
    set_watermark(*index);
  else {
    (void)source_.duration_ms("lateness", 0, {0, duration_ms_max});
    (void)source_.take("watermark");
  }
}

void source_time::set_watermark(std::size_t time_column) {
  const auto lateness = source_.duration_ms("lateness", 0, {0, duration_ms_max});
  const auto written = source_.take("watermark");
  if (!written) {
    const auto time = core::plan::column_named(made_.table.columns->fields[time_column].name, made_.place);
    made_.plan.watermark =
        bind_expression(subtract(time, literal_interval(lateness + 1, made_.place)), made_.table, source_.faults());
    return;
  }
  if (source_.has("lateness"))
    source_.faults().add(errc::bad_value, "watermark and lateness exclude each other", written->place);
  const auto syntax = read_expression(*written, "watermark", source_.faults());
  auto bound = bind_expression(syntax, made_.table, source_.faults());
  if (bound && !core::is_timestamp(bound->type().kind))
    source_.faults().add(errc::bad_type,
                         fmt::format("watermark must be a timestamp, not {}", core::to_string(bound->type())),
                         syntax->place);
  made_.plan.watermark = std::move(bound);
}

void source_time::read_future_skew() {
  const auto value = source_.take("future_skew");
  if (value && value->kind == node_kind::scalar && value->text == "off") return;
  made_.plan.future_skew_ms = source_.duration_ms("future_skew", day_ms, {1, duration_ms_max});
}

} // namespace config
