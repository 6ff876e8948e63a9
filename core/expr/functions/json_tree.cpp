#include "core/expr/functions/json_tree.hpp"

#include <algorithm>

#include <simdjson.h>

#include "core/expr/functions/json_number.hpp"

namespace core::expr::functions {

const json_value* json_value::member(std::string_view name) const {
  for (const auto& [key, value] : members)
    if (key == name) return &value;
  return nullptr;
}

namespace {

namespace ondemand = simdjson::ondemand;

bool read_value(ondemand::value from, json_value& to);

bool read_array(ondemand::value from, json_value& to) {
  to.kind = json_kind::array;
  ondemand::array array;
  if (from.get_array().get(array)) return false;
  for (auto element : array) {
    ondemand::value item;
    if (element.get(item) || !read_value(item, to.items.emplace_back())) return false;
  }
  return true;
}

json_value& member_slot(json_value& object, std::string_view name) {
  for (auto& [key, value] : object.members)
    if (key == name) return value = json_value{};
  return object.members.emplace_back(std::string(name), json_value{}).second;
}

bool read_object(ondemand::value from, json_value& to) {
  to.kind = json_kind::object;
  ondemand::object object;
  if (from.get_object().get(object)) return false;
  for (auto element : object) {
    std::string_view name;
    ondemand::value member;
    if (element.unescaped_key().get(name)) return false;
    auto& slot = member_slot(to, name);
    if (element.value().get(member) || !read_value(member, slot)) return false;
  }
  return true;
}

bool read_scalar(ondemand::value from, ondemand::json_type type, json_value& to) {
  if (type == ondemand::json_type::string) {
    to.kind = json_kind::text;
    std::string_view text;
    if (from.get_string().get(text)) return false;
    to.text = text;
    return true;
  }
  if (type == ondemand::json_type::boolean) {
    to.kind = json_kind::boolean;
    bool value = false;
    if (from.get_bool().get(value)) return false;
    to.text = value ? "true" : "false";
    return true;
  }
  if (type == ondemand::json_type::null) {
    bool null = false; // `nul` is an error, not false.
    return !from.is_null().get(null) && null;
  }
  to.kind = json_kind::number;
  auto token = from.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') token.remove_suffix(1);
  auto text = number_text(token);
  if (!text) return false;
  to.text = std::move(*text);
  return true;
}

bool read_value(ondemand::value from, json_value& to) {
  ondemand::json_type type{};
  if (from.type().get(type)) return false;
  if (type == ondemand::json_type::array) return read_array(from, to);
  if (type == ondemand::json_type::object) return read_object(from, to);
  return read_scalar(from, type, to);
}

} // namespace

std::optional<json_value> parse_json(std::string_view text) {
  thread_local ondemand::parser parser;
  thread_local std::string buffer;
  // As the one element of an array a bare scalar is read as any other value.
  buffer.clear();
  buffer.append("[").append(text).append("]");
  buffer.reserve(buffer.size() + simdjson::SIMDJSON_PADDING);
  ondemand::document document;
  if (parser.iterate(buffer.data(), buffer.size(), buffer.capacity()).get(document)) return {};
  ondemand::array array;
  if (document.get_array().get(array)) return {};
  std::optional<json_value> root;
  for (auto element : array) {
    ondemand::value item;
    if (root || element.get(item)) return {};
    if (!read_value(item, root.emplace(json_value{}))) return {};
  }
  // `1] [2` would end the array early.
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  return at_end ? std::move(root) : std::nullopt;
}

void append_json_text(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out.push_back('"');
  for (const char byte : text) {
    switch (byte) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\b': out += "\\b"; break;
    case '\f': out += "\\f"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default:
      if (static_cast<unsigned char>(byte) < 0x20) {
        out += "\\u00";
        out.push_back(digits[static_cast<unsigned char>(byte) >> 4U]);
        out.push_back(digits[static_cast<unsigned char>(byte) & 0xFU]);
      } else {
        out.push_back(byte);
      }
    }
  }
  out.push_back('"');
}

namespace {

void append_object(std::string& out, const json_value& value) {
  std::vector<const std::pair<std::string, json_value>*> sorted;
  for (const auto& member : value.members) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  out.push_back('{');
  for (const auto* member : sorted) {
    if (member != sorted.front()) out.push_back(',');
    append_json_text(out, member->first);
    out.push_back(':');
    append_json(out, member->second);
  }
  out.push_back('}');
}

} // namespace

void append_json(std::string& out, const json_value& value) {
  switch (value.kind) {
  case json_kind::null: out += "null"; break;
  case json_kind::text: append_json_text(out, value.text); break;
  case json_kind::object: append_object(out, value); break;
  case json_kind::array:
    out.push_back('[');
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (i > 0) out.push_back(',');
      append_json(out, value.items[i]);
    }
    out.push_back(']');
    break;
  default: out += value.text;
  }
}

} // namespace core::expr::functions
