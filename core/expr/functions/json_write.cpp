// JSON_STRING, JSON_OBJECT, JSON_ARRAY.
#include "core/expr/functions/json_write.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/data/number_text.hpp"
#include "core/data/time_text.hpp"
#include "core/expr/functions/base64.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/json_number.hpp"
#include "core/expr/functions/json_tree.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

/// The scale of a STRING that JSON_OBJECT or JSON_ARRAY made (texts have none otherwise): inside of others of them it
/// is JSON and not a text.
constexpr std::uint8_t json_mark = 1;

void append_quoted(std::string& out, string_view plain) {
  out.push_back('"');
  out.append(plain);
  out.push_back('"');
}

void append_real(std::string& out, const column& values, std::size_t row) {
  std::string text;
  if (values.type.kind == type_kind::float32)
    append_float(text, values.reals[row]);
  else
    append_double(text, values.reals[row]);
  // Flink writes it by way of BigDecimal: 1.0E+10.
  if (std::isfinite(values.reals[row]))
    out += number_text(text).value_or(text);
  else
    append_quoted(out, text);
}

void append_integer_cell(std::string& out, const column& values, std::size_t row) {
  const auto value = values.ints[row];
  std::string text;
  switch (values.type.kind) {
  case type_kind::boolean: out += value != 0 ? "true" : "false"; return;
  case type_kind::date: append_date(text, value); break;
  case type_kind::time: append_time(text, value, -1); break;
  case type_kind::timestamp:
  case type_kind::timestamp_ltz:
    append_stamp(text, {value, values.nanos.empty() ? 0 : values.nanos[row]}, stamp_style::iso8601, -1);
    if (values.type.kind == type_kind::timestamp_ltz) text += "Z";
    break;
  default: append_integer(out, value); return;
  }
  append_quoted(out, text);
}

void append_text_cell(std::string& out, const column& values, std::size_t row) {
  const auto text = values.texts[row];
  if (values.type.kind == type_kind::variant || values.type.scale == json_mark) return void(out.append(text));
  if (values.type.kind != type_kind::bytes) return append_json_text(out, text);
  std::string coded;
  append_base64(coded, text);
  append_quoted(out, coded);
}

struct member {
  string_view name;
  const column* values;
  std::size_t row;
};

/// In order of their names; of equal names the last one.
void append_members(std::string& out, std::vector<member> members) {
  std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  out.push_back('{');
  bool first = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i + 1 < members.size() && members[i + 1].name == members[i].name) continue;
    if (!first) out.push_back(',');
    first = false;
    append_json_text(out, members[i].name);
    out.push_back(':');
    append_json_cell(out, *members[i].values, members[i].row);
  }
  out.push_back('}');
}

void append_nested(std::string& out, const column& values, std::size_t row) {
  std::vector<member> members;
  if (values.type.kind == type_kind::row) {
    for (std::size_t i = 0; i < values.children.size(); ++i)
      members.push_back({(*values.type.fields)[i].name, values.children[i].get(), row});
    return append_members(out, std::move(members));
  }
  const auto begin = values.offsets[row];
  const auto end = values.offsets[row + 1];
  if (values.type.kind == type_kind::map) {
    for (auto i = begin; i < end; ++i) members.push_back({values.children[0]->texts[i], values.children[1].get(), i});
    return append_members(out, std::move(members));
  }
  out.push_back('[');
  for (auto i = begin; i < end; ++i) {
    if (i > begin) out.push_back(',');
    append_json_cell(out, *values.children[0], i);
  }
  out.push_back(']');
}

/// Objects have texts for names.
bool is_writable(const data_type& type) {
  if (type.kind == type_kind::map && storage_of((*type.fields)[0].type.kind) != storage::text) return false;
  if (type.kind == type_kind::interval_ms || type.kind == type_kind::interval_months) return false;
  return !type.fields || std::all_of(type.fields->begin(), type.fields->end(),
                                     [](const auto& field) { return is_writable(field.type); });
}

result<bool> check_writable(string_view name, std::span<const argument> arguments) {
  for (const auto& given : arguments)
    if (!is_writable(given.type))
      return fail(errc::bad_type, fmt::format("{} cannot write this type: {}", name, to_string(given.type)));
  return true;
}

result<overload> json_string(std::span<const argument> arguments) {
  if (auto fine = check_writable("JSON_STRING", arguments); !fine) return std::unexpected(std::move(fine.error()));
  return settle({"JSON_STRING", {want::any}}, arguments, string_type(),
                [](const std::vector<column_ptr>& given, const kernel_context& context) {
                  auto made = make_column(string_type(), context.rows);
                  auto arena = std::make_shared<text_arena>();
                  for_rows(context, [&](std::uint32_t row) {
                    if (given[0]->is_null(row)) return;
                    std::string text;
                    append_json_cell(text, *given[0], row);
                    made.texts[row] = arena->store(text);
                  });
                  made.owners.push_back(std::move(arena));
                  return made;
                });
}

