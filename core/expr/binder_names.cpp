// Columns, their fields, and literals.
#include <algorithm>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/expr/binder.hpp"
#include "core/expr/cast_text_reading.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/nested.hpp"
#include "core/expr/rows.hpp"

namespace core::expr {

namespace {

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  const auto near = closest(name, known.data(), known.size());
  return near.empty() ? std::string{} : fmt::format("did you mean {}?", near);
}

} // namespace

/// The column's index; `used` parts are its name, the others are fields.
result<std::size_t> binder::find_column(const std::vector<sql::name_part>& parts, std::size_t& used) const {
  const auto& fields = names_.columns->fields;
  const auto& tables = names_.tables;
  std::vector<std::size_t> found;
  if (parts.size() > 1) {
    for (std::size_t i = 0; i < tables.size() && i < fields.size(); ++i) {
      if (tables[i] == parts[0].text && fields[i].name == parts[1].text) found.push_back(i);
    }
    used = 2;
  }
  if (found.empty()) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].name == parts[0].text) found.push_back(i);
    }
    used = 1;
  }
  if (found.empty()) return std::unexpected(unknown_column(parts));
  if (found.size() > 1) {
    return fail(errc::unknown_name, fmt::format("more than one table has the column {}", parts[0].text), parts[0].place,
                "write the table in front of it");
  }
  return found.front();
}

error binder::unknown_column(const std::vector<sql::name_part>& parts) const {
  const bool qualified = parts.size() > 1 && std::ranges::find(names_.tables, parts[0].text) != names_.tables.end();
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < names_.columns->fields.size(); ++i) {
    if (!qualified || names_.tables[i] == parts[0].text) known.push_back(names_.columns->fields[i].name);
  }
  const auto& wrong = qualified ? parts[1] : parts[0];
  return {errc::unknown_name, fmt::format("unknown column: {}{}", qualified ? parts[0].text + "." : "", wrong.text),
          wrong.place, did_you_mean(wrong.text, known)};
}

bound binder::operator()(const sql::column_syntax& node) {
  if (!names_.columns)
    return std::unexpected(
        error{errc::unknown_name, fmt::format("unknown column: {}", node.parts[0].text), node.parts[0].place, {}});
  std::size_t used = 1;
  const auto index = find_column(node.parts, used);
  if (!index) return std::unexpected(index.error());
  bound made = column_reference(*index, names_.columns->fields[*index]);
  for (; used < node.parts.size() && made; ++used) made = bind_field(std::move(*made), node.parts[used]);
  return made;
}

bound binder::operator()(const sql::field_syntax& node) {
  auto value = bind(*node.value);
  if (!value) return value;
  return bind_field(std::move(*value), node.field);
}

bound binder::bind_field(expression_ptr value, const sql::name_part& field) {
  const auto& type = value->type();
  if (type.kind != type_kind::row) {
    return fail(errc::bad_type,
                fmt::format("{} has no field {}: it is {}", value->to_string(), field.text, core::to_string(type)),
                field.place);
  }
  const auto& fields = *type.fields;
  const auto found = std::ranges::find(fields, field.text, &row_field::name);
  if (found != fields.end()) return make_field(std::move(value), static_cast<std::size_t>(found - fields.begin()));
  std::vector<std::string_view> known;
  for (const auto& one : fields) known.push_back(one.name);
  return fail(errc::unknown_name, fmt::format("{} has no field {}", value->to_string(), field.text), field.place,
              did_you_mean(field.text, known));
}

