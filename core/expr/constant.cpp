#include "core/expr/constant.hpp"

#include <fmt/format.h>

#include "core/expr/rows.hpp"
#include "core/expr/value_text.hpp"
#include "core/time_zone.hpp"

namespace core::expr {

namespace {

class constant_expression final : public expression {
public:
  explicit constant_expression(column_ptr value) : value_(std::move(value)) {
    WEIR_ENSURE(value_->rows == 1, "a constant has one row");
  }
  const data_type& type() const noexcept override { return value_->type; }
  column_ptr evaluate(const batch& input, eval_context&) const override { return shared(repeat(*value_, input.rows)); }
  void collect_columns(std::vector<std::size_t>&) const override {}
  std::string to_string() const override { return constant_text(*value_); }
  column_ptr constant() const override { return value_; }

private:
  column_ptr value_;
};

template <class T>
void repeat_value(std::vector<T>& to, const std::vector<T>& from, std::uint32_t rows) {
  if (!from.empty()) to.assign(rows, from[0]);
}

expression_ptr constant_of(const data_type& type, auto fill) {
  auto made = make_column(type, 1);
  made.type.nullable = false;
  fill(made);
  return make_constant(shared(std::move(made)));
}

} // namespace

column repeat(const column& one, std::uint32_t rows) {
  if (storage_of(one.type.kind) == storage::nested) {
    const row_list picked(rows, 0);
    return *gather(one, picked.data(), rows);
  }
  column made;
  made.type = one.type;
  made.rows = rows;
  repeat_value(made.valid, one.valid, rows);
  repeat_value(made.ints, one.ints, rows);
  repeat_value(made.reals, one.reals, rows);
  repeat_value(made.decimals, one.decimals, rows);
  repeat_value(made.texts, one.texts, rows);
  repeat_value(made.nanos, one.nanos, rows);
  made.owners = one.owners;
  return made;
}

expression_ptr make_constant(column_ptr value) { return std::make_shared<constant_expression>(std::move(value)); }
expression_ptr make_null(const data_type& type) {
  auto nullable = type;
  nullable.nullable = true;
  return make_constant(null_column(nullable, 1));
}
expression_ptr make_boolean(bool value) { return make_integer(boolean_type(), value ? 1 : 0); }
expression_ptr make_integer(const data_type& type, std::int64_t value) {
  return constant_of(type, [value](column& made) { made.ints[0] = value; });
}
expression_ptr make_text(const data_type& type, std::string_view value) {
  return constant_of(type, [value](column& made) {
    auto arena = std::make_shared<text_arena>();
    made.texts[0] = arena->store(value);
    made.owners.push_back(std::move(arena));
  });
}

expression_ptr fold(expression_ptr made) {
  batch one;
  one.rows = 1;
  eval_context context;
  auto value = made->evaluate(one, context);
  if (!context.faults.empty()) return made;
  return make_constant(std::move(value));
}

std::string constant_text(const column& one) {
  if (one.is_null(0)) return "NULL";
  std::string text;
  append_value(text, one, 0, time_zone::utc());
  switch (one.type.kind) {
  case type_kind::string: return fmt::format("'{}'", text);
  case type_kind::date: return fmt::format("DATE '{}'", text);
  case type_kind::time: return fmt::format("TIME '{}'", text);
  case type_kind::timestamp: return fmt::format("TIMESTAMP '{}'", text);
  case type_kind::interval_ms: return fmt::format("INTERVAL '{}' DAY TO SECOND", text);
  case type_kind::interval_months: return fmt::format("INTERVAL '{}' YEAR TO MONTH", text);
  default: return text;
  }
}

} // namespace core::expr
