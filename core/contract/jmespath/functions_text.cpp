#include <algorithm>

#include "core/contract/jmespath/functions.hpp"
#include "core/contract/json_writer.hpp"

namespace core::contract::jmespath {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

outcome kept(call_frame& frame, std::string_view text) { return value_view::of(frame.with.memory().keep(text)); }

} // namespace

outcome run_contains(call_frame& frame) {
  const auto in = frame.arguments[0];
  const auto what = frame.arguments[1];
  if (in.is_string()) return value_view::of(what.is_string() && in.text().find(what.text()) != std::string_view::npos);
  for (const auto item : in.items()) {
    const auto equal = frame.with.equals(item, what);
    if (!equal) return std::unexpected(equal.error());
    if (*equal) return value_view::of(true);
  }
  return value_view::of(false);
}

outcome run_ends_with(call_frame& frame) {
  return value_view::of(frame.arguments[0].text().ends_with(frame.arguments[1].text()));
}

outcome run_starts_with(call_frame& frame) {
  return value_view::of(frame.arguments[0].text().starts_with(frame.arguments[1].text()));
}

outcome run_join(call_frame& frame) {
  std::string joined;
  bool first = true;
  for (const auto item : frame.arguments[1].items()) {
    if (!first) joined += frame.arguments[0].text();
    first = false;
    joined += item.text();
    if (joined.size() > evaluation_bytes_max) return fail(errc::limit, "limit: join() gives too long a string");
  }
  return kept(frame, joined);
}

outcome run_length(call_frame& frame) {
  const auto of = frame.arguments[0];
  std::size_t length = 0;
  if (of.is_string())
    length = static_cast<std::size_t>(std::count_if(of.text().begin(), of.text().end(), begins_character));
  else
    length = of.is_array() ? of.items().size() : of.members().size();
  return value_view::of(static_cast<std::uint64_t>(length));
}

outcome run_reverse(call_frame& frame) {
  const auto of = frame.arguments[0];
  if (of.is_array()) return frame.with.array_of({of.items().rbegin(), of.items().rend()});
  std::string reversed;
  auto rest = of.text();
  while (!rest.empty()) {
    auto begin = rest.size() - 1;
    while (begin > 0 && !begins_character(rest[begin])) --begin;
    reversed += rest.substr(begin);
    rest = rest.substr(0, begin);
  }
  return kept(frame, reversed);
}

outcome run_to_string(call_frame& frame) {
  const auto of = frame.arguments[0];
  if (of.is_string()) return of;
  std::string text;
  if (!append_json(text, of, evaluation_bytes_max))
    return fail(errc::limit, "limit: to_string() gives too long a string");
  return kept(frame, text);
}

outcome run_type(call_frame& frame) { return value_view::of(type_name(frame.arguments[0])); }

} // namespace core::contract::jmespath
