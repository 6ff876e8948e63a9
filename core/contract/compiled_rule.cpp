#include "core/contract/compiled_rule.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/json_writer.hpp"
#include "core/data/time_text.hpp"

namespace core::contract {

namespace {

/// The same array with each item made anew.
template <class Make>
result<value_view> each(value_view of, arena& memory, Make make) {
  const auto items = of.items();
  auto* made = memory.room<value_view>(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    WEIR_TRY(one, make(items[i]));
    std::construct_at(made + i, one);
  }
  return value_view::of(std::span<const value_view>(made, items.size()));
}

result<value_view> timestamp_of(value_view from) {
  if (from.is_null()) return from;
  if (!from.is_string()) return fail(errc::bad_value, "no ISO 8601 text");
  const auto stamp = parse_stamp_lenient(from.text());
  if (!stamp) return fail(errc::bad_value, fmt::format("no ISO 8601 time: {}", from.text()));
  return value_view::of(stamp->ms);
}

} // namespace

result<compiled_rule> compiled_rule::compile(const field_rule& from) {
  if (from.from.empty() == from.expression.empty())
    return fail(errc::bad_value, fmt::format("field {} needs exactly one of from and expression", from.name));
  compiled_rule made;
  made.name_ = from.name;
  made.as_ = from.as;
  made.fallback_ = from.default_json.value_or("null");
  made.lead_ = ",";
  append_json_string(made.lead_, from.name);
  made.lead_ += ':';
  if (!from.from.empty()) {
    WEIR_TRY(names, parse_path(from.from));
    made.from_ = std::move(names);
  } else {
    WEIR_TRY(compiled, jmespath::expression::compile(from.expression));
    made.expression_ = std::move(compiled);
  }
  if (!from.take.empty()) {
    WEIR_TRY(names, parse_path(from.take));
    made.take_ = std::move(names);
  }
  return made;
}

result<value_view> compiled_rule::apply(value_view payload, arena& memory) const {
  auto value = found(payload, memory);
  if (value) value = converted(*value, memory);
  if (!value) value.error().message = fmt::format("field {}: {}", name_, value.error().message);
  return value;
}

result<value_view> compiled_rule::found(value_view payload, arena& memory) const {
  if (expression_) return expression_->search(payload, memory);
  const auto value = resolve(from_, payload);
  if (take_.empty() || value.is_null()) return value;
  if (!value.is_array()) return fail(errc::bad_type, "take needs an array");
  return each(value, memory, [&](value_view item) -> result<value_view> { return resolve(take_, item); });
}

result<value_view> compiled_rule::converted(value_view from, arena& memory) const {
  switch (as_) {
  case conversion::boolean: return value_view::of(!from.is_null());
  case conversion::timestamp: return from.is_array() ? each(from, memory, timestamp_of) : timestamp_of(from);
  default: return from;
  }
}

} // namespace core::contract
