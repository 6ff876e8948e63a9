#pragma once
// Tables written as SQL values, and expressions over them answered as text: one row, one string. NULL is `NULL`, a
// faulty row is its reason behind `!`.

#include <string>
#include <vector>

#include "core/expr/cast.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/expression.hpp"
#include "core/expr/value_text.hpp"
#include "core/sql/syntax.hpp"
#include "tests/support/catch.hpp"

namespace evaluated {

using texts = std::vector<std::string>;

/// The value of an expression without columns, cast to a type.
inline core::column_ptr value_of(const std::string& text, const core::data_type& type) {
  core::expr::scope none;
  none.columns = std::make_shared<core::schema>();
  auto bound = core::expr::compile(text, none);
  INFO(text);
  REQUIRE(bound.has_value());
  auto cast = core::expr::make_cast(std::move(*bound), type, {});
  REQUIRE(cast.has_value());
  REQUIRE((*cast)->constant());
  return (*cast)->constant();
}

inline core::data_type type_of(const std::string& text) {
  auto type = core::sql::parse_type(text);
  INFO(text);
  REQUIRE(type.has_value());
  return *type;
}

struct table {
  core::batch rows{};
  core::expr::scope names{};

  /// `columns`: name and type in turn.
  table(const texts& columns, const std::vector<texts>& values, std::string zone = "UTC") {
    auto layout = std::make_shared<core::schema>();
    for (std::size_t i = 0; i < columns.size(); i += 2) layout->fields.push_back({columns[i], type_of(columns[i + 1])});
    rows.layout = layout;
    rows.rows = static_cast<std::uint32_t>(values.size());
    for (std::size_t i = 0; i < layout->fields.size(); ++i) {
      std::vector<core::column_ptr> cells{core::null_column(layout->fields[i].type, 0)};
      for (const auto& row : values) cells.push_back(value_of(row[i], layout->fields[i].type));
      if (cells.size() > 1) cells.erase(cells.begin());
      rows.columns.push_back(core::concat(cells));
    }
    names = {layout, std::move(zone), {}};
  }

  [[nodiscard]] core::expr::expression_ptr bound(const std::string& text) const {
    auto made = core::expr::compile(text, names);
    INFO(text);
    if (!made) FAIL(core::to_string(made.error()));
    return *made;
  }

  [[nodiscard]] texts ask(const core::expr::expression& value,
                          const std::vector<std::uint32_t>* picked = nullptr) const {
    core::expr::eval_context context;
    context.rows = picked;
    const auto made = value.evaluate(rows, context);
    REQUIRE(made->rows == rows.rows);
    const auto* zone = *core::time_zone::find(names.time_zone);
    texts out(rows.rows, "-");
    const auto put = [&](std::uint32_t row) {
      out[row].clear();
      if (made->is_null(row))
        out[row] = "NULL";
      else
        core::expr::append_value(out[row], *made, row, *zone);
    };
    for (std::uint32_t row = 0; row < rows.rows && picked == nullptr; ++row) put(row);
    for (std::size_t i = 0; picked != nullptr && i < picked->size(); ++i) put((*picked)[i]);
    for (const auto& fault : context.faults) {
      CHECK(made->is_null(fault.row));
      out[fault.row] = "!" + fault.reason;
    }
    return out;
  }
  [[nodiscard]] texts ask(const std::string& text) const { return ask(*bound(text)); }

  [[nodiscard]] std::string type(const std::string& text) const { return core::to_string(bound(text)->type()); }

  /// The complaint, or empty when it binds.
  [[nodiscard]] std::string refusal(const std::string& text) const {
    auto made = core::expr::compile(text, names);
    return made ? std::string{} : core::to_string(made.error());
  }
};

} // namespace evaluated
