// Field and element access.
#include <algorithm>

#include <fmt/format.h>

#include "core/expr/cast.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/comparison.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/nested.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

class field_expression final : public expression {
public:
  field_expression(expression_ptr value, std::size_t index)
      : type_((*value->type().fields)[index].type), value_(std::move(value)), index_(index) {
    type_.nullable = type_.nullable || value_->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override {
    return fmt::format("{}.{}", value_->to_string(), (*value_->type().fields)[index_].name);
  }
  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto value = value_->evaluate(input, context);
    const auto& field = value->children[index_];
    if (!value->has_nulls()) return field;
    auto made = *field;
    merge_nulls(made, *value);
    return shared(std::move(made));
  }

private:
  data_type type_;
  expression_ptr value_;
  std::size_t index_;
};

/// Position of the wanted child for each row; rows without one are NULL.
class element_expression final : public expression {
public:
  element_expression(expression_ptr value, expression_ptr index)
      : type_(value->type().fields->back().type), value_(std::move(value)), index_(std::move(index)) {
    type_.nullable = true;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    value_->collect_columns(used);
    index_->collect_columns(used);
  }
  std::string to_string() const override { return fmt::format("{}[{}]", value_->to_string(), index_->to_string()); }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto value = value_->evaluate(input, context);
    const auto index = index_->evaluate(input, context);
    const bool is_map = value->type.kind == type_kind::map;
    row_list source(input.rows, 0);
    std::vector<std::uint8_t> found(input.rows, 0);
    for_each_row(input.rows, context.rows, [&](std::uint32_t row) {
      if (value->is_null(row) || index->is_null(row)) return;
      const auto place = is_map ? in_map(*value, row, *index) : in_array(*value, row, index->ints[row], context);
      found[row] = place ? 1 : 0;
      source[row] = place.value_or(0);
    });
    const auto& items = *value->children.back();
    if (items.rows == 0) return null_column(type_, input.rows);
    auto made = *gather(items, source.data(), source.size());
    made.type = type_;
    for (std::uint32_t row = 0; row < input.rows; ++row) {
      if (found[row] == 0) made.set_null(row);
    }
    return shared(std::move(made));
  }

private:
  static std::optional<std::uint32_t> in_array(const column& arrays, std::uint32_t row, std::int64_t index,
                                               eval_context& context) {
    if (index < 1) {
      add_fault(context, row, fmt::format("an array's index starts at 1, it was {}", index));
      return std::nullopt;
    }
    const auto count = arrays.offsets[row + 1] - arrays.offsets[row];
    if (index > count) return std::nullopt;
    return arrays.offsets[row] + static_cast<std::uint32_t>(index - 1);
  }

  static std::optional<std::uint32_t> in_map(const column& maps, std::uint32_t row, const column& keys) {
    for (auto i = maps.offsets[row]; i < maps.offsets[row + 1]; ++i) {
      if (equal_values(*maps.children[0], i, keys, row)) return i;
    }
    return std::nullopt;
  }

  data_type type_;
  expression_ptr value_;
  expression_ptr index_;
};

result<expression_ptr> make_row_element(expression_ptr value, const expression& index) {
  const auto one = index.constant();
  const auto count = value->type().fields->size();
  if (one && !one->is_null(0) && is_integer(one->type.kind) && one->ints[0] >= 1 &&
      static_cast<std::size_t>(one->ints[0]) <= count) {
    return make_field(std::move(value), static_cast<std::size_t>(one->ints[0]) - 1);
  }
  if (one && !one->is_null(0) && one->type.kind == type_kind::string) {
    const auto& fields = *value->type().fields;
    const auto found = std::ranges::find(fields, one->texts[0], &row_field::name);
    if (found != fields.end()) return make_field(std::move(value), static_cast<std::size_t>(found - fields.begin()));
  }
  return fail(errc::bad_type, fmt::format("a row's element is a constant from 1 to {} or a field's name", count));
}

} // namespace

expression_ptr make_field(expression_ptr value, std::size_t index) {
  const bool folds = value->constant() != nullptr;
  expression_ptr made = std::make_shared<field_expression>(std::move(value), index);
  return folds ? fold(std::move(made)) : made;
}

result<expression_ptr> make_element(expression_ptr value, expression_ptr index, const time_zone* zone) {
  const auto& type = value->type();
  if (type.kind == type_kind::row) return make_row_element(std::move(value), *index);
  const auto mismatch = [&] {
    return fail(errc::bad_type, fmt::format("{} has no element by {}", to_string(type), to_string(index->type())));
  };
  if (type.kind == type_kind::array) {
    if (!is_integer(index->type().kind)) return mismatch();
  } else if (type.kind == type_kind::map) {
    const auto& key = type.fields->front().type;
    if (!common_type(key, index->type())) return mismatch();
    auto cast = make_cast(std::move(index), key, {false, zone});
    if (!cast) return cast;
    index = std::move(*cast);
  } else {
    return mismatch();
  }
  const bool folds = value->constant() && index->constant();
  expression_ptr made = std::make_shared<element_expression>(std::move(value), std::move(index));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
