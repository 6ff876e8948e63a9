// ARRAY[...], MAP[...], ROW(...).
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

data_type not_null(data_type type) {
  type.nullable = false;
  return type;
}

class making_expression : public expression {
public:
  making_expression(data_type type, std::vector<expression_ptr> items)
      : type_(not_null(std::move(type))), items_(std::move(items)) {}
  const data_type& type() const noexcept override { return type_; }
  void collect_columns(std::vector<std::size_t>& used) const override {
    for (const auto& item : items_) item->collect_columns(used);
  }
  std::string to_string() const override {
    std::string out;
    for (const auto& item : items_) out += (out.empty() ? "" : ", ") + item->to_string();
    if (type_.kind == type_kind::row) return fmt::format("ROW({})", out);
    return fmt::format("{}[{}]", type_.kind == type_kind::map ? "MAP" : "ARRAY", out);
  }

  column_ptr evaluate(const batch& input, eval_context& context) const override {
    std::vector<column_ptr> parts;
    for (const auto& item : items_) parts.push_back(item->evaluate(input, context));
    column made;
    made.type = type_;
    made.rows = input.rows;
    if (type_.kind == type_kind::row) {
      made.children = std::move(parts);
    } else if (type_.kind == type_kind::array) {
      const auto count = static_cast<std::uint32_t>(items_.size());
      for (std::uint32_t row = 0; row <= input.rows; ++row) made.offsets.push_back(row * count);
      made.children.push_back(interleaved(parts, 0, 1, input.rows));
    } else {
      fill_map(made, parts);
    }
    for (const auto& child : made.children) share_owners(made, *child);
    return shared(std::move(made));
  }

private:
  /// Parts first, first + step ... in turn, row by row.
  static column_ptr interleaved(const std::vector<column_ptr>& parts, std::size_t first, std::size_t step,
                                std::uint32_t rows) {
    std::vector<column_ptr> chosen;
    for (auto i = first; i < parts.size(); i += step) chosen.push_back(parts[i]);
    row_list source;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t i = 0; i < chosen.size(); ++i) source.push_back(i * rows + row);
    }
    return gather(*concat(chosen), source.data(), source.size());
  }

  /// Of equal keys the last wins, at the place of the first.
  void fill_map(column& made, const std::vector<column_ptr>& parts) const {
    const auto keys = interleaved(parts, 0, 2, made.rows);
    const auto values = interleaved(parts, 1, 2, made.rows);
    const auto count = static_cast<std::uint32_t>(items_.size() / 2);
    row_list kept_keys;
    row_list kept_values;
    made.offsets.push_back(0);
    for (std::uint32_t row = 0; row < made.rows; ++row) {
      const auto begin = kept_keys.size();
      for (auto at = row * count; at < (row + 1) * count; ++at) {
        auto same = begin;
        while (same < kept_keys.size() && !equal_values(*keys, kept_keys[same], *keys, at)) ++same;
        if (same == kept_keys.size()) {
          kept_keys.push_back(at);
          kept_values.push_back(at);
        } else {
          kept_values[same] = at;
        }
      }
      made.offsets.push_back(static_cast<std::uint32_t>(kept_keys.size()));
    }
    made.children.push_back(gather(*keys, kept_keys.data(), kept_keys.size()));
    made.children.push_back(gather(*values, kept_values.data(), kept_values.size()));
  }

  data_type type_;
  std::vector<expression_ptr> items_;
};

expression_ptr finish(data_type type, std::vector<expression_ptr> items) {
  const bool folds = std::ranges::all_of(items, [](const auto& item) { return item->constant() != nullptr; });
  expression_ptr made = std::make_shared<making_expression>(std::move(type), std::move(items));
  return folds ? fold(std::move(made)) : made;
}

} // namespace

result<data_type> unify(std::vector<expression_ptr>& values, const time_zone* zone, std::string_view what) {
  auto type = values.front()->type();
  for (const auto& value : values) {
    auto common = common_type(type, value->type());
    if (!common) {
      return fail(errc::bad_type,
                  fmt::format("{} cannot mix {} and {}", what, to_string(type), to_string(value->type())), {},
                  "CAST them to one type");
    }
    type = std::move(*common);
  }
  for (auto& value : values) {
    auto cast = make_cast(std::move(value), type, {false, zone});
    if (!cast) return std::unexpected(cast.error());
    value = std::move(*cast);
  }
  return type;
}

result<expression_ptr> make_array(std::vector<expression_ptr> items, const time_zone* zone) {
  auto type = unify(items, zone, "ARRAY");
  if (!type) return std::unexpected(type.error());
  return finish(array_type(std::move(*type)), std::move(items));
}

result<expression_ptr> make_map(std::vector<expression_ptr> items, const time_zone* zone) {
  std::vector<expression_ptr> halves[2];
  for (std::size_t i = 0; i < items.size(); ++i) halves[i % 2].push_back(std::move(items[i]));
  auto key = unify(halves[0], zone, "the keys of a MAP");
  if (!key) return std::unexpected(key.error());
  auto value = unify(halves[1], zone, "the values of a MAP");
  if (!value) return std::unexpected(value.error());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = std::move(halves[i % 2][i / 2]);
  return finish(map_type(std::move(*key), std::move(*value)), std::move(items));
}

expression_ptr make_row(std::vector<expression_ptr> items) {
  std::vector<row_field> fields;
  for (std::size_t i = 0; i < items.size(); ++i) fields.push_back({fmt::format("EXPR${}", i), items[i]->type()});
  return finish(row_type(std::move(fields)), std::move(items));
}

} // namespace core::expr
