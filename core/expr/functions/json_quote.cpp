// JSON_QUOTE and JSON_UNQUOTE.
#include <fmt/format.h>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/json_tree.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

void append_escape(std::string& out, std::uint32_t point) {
  if (point < 0x10000) {
    out += fmt::format("\\u{:04x}", point);
    return;
  }
  out +=
      fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + ((point - 0x10000U) >> 10U), 0xDC00U + ((point - 0x10000U) & 0x3FFU));
}

/// Everything beyond printable ASCII is escaped, and the slash too, as Flink does.
void quote(std::string& out, string_view text) {
  out.push_back('"');
  while (!text.empty()) {
    const auto point = decode_point(text);
    text.remove_prefix(point.size);
    switch (point.point) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '/': out += "\\/"; break;
    case '\b': out += "\\b"; break;
    case '\f': out += "\\f"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default:
      if (point.point >= 0x20 && point.point <= 0x7F)
        out.push_back(static_cast<char>(point.point));
      else
        append_escape(out, point.point);
    }
  }
  out.push_back('"');
}

/// What is no quoted JSON text stays as it is.
void unquote(std::string& out, string_view text) {
  const bool quoted = text.size() >= 2 && text.starts_with('"') && text.ends_with('"');
  const auto value = quoted ? parse_json(text) : std::nullopt;
  out = value && value->kind == json_kind::text ? string_view(value->text) : text;
}

constexpr function_entry entries[] = {
    {"JSON_QUOTE",
     [](std::span<const argument> arguments, string_view) {
       return settle({"JSON_QUOTE", {want::text}}, arguments, string_type(), text_kernel<string_view>(quote));
     },
     "JSON_QUOTE(text)", "The text as a JSON text in ASCII."},
    {"JSON_UNQUOTE",
     [](std::span<const argument> arguments, string_view) {
       return settle({"JSON_UNQUOTE", {want::text}}, arguments, string_type(), text_kernel<string_view>(unquote));
     },
     "JSON_UNQUOTE(text)", "The text that a JSON text holds."},
};

} // namespace

family json_quote_functions() { return entries; }

} // namespace core::expr::functions
