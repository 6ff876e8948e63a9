#include "core/expr/functions/json_source.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/expr/functions/function_shape.hpp"

namespace core::expr::functions {

result<json_source> json_source::of(const argument& path) {
  json_source source;
  if (const auto text = literal_text(path)) {
    auto compiled = json_path::compile(*text);
    if (!compiled) return std::unexpected(std::move(compiled.error()));
    source.constant_ = std::make_shared<const json_path>(std::move(*compiled));
  }
  return source;
}

namespace {

void follow(json_reading& reading, std::string_view text, const json_path& path) {
  reading.strict = path.is_strict();
  reading.root = parse_json(text);
  if (!reading.root) {
    if (reading.strict) reading.fault = "text is no JSON";
    return;
  }
  reading.found = path.find(*reading.root);
  if (reading.strict && reading.found.failed) {
    reading.fault = "JSON path leads to nothing";
    return;
  }
  const auto* value = reading.found.value();
  reading.value = value && value->kind != json_kind::null ? value : nullptr;
  if (reading.strict && !reading.value) reading.fault = "strict JSON path leads to null";
}

} // namespace

std::unique_ptr<const json_reading> json_source::read(std::string_view text, std::string_view path) const {
  auto reading = std::make_unique<json_reading>();
  if (constant_) {
    follow(*reading, text, *constant_);
    return reading;
  }
  const auto compiled = json_path::compile(path);
  if (compiled)
    follow(*reading, text, *compiled);
  else
    reading->fault = compiled.error().message;
  return reading;
}

namespace {

struct behaviour_name {
  std::string_view name;
  json_behaviour behaviour;
};
constexpr std::array behaviour_names{behaviour_name{"NULL", json_behaviour::null},
                                     behaviour_name{"ERROR", json_behaviour::error},
                                     behaviour_name{"DEFAULT", json_behaviour::fallback},
                                     behaviour_name{"EMPTY ARRAY", json_behaviour::empty_array},
                                     behaviour_name{"EMPTY OBJECT", json_behaviour::empty_object},
                                     behaviour_name{"TRUE", json_behaviour::is_true},
                                     behaviour_name{"FALSE", json_behaviour::is_false},
                                     behaviour_name{"UNKNOWN", json_behaviour::unknown}};

} // namespace

result<json_behaviour> behaviour_of(std::string_view function, const argument& given,
                                    std::span<const json_behaviour> allowed) {
  const auto text = literal_text(given);
  for (const auto& known : behaviour_names)
    if (text == known.name && std::find(allowed.begin(), allowed.end(), known.behaviour) != allowed.end())
      return known.behaviour;
  return fail(errc::bad_value, fmt::format("{} does not know this behaviour: {}", function, text.value_or("NULL")));
}

} // namespace core::expr::functions
