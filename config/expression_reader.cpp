#include "config/expression_reader.hpp"

#include <fmt/format.h>

#include "config/mapping_reader.hpp"
#include "core/plan/syntax_rewrite.hpp"

namespace config {

using core::errc;
namespace sql = core::sql;

namespace {

/// Moves every place of a tree from the expression's own text to the file.
class mover {
public:
  mover(const document& about, const node& scalar) : about_(about), scalar_(scalar) {}

  sql::syntax_ptr move(const sql::expression_syntax& from) const {
    const auto over_children =
        core::plan::map_children(from, [this](const sql::syntax_ptr& child) { return move(*child); });
    auto made = std::make_shared<sql::expression_syntax>(*over_children);
    made->place = moved(made->place);
    if (auto* column = std::get_if<sql::column_syntax>(&made->node))
      for (auto& part : column->parts) part.place = moved(part.place);
    if (auto* field = std::get_if<sql::field_syntax>(&made->node)) field->field.place = moved(field->field.place);
    return made;
  }

private:
  core::text_place moved(core::text_place place) const { return place_within(about_, scalar_, place); }

  const document& about_;
  const node& scalar_;
};

} // namespace

sql::syntax_ptr read_expression(const node& value, std::string_view name, complaints& into) {
  if (!read_text(value, name, into)) return nullptr;
  const auto parsed = sql::parse_expression(value.text, sql::dialect::pipeline);
  if (!parsed) {
    into.add_within(value, parsed.error());
    return nullptr;
  }
  return mover(into.about(), value).move(*parsed);
}

bool refers_to_broken(const sql::expression_syntax& syntax, const row_scope& scope) {
  if (scope.broken.empty()) return false;
  if (const auto* column = syntax.as<sql::column_syntax>()) return scope.broken.contains(column->parts[0].text);
  bool found = false;
  sql::for_each_child(syntax, [&](const sql::syntax_ptr& child) { found = found || refers_to_broken(*child, scope); });
  return found;
}

core::expr::expression_ptr bind_expression(const sql::syntax_ptr& syntax, const row_scope& scope, complaints& into) {
  if (!syntax || refers_to_broken(*syntax, scope)) return nullptr;
  auto bound = core::expr::bind(*syntax, {scope.columns, scope.time_zone});
  if (bound) return std::move(*bound);
  auto fault = std::move(bound.error());
  if (fault.place.line == 0) fault.place = syntax->place;
  into.add(std::move(fault));
  return nullptr;
}

core::expr::expression_ptr bind_condition(const sql::syntax_ptr& syntax, std::string_view name, const row_scope& scope,
                                          complaints& into) {
  auto bound = bind_expression(syntax, scope, into);
  if (!bound || bound->type().kind == core::type_kind::boolean) return bound;
  into.add(errc::bad_type,
           fmt::format("{} must be a condition (BOOLEAN), not {}", name, core::to_string(bound->type())),
           syntax->place);
  return nullptr;
}

std::optional<std::size_t> find_column(const node& name, const row_scope& scope, complaints& into,
                                       std::string_view hint) {
  if (const auto index = scope.columns->index_of(name.text)) return index;
  if (scope.broken.contains(name.text)) return std::nullopt;
  std::vector<std::string_view> known;
  for (const auto& field : scope.columns->fields) known.push_back(field.name);
  const auto near = core::closest(name.text, known.data(), known.size());
  into.add(errc::unknown_name, fmt::format("unknown column: {}", name.text), name.place,
           near.empty() ? std::string(hint) : fmt::format("did you mean {}?", near));
  return std::nullopt;
}

} // namespace config
