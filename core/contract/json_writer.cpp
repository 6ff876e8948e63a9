#include "core/contract/json_writer.hpp"

#include <fmt/format.h>

namespace core::contract {

namespace {

bool needs_escape(char byte) { return byte == '"' || byte == '\\' || static_cast<unsigned char>(byte) < 0x20; }

void append_escape(std::string& out, char byte) {
  switch (byte) {
  case '"': out += "\\\""; break;
  case '\\': out += "\\\\"; break;
  case '\b': out += "\\b"; break;
  case '\f': out += "\\f"; break;
  case '\n': out += "\\n"; break;
  case '\r': out += "\\r"; break;
  case '\t': out += "\\t"; break;
  default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(byte));
  }
}

} // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!needs_escape(text[at])) continue;
    out.append(text, from, at - from);
    append_escape(out, text[at]);
    from = at + 1;
  }
  out.append(text, from);
  out += '"';
}

void append_json_number(std::string& out, value_view number) {
  switch (number.kind()) {
  case value_kind::integer: out.append(fmt::format_int(number.integer()).c_str()); break;
  case value_kind::natural: out.append(fmt::format_int(number.natural()).c_str()); break;
  case value_kind::real: {
    const auto text = fmt::format("{}", number.real());
    out += text;
    if (text.find_first_of(".e") == std::string::npos) out += ".0";
    break;
  }
  default: out += number.text();
  }
}

bool append_json(std::string& out, value_view from, std::size_t bytes_max) {
  bool first = true;
  switch (from.kind()) {
  case value_kind::null: out += "null"; break;
  case value_kind::boolean: out += from.boolean() ? "true" : "false"; break;
  case value_kind::string: append_json_string(out, from.text()); break;
  case value_kind::array:
    out += '[';
    for (const auto item : from.items()) {
      if (!first) out += ',';
      first = false;
      if (!append_json(out, item, bytes_max)) return false;
    }
    out += ']';
    break;
  case value_kind::object:
    out += '{';
    for (const auto& [name, value] : from.members()) {
      if (!first) out += ',';
      first = false;
      append_json_string(out, name);
      out += ':';
      if (!append_json(out, value, bytes_max)) return false;
    }
    out += '}';
    break;
  default: append_json_number(out, from);
  }
  return out.size() <= bytes_max;
}

} // namespace core::contract