/// Whether NULLs are written, by the first argument: 'NULL' or 'ABSENT'.
result<bool> keeps_nulls(string_view name, std::span<const argument> arguments) {
  const auto rule = arguments.empty() ? std::nullopt : literal_text(arguments[0]);
  if (rule != "NULL" && rule != "ABSENT")
    return fail(errc::bad_value, fmt::format("{} needs NULL or ABSENT first", name));
  return rule == "NULL";
}

using row_writer = void (*)(std::string& out, const std::vector<column_ptr>& given, std::uint32_t row, bool nulls);

void write_object(std::string& out, const std::vector<column_ptr>& given, std::uint32_t row, bool nulls) {
  std::vector<member> members;
  for (std::size_t i = 1; i + 1 < given.size(); i += 2)
    if (nulls || !given[i + 1]->is_null(row)) members.push_back({given[i]->texts[row], given[i + 1].get(), row});
  append_members(out, std::move(members));
}

void write_array(std::string& out, const std::vector<column_ptr>& given, std::uint32_t row, bool nulls) {
  out.push_back('[');
  for (std::size_t i = 1; i < given.size(); ++i) {
    if (!nulls && given[i]->is_null(row)) continue;
    if (out.size() > 1) out.push_back(',');
    append_json_cell(out, *given[i], row);
  }
  out.push_back(']');
}

data_type json_type() {
  auto type = string_type();
  type.scale = json_mark;
  return type;
}

result<overload> built(const shape& form, std::span<const argument> arguments, row_writer write) {
  const auto nulls = keeps_nulls(form.name, arguments);
  if (!nulls) return std::unexpected(nulls.error());
  if (auto fine = check_writable(form.name, arguments); !fine) return std::unexpected(std::move(fine.error()));
  return settle_with_nulls(
      form, arguments, json_type(),
      [write, nulls = *nulls](const std::vector<column_ptr>& given, const kernel_context& context) {
        auto made = make_column(json_type(), context.rows);
        auto arena = std::make_shared<text_arena>();
        std::string text;
        for_rows(context, [&](std::uint32_t row) {
          text.clear();
          write(text, given, row, nulls);
          made.texts[row] = arena->store(text);
        });
        made.owners.push_back(std::move(arena));
        return made;
      });
}

result<overload> json_object(std::span<const argument> arguments) {
  shape form{"JSON_OBJECT", {want::text}};
  for (std::size_t i = 1; i < arguments.size(); ++i) form.wants.push_back(i % 2 == 1 ? want::text : want::any);
  if (arguments.size() % 2 == 0) return fail(errc::bad_type, "JSON_OBJECT needs a value for each key");
  for (std::size_t i = 1; i < arguments.size(); i += 2)
    if (arguments[i].literal && arguments[i].literal->is_null(0))
      return fail(errc::bad_value, "JSON_OBJECT needs keys that are not NULL");
  return built(form, arguments, write_object);
}

/// A text taken as the JSON that it holds, for JSON_OBJECT and JSON_ARRAY; NULL when it is blank.
result<overload> json(std::span<const argument> arguments) {
  return settle({"JSON", {want::text}}, arguments, json_type(),
                text_kernel<string_view>(
                    [](std::string& out, string_view text) -> outcome<bool> {
                      if (text.find_first_not_of(" \t\r\n") == string_view::npos) return false;
                      const auto value = parse_json(text);
                      if (!value) return std::unexpected(fmt::format("JSON cannot be read: {}", text));
                      append_json(out, *value);
                      return true;
                    },
                    json_type()));
}

constexpr function_entry entries[] = {
    {"JSON", [](std::span<const argument> arguments, string_view) { return json(arguments); }, "JSON(text)",
     "The JSON in the text, as a value of JSON_OBJECT and JSON_ARRAY."},
    {"JSON_STRING", [](std::span<const argument> arguments, string_view) { return json_string(arguments); },
     "JSON_STRING(value)", "The value as JSON."},
    {"JSON_OBJECT", [](std::span<const argument> arguments, string_view) { return json_object(arguments); },
     "JSON_OBJECT([KEY] key VALUE value, ... [NULL | ABSENT ON NULL])", "A JSON object of these members."},
    {"JSON_ARRAY",
     [](std::span<const argument> arguments, string_view) {
       return built({"JSON_ARRAY", {want::text, want::any}, 1, true}, arguments, write_array);
     },
     "JSON_ARRAY(value, ... [NULL | ABSENT ON NULL])", "A JSON array of these values."},
};

} // namespace

void append_json_cell(std::string& out, const column& values, std::size_t row) {
  if (values.is_null(row) || values.type.kind == type_kind::null) {
    out += "null";
    return;
  }
  switch (storage_of(values.type.kind)) {
  case storage::integer: return append_integer_cell(out, values, row);
  case storage::real: return append_real(out, values, row);
  case storage::decimal: return append_decimal(out, values.decimals[row], values.type.scale);
  case storage::text: return append_text_cell(out, values, row);
  case storage::nested: return append_nested(out, values, row);
  }
}

family json_write_functions() { return entries; }

} // namespace core::expr::functions
