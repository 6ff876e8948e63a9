#include "config/window_reader.hpp"

#include <array>
#include <set>

#include <fmt/format.h>

#include "config/quantity.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/time_zone.hpp"

namespace config {

using core::errc;
using core::window::window_kind;
namespace sql = core::sql;

namespace {

constexpr whole_range any_length{1, duration_ms_max};

/// A window's size in its short form (`tumble: 1m`) or the mapping of its long form.
std::optional<std::int64_t> short_length(const node& value, std::string_view name, complaints& into) {
  if (value.kind == node_kind::mapping) return std::nullopt;
  return read_duration_ms(value, name, any_length, into);
}

std::optional<std::int64_t> needed_length(mapping_reader& from, std::string_view key) {
  const auto value = from.need(key);
  if (!value) return std::nullopt;
  return read_duration_ms(*value, key, any_length, from.faults());
}

bool read_one_length(const node_ptr& value, std::string_view name, std::string_view key,
                     core::window::window_spec& made, complaints& into) {
  if (value->kind != node_kind::mapping) {
    const auto length = short_length(*value, name, into);
    made.size_ms = length.value_or(0);
    return length.has_value();
  }
  mapping_reader options(value, std::string(name), into);
  const auto length = needed_length(options, key);
  options.finish();
  made.size_ms = length.value_or(0);
  return length.has_value();
}

bool read_two_lengths(const node_ptr& value, std::string_view name, std::string_view small,
                      core::window::window_spec& made, complaints& into) {
  mapping_reader options(value, std::string(name), into);
  const auto size = needed_length(options, "size");
  const auto step = needed_length(options, small);
  options.finish();
  if (!size || !step) return false;
  made.size_ms = *size;
  made.slide_ms = *step;
  const bool is_hop = made.kind == window_kind::hop;
  if (*step <= *size && (is_hop || *size % *step == 0)) return true;
  into.add(errc::bad_value,
           fmt::format("the {} of a {} window must {} its size: {} and {}", small, name,
                       is_hop ? "not be longer than" : "divide", duration_text(*step), duration_text(*size)),
           options.from().find(small)->value->place);
  return false;
}

bool read_kind(const node_ptr& value, std::string_view name, core::window::window_spec& made, complaints& into) {
  if (name == "tumble") return read_one_length(value, name, "size", made, into);
  if (name == "session") {
    made.kind = window_kind::session;
    return read_one_length(value, name, "gap", made, into);
  }
  made.kind = name == "hop" ? window_kind::hop : window_kind::cumulate;
  return read_two_lengths(value, name, name == "hop" ? "slide" : "step", made, into);
}

} // namespace

std::optional<core::window::window_spec> read_window(const node_ptr& from, complaints& into) {
  mapping_reader options(from, "window", into);
  core::window::window_spec made;
  std::string_view chosen;
  bool good = true;
  for (const std::string_view name : {"tumble", "hop", "session", "cumulate"}) {
    const auto value = options.take(name);
    if (!value) continue;
    if (!chosen.empty()) {
      into.add(errc::bad_value, fmt::format("a window is of one kind: {} and {}", chosen, name),
               options.from().find(name)->key->place);
      good = false;
      continue;
    }
    chosen = name;
    good = read_kind(value, name, made, into) && good;
  }
  if (chosen.empty() && options.from().kind == node_kind::mapping && from->kind == node_kind::mapping) {
    into.add(errc::bad_value, "window needs one of tumble, hop, session, cumulate", from->place);
  }
  made.offset_ms = options.duration_ms("offset", 0, {-duration_ms_max, duration_ms_max});
  if (const auto zone = options.take("time_zone")) {
    made.time_zone = read_text(*zone, "time_zone", into).value_or("");
    if (const auto found = core::time_zone::find(made.time_zone); !found && zone->kind == node_kind::scalar)
      into.add(found.error().code, found.error().message, zone->place, found.error().hint);
  }
  options.finish();
  if (chosen.empty() || !good) return std::nullopt;
  return made;
}

namespace {

void read_key(const node& from, const row_scope& rows, core::plan::aggregate_query& query, complaints& into) {
  if (from.kind == node_kind::scalar) {
    if (find_column(from, rows, into, "write {name: expression} to group by an expression"))
      query.keys.push_back({core::plan::column_named(from.text, from.place), from.text});
    return;
  }
  if (from.kind != node_kind::mapping || from.entries.size() != 1) {
    into.add(errc::bad_type, "a key is a column or {name: expression}", from.place);
    return;
  }
  const auto& [name, value] = from.entries[0];
  const auto syntax = read_expression(*value, name->text, into);
  if (syntax && !refers_to_broken(*syntax, rows)) query.keys.push_back({syntax, name->text});
}

/// `{function: sum, of: value, distinct: true, filter: value > 0, separator: ";"}`.
sql::syntax_ptr read_long_call(const node_ptr& from, const std::string& name, complaints& into) {
  mapping_reader options(from, fmt::format("aggregate {}", name), into);
  sql::call_syntax call;
  const auto function = options.need("function");
  if (function) call.name = read_text(*function, "function", into).value_or("");
  for (auto& c : call.name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  bool good = function != nullptr;
  if (const auto known = core::agg::function_named(call.name); good && !known) {
    into.add(known.error().code, known.error().message, function->place, known.error().hint);
    good = false;
  }
  const bool counts = call.name == "COUNT" || !good;
  const auto of = counts ? options.take("of") : options.need("of");
  good = good && (of || counts);
  call.star = !of || of->text == "*";
  if (!call.star) {
    call.arguments.push_back({"", read_expression(*of, "of", into)});
    good = good && call.arguments[0].value;
  }
  if (const auto separator = options.take("separator"); separator && read_text(*separator, "separator", into)) {
    auto literal = std::make_shared<sql::expression_syntax>();
    literal->place = separator->place;
    literal->node = sql::literal_syntax{.kind = sql::literal_kind::text, .text = separator->text};
    call.arguments.push_back({"", std::move(literal)});
  }
  call.distinct = options.flag("distinct", false);
  if (const auto filter = options.take("filter")) {
    call.filter = read_expression(*filter, "filter", into);
    good = good && call.filter;
  }
  options.finish();
  if (!good) return nullptr;
  auto made = std::make_shared<sql::expression_syntax>();
  made->place = function->place;
  made->node = std::move(call);
  return made;
}

void read_aggregates(const node& from, const row_scope& rows, core::plan::aggregate_query& query, complaints& into) {
  if (from.kind != node_kind::mapping || from.entries.empty()) {
    into.add(errc::bad_type, "aggregates must be a mapping of names to aggregates (total: SUM(value))", from.place);
    return;
  }
  std::set<std::string, std::less<>> taken{"window_start", "window_end", "window_time"};
  for (const auto& key : query.keys) taken.insert(key.name);
  mapping_reader twins(std::make_shared<const node>(from), "aggregates", into);
  for (const auto& one : from.entries) {
    const auto& name = one.key->text;
    if (taken.contains(name)) {
      into.add(errc::bad_value, fmt::format("the name is taken by a key or the window: {}", name), one.key->place);
      continue;
    }
    const auto value = twins.take(name);
    if (!value) continue;
    const auto syntax =
        value->kind == node_kind::mapping ? read_long_call(value, name, into) : read_expression(*value, name, into);
    if (syntax && !refers_to_broken(*syntax, rows)) query.items.push_back({syntax, name});
  }
}

} // namespace

grouping read_grouping(mapping_reader& file, const node_ptr& window, const row_scope& rows) {
  auto& into = file.faults();
  grouping made;
  made.window_place = window->place;
  auto& query = made.query;
  query.names = {rows.columns, rows.time_zone};
  // A wrong window must not hide what is wrong with the aggregates.
  query.window = read_window(window, into).value_or(core::window::window_spec{.size_ms = 60'000});
  if (const auto keys = file.take("key")) {
    if (keys->kind == node_kind::list) {
      for (const auto& one : keys->items) read_key(*one, rows, query, into);
    } else {
      read_key(*keys, rows, query, into);
    }
  }
  std::set<std::string, std::less<>> names;
  for (const auto& key : query.keys) {
    if (!names.insert(key.name).second)
      into.add(errc::bad_value, fmt::format("two keys of one name: {}", key.name), key.expression->place);
    query.items.push_back({core::plan::column_named(key.name, key.expression->place), key.name});
  }
  for (const auto* name : {"window_start", "window_end"})
    query.items.push_back({core::plan::column_named(name, window->place), name});
  if (const auto aggregates = file.take("aggregates"))
    read_aggregates(*aggregates, rows, query, into);
  else if (!file.has("aggregates"))
    into.add(errc::bad_value, "window needs aggregates", window->place, "add aggregates: {count: COUNT(*)}");
  return made;
}

} // namespace config