namespace {

data_type not_null(data_type type) {
  type.nullable = false;
  return type;
}

std::optional<int128> exact_digits(std::string_view text, int scale) { return parse_decimal(text, 38, scale); }

bound number_literal(const std::string& text, bool negative) {
  const auto point = std::min(text.find('.'), text.size());
  const auto scale = point == text.size() ? 0 : static_cast<int>(text.size() - point - 1);
  const auto written = (negative ? "-" : "") + text.substr(0, scale == 0 ? point : text.size());
  if (scale == 0) {
    if (const auto value = parse_integer(written)) {
      // 2147483648 is BIGINT whatever stands in front of it.
      const bool narrow = *value >= -2147483647LL && *value <= 2147483647LL;
      return make_integer(not_null(narrow ? int32_type() : int64_type()), *value);
    }
  }
  // As many digits as are written, a leading zero included: so counts Flink.
  const auto digits = static_cast<int>(text.size()) - (point == text.size() ? 0 : 1);
  const auto value = scale <= 38 ? exact_digits(written, scale) : std::nullopt;
  if (!value) return fail(errc::bad_value, fmt::format("a number has more than 38 digits: {}", text));
  auto made = make_column(not_null(decimal_type(std::clamp(digits, std::max(scale, 1), 38), scale)), 1);
  made.decimals[0] = *value;
  return make_constant(shared(std::move(made)));
}

bound moment_literal(const sql::literal_syntax& node) {
  const bool is_time = node.kind == sql::literal_kind::time;
  const auto value = read_stamp(is_time ? "1970-01-01 " + node.text : node.text);
  const bool has_clock = node.text.find(':') != std::string::npos;
  if (!value || (node.kind == sql::literal_kind::date && has_clock)) {
    const auto* form = is_time                                ? "TIME in the form HH:mm:ss"
                       : node.kind == sql::literal_kind::date ? "DATE in the form yyyy-MM-dd"
                                                              : "TIMESTAMP in the form yyyy-MM-dd HH:mm:ss";
    return fail(errc::bad_value, fmt::format("'{}' is no {}", node.text, form));
  }
  if (node.kind == sql::literal_kind::date)
    return make_integer(not_null(simple_type(type_kind::date)),
                        value->ms / 86'400'000 - (value->ms % 86'400'000 < 0 ? 1 : 0));
  const auto point = node.text.find('.');
  const auto digits = point == std::string::npos ? 0 : std::min<std::size_t>(node.text.size() - point - 1, 9);
  auto type = not_null(is_time ? simple_type(type_kind::time) : timestamp_type(0));
  type.precision = static_cast<std::uint8_t>(digits);
  auto made = make_column(type, 1);
  made.ints[0] = value->ms;
  if (value->nanos != 0 && !is_time) made.nanos.assign(1, value->nanos);
  return make_constant(shared(std::move(made)));
}

/// CHAR(n) of as many characters, which Flink gives a literal.
data_type literal_text_type(std::string_view text, type_kind kind) {
  auto type = not_null(simple_type(kind));
  type.length = static_cast<std::int32_t>(
      kind == type_kind::bytes ? static_cast<std::ptrdiff_t>(text.size()) : std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      }));
  type.fixed_length = type.length > 0;
  return type;
}

} // namespace

bound bind_literal(const sql::literal_syntax& node, bool negative) {
  switch (node.kind) {
  case sql::literal_kind::null: return make_null(simple_type(type_kind::null));
  case sql::literal_kind::boolean: return make_integer(not_null(boolean_type()), node.text == "TRUE" ? 1 : 0);
  case sql::literal_kind::number: return number_literal(node.text, negative);
  case sql::literal_kind::approximate: {
    auto made = make_column(not_null(float64_type()), 1);
    made.reals[0] = parse_double(node.text).value_or(0) * (negative ? -1 : 1);
    return make_constant(shared(std::move(made)));
  }
  case sql::literal_kind::text: return make_text(literal_text_type(node.text, type_kind::string), node.text);
  case sql::literal_kind::bytes: return make_text(literal_text_type(node.text, type_kind::bytes), node.text);
  case sql::literal_kind::interval:
    return make_integer(
        not_null(simple_type(node.interval_of_months ? type_kind::interval_months : type_kind::interval_ms)),
        node.interval);
  default: return moment_literal(node);
  }
}

} // namespace core::expr
