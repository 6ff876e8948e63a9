#include "core/expr/cast.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/expr/cast_job.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/value_text.hpp"

namespace core::expr {

namespace {

class cast_expression final : public expression {
public:
  cast_expression(expression_ptr value, data_type target, cast_options options)
      : value_(std::move(value)), type_(std::move(target)), options_(options) {
    type_.nullable = value_->type().nullable || options_.try_cast || type_.kind == type_kind::decimal;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override {
    auto target = type_;
    target.nullable = true; // Without NOT NULL behind it.
    return fmt::format("{}({} AS {})", options_.try_cast ? "TRY_CAST" : "CAST", value_->to_string(),
                       core::to_string(target));
  }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto from = value_->evaluate(input, context);
    std::vector<row_fault> failures;
    auto made = run_cast(*from, type_, context.rows, options_.zone, failures);
    if (!options_.try_cast) {
      for (auto& failure : failures) add_fault(context, failure.row, std::move(failure.reason));
    }
    return shared(std::move(made));
  }

private:
  expression_ptr value_;
  data_type type_;
  cast_options options_;
};

/// The values stay, the type changes: INT to BIGINT, CHAR to STRING.
class retyped_expression final : public expression {
public:
  retyped_expression(expression_ptr value, data_type target) : value_(std::move(value)), type_(std::move(target)) {
    type_.nullable = value_->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override { return value_->to_string(); }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    auto made = *value_->evaluate(input, context);
    made.type = type_;
    return shared(std::move(made));
  }

private:
  expression_ptr value_;
  data_type type_;
};

bool keeps_values(const data_type& from, const data_type& to) {
  if (is_integer(from.kind) && is_integer(to.kind)) return from.kind <= to.kind;
  if (from.kind == type_kind::float32) return to.kind == type_kind::float64;
  if (from.kind != to.kind) return false;
  if (from.kind == type_kind::decimal) return from.scale == to.scale && from.precision <= to.precision;
  if (is_timestamp(from.kind) || from.kind == type_kind::time) return from.precision <= to.precision;
  if (from.kind == type_kind::string || from.kind == type_kind::bytes) {
    return to.length == 0 || (!to.fixed_length && from.length != 0 && from.length <= to.length);
  }
  return storage_of(from.kind) != storage::nested;
}

} // namespace

column run_cast(const column& from, const data_type& to, const row_list* picked, const time_zone* zone,
                std::vector<row_fault>& failures) {
  if (from.type.kind == type_kind::null) {
    auto made = *null_column(to, from.rows);
    return made;
  }
  auto made = make_column(to, from.rows);
  made.valid = from.valid;
  cast_job job{from, made, picked, zone, {}};
  const auto loop = find_cast(from.type, to);
  WEIR_ENSURE(loop != nullptr, "only pairs that cast are bound");
  loop(job);
  failures.insert(failures.end(), job.failures.begin(), job.failures.end());
  return made;
}

cast_loop find_cast(const data_type& from, const data_type& to) {
  if (to.kind == type_kind::string && from.kind != type_kind::null) return cast_to_text;
  switch (from.kind) {
  case type_kind::boolean:
  case type_kind::int8:
  case type_kind::int16:
  case type_kind::int32:
  case type_kind::int64: return cast_from_integer(from, to);
  case type_kind::float32:
  case type_kind::float64: return cast_from_real(from, to);
  case type_kind::decimal: return cast_from_decimal(from, to);
  case type_kind::string:
  case type_kind::bytes:
  case type_kind::variant: return cast_from_text(from, to);
  case type_kind::array:
  case type_kind::map:
  case type_kind::row: return cast_from_nested(from, to);
  case type_kind::null: return nullptr;
  default: return cast_from_time(from, to);
  }
}

result<expression_ptr> make_cast(expression_ptr value, const data_type& target, const cast_options& options) {
  const auto from = value->type();
  if (from.same_as(target)) return value;
  if (from.kind == type_kind::null) return make_null(target);
  if (!keeps_values(from, target) && find_cast(from, target) == nullptr) {
    std::string hint;
    if (is_number(from.kind) && is_timestamp(target.kind)) hint = "use TO_TIMESTAMP_LTZ(number, precision)";
    if (is_timestamp(from.kind) && is_number(target.kind)) hint = "use UNIX_TIMESTAMP(CAST(... AS STRING))";
    return fail(errc::bad_type, fmt::format("{} cannot be cast to {}", to_string(from), to_string(target)), {}, hint);
  }
  const bool folds = value->constant() != nullptr;
  expression_ptr made;
  if (keeps_values(from, target)) {
    made = std::make_shared<retyped_expression>(std::move(value), target);
  } else {
    made = std::make_shared<cast_expression>(std::move(value), target, options);
  }
  return folds ? fold(std::move(made)) : made;
}

expression_ptr must_cast(expression_ptr value, const data_type& target) {
  auto made = make_cast(std::move(value), target, {});
  WEIR_ENSURE(made.has_value(), "the caller has checked that the types cast");
  return std::move(*made);
}

result<expression_ptr> coerce(expression_ptr input, const data_type& target) {
  return coerce(std::move(input), target, "UTC");
}

result<expression_ptr> coerce(expression_ptr input, const data_type& target, std::string_view time_zone) {
  if (!casts_implicitly(input->type(), target)) {
    return fail(errc::bad_type,
                fmt::format("{} does not fit into {}", core::to_string(input->type()), core::to_string(target)), {},
                "CAST it");
  }
  const auto zone = core::time_zone::find(time_zone);
  if (!zone) return std::unexpected(zone.error());
  return make_cast(std::move(input), target, {false, *zone});
}

} // namespace core::expr
