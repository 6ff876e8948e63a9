#include "core/expr/in_list.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "core/expr/cast.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/comparison.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/logic.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

constexpr std::size_t scan_max = 8; ///< Up to so many numbers are compared one by one; then by halving.

class in_expression final : public expression {
public:
  in_expression(expression_ptr value, const std::vector<expression_ptr>& list)
      : type_(boolean_type()), value_(std::move(value)) {
    for (const auto& item : list) {
      const auto one = item->constant();
      shown_ += (shown_.empty() ? "" : ", ") + item->to_string();
      if (one->is_null(0)) {
        has_null_ = true;
        continue;
      }
      if (!one->ints.empty()) ints_.push_back(one->ints[0]);
      if (!one->reals.empty()) reals_.push_back(one->reals[0]);
      if (!one->decimals.empty()) decimals_.push_back(one->decimals[0]);
      if (!one->texts.empty()) texts_.insert(one->texts[0]);
      kept_.push_back(one);
    }
    std::ranges::sort(ints_);
    type_.nullable = has_null_ || value_->type().nullable;
  }
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override { value_->collect_columns(used); }
  std::string to_string() const override { return fmt::format("({} IN ({}))", value_->to_string(), shown_); }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    const auto value = value_->evaluate(input, context);
    auto made = make_column(type_, input.rows);
    const auto run = [&](const auto& values, auto contains) {
      for_each_row(input.rows, context.rows,
                   [&](std::uint32_t row) { made.ints[row] = contains(values[row]) ? 1 : 0; });
    };
    const auto scan = [](const auto& list) {
      return [&list](const auto& wanted) { return std::ranges::find(list, wanted) != list.end(); };
    };
    switch (storage_of(value->type.kind)) {
    case storage::integer:
      if (ints_.size() <= scan_max)
        run(value->ints, scan(ints_));
      else
        run(value->ints, [&](std::int64_t wanted) { return std::ranges::binary_search(ints_, wanted); });
      break;
    case storage::real: run(value->reals, scan(reals_)); break;
    case storage::decimal: run(value->decimals, scan(decimals_)); break;
    default: run(value->texts, [&](std::string_view wanted) { return texts_.contains(wanted); });
    }
    merge_nulls(made, *value);
    if (has_null_) { // Not found among values and a NULL: unknown.
      for_each_row(input.rows, context.rows, [&](std::uint32_t row) {
        if (made.ints[row] == 0) made.set_null(row);
      });
    }
    return shared(std::move(made));
  }

private:
  data_type type_;
  expression_ptr value_;
  std::vector<std::int64_t> ints_{};
  std::vector<double> reals_{};
  std::vector<int128> decimals_{};
  std::unordered_set<std::string_view> texts_{};
  std::vector<column_ptr> kept_{}; ///< What the texts point into.
  std::string shown_{};
  bool has_null_ = false;
};

/// What value and list are compared in: texts and numbers meet as texts, as Flink has it.
std::optional<data_type> list_type(const expression& value, const std::vector<expression_ptr>& list) {
  auto items = list.front()->type();
  for (const auto& item : list) {
    auto common = common_type(items, item->type());
    if (!common) return std::nullopt;
    items = std::move(*common);
  }
  const auto& type = value.type();
  const bool text = (type.kind == type_kind::string) != (items.kind == type_kind::string);
  const auto& other = type.kind == type_kind::string ? items : type;
  if (text && is_number(other.kind)) return string_type();
  if (text && (is_timestamp(other.kind) || other.kind == type_kind::date || other.kind == type_kind::time))
    return other;
  return common_type(type, items);
}

bool can_be_set(const data_type& type, const std::vector<expression_ptr>& list) {
  if (storage_of(type.kind) == storage::nested) return false;
  // Digits behind the millisecond need the comparison that sees them.
  if (is_timestamp(type.kind) && type.precision > 3) return false;
  return std::ranges::all_of(list, [](const auto& item) { return item->constant() != nullptr; });
}

} // namespace

result<expression_ptr> make_in(expression_ptr value, std::vector<expression_ptr> list, const time_zone* zone) {
  const auto type = list_type(*value, list);
  if (!type) {
    return fail(errc::bad_type,
                fmt::format("IN needs values of compatible types, as {}", core::to_string(value->type())), {},
                "CAST them");
  }
  auto left = make_cast(std::move(value), *type, {false, zone});
  if (!left) return left;
  for (auto& item : list) {
    auto made = make_cast(std::move(item), *type, {false, zone});
    if (!made) return made;
    item = std::move(*made);
  }
  if (can_be_set(*type, list)) {
    const bool folds = (*left)->constant() != nullptr;
    expression_ptr made = std::make_shared<in_expression>(std::move(*left), std::move(list));
    return folds ? fold(std::move(made)) : made;
  }
  expression_ptr chain;
  for (auto& item : list) {
    auto same = make_comparison(comparison::equal, *left, std::move(item), zone);
    if (!same) return same;
    chain = chain ? make_or(std::move(chain), std::move(*same)) : std::move(*same);
  }
  return chain;
}

} // namespace core::expr
