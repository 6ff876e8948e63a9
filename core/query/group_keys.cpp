#include "core/query/group_keys.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/query/interval_argument.hpp"

namespace core::query {

namespace {

using set_of_keys = std::vector<sql::syntax_ptr>;
using sets_of_keys = std::vector<set_of_keys>;
constexpr std::size_t sets_max = 4096; // CUBE of 12 columns

/// Every set of `a` with every set of `b`: what a comma between grouping elements means.
sets_of_keys product(const sets_of_keys& a, const sets_of_keys& b) {
  sets_of_keys made;
  for (const auto& one : a)
    for (const auto& other : b) {
      made.push_back(one);
      made.back().insert(made.back().end(), other.begin(), other.end());
    }
  return made;
}

set_of_keys joined(const std::vector<sql::grouping_element>& parts, std::uint64_t which) {
  set_of_keys made;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if ((which >> i & 1U) != 0) made.insert(made.end(), parts[i].expressions.begin(), parts[i].expressions.end());
  return made;
}

result<sets_of_keys> sets_of(const sql::grouping_element& from);

result<sets_of_keys> sets_of_kind(const sql::grouping_element& from) {
  sets_of_keys made;
  const auto parts = from.parts.size();
  switch (from.kind) {
  case sql::grouping_kind::plain: made.push_back(from.expressions); break;
  case sql::grouping_kind::sets:
    for (const auto& part : from.parts) {
      WEIR_TRY(inner, sets_of(part));
      made.insert(made.end(), inner.begin(), inner.end());
    }
    break;
  case sql::grouping_kind::rollup:
    for (auto length = parts + 1; length-- > 0;) made.push_back(joined(from.parts, (std::uint64_t{1} << length) - 1));
    break;
  case sql::grouping_kind::cube:
    // The first column is the last to go: (a, b), (a), (b), ().
    for (auto which = std::uint64_t{1} << parts; which-- > 0;) {
      std::uint64_t turned = 0;
      for (std::size_t i = 0; i < parts; ++i) turned |= (which >> i & 1U) << (parts - 1 - i);
      made.push_back(joined(from.parts, turned));
    }
  }
  return made;
}

result<sets_of_keys> sets_of(const sql::grouping_element& from) {
  if ((from.kind == sql::grouping_kind::cube && from.parts.size() > 12) || from.parts.size() > sets_max)
    return fail(errc::limit, fmt::format("more than {} grouping sets", sets_max), from.place);
  return sets_of_kind(from);
}

struct window_function {
  std::string_view name;
  window::window_kind kind;
};
constexpr std::array<window_function, 3> window_functions{{{"TUMBLE", window::window_kind::tumble},
                                                           {"HOP", window::window_kind::hop},
                                                           {"SESSION", window::window_kind::session}}};

const window_function* function_of(std::string_view name) {
  name = name.substr(0, name.find('_'));
  for (const auto& one : window_functions)
    if (one.name == name) return &one;
  return nullptr;
}

/// A plain call of TUMBLE and its kin, not of an auxiliary function.
const sql::call_syntax* window_call(const sql::expression_syntax& from) {
  const auto* call = from.as<sql::call_syntax>();
  if (call == nullptr || call->name.find('_') != std::string::npos) return nullptr;
  return function_of(call->name) != nullptr ? call : nullptr;
}

} // namespace

std::optional<window_role> auxiliary_role(const sql::call_syntax& call) {
  if (function_of(call.name) == nullptr) return std::nullopt;
  const auto at = call.name.find('_');
  if (at == std::string::npos) return std::nullopt;
  const std::string_view what = std::string_view(call.name).substr(at + 1);
  if (what == "START") return window_role::start;
  if (what == "END") return window_role::end;
  if (what == "ROWTIME" || what == "PROCTIME") return window_role::time;
  return std::nullopt;
}

result<group_window> read_group_window(const sql::call_syntax& call, text_place place) {
  const auto* function = function_of(call.name);
  WEIR_ENSURE(function != nullptr, "the caller has seen the name");
  group_window made;
  made.place = place;
  made.spec.kind = function->kind;
  const auto count = call.arguments.size();
  const auto needed = function->kind == window::window_kind::hop ? 3U : 2U;
  if (count < needed || count > needed + (function->kind == window::window_kind::session ? 0U : 1U))
    return fail(errc::bad_value, fmt::format("{} takes {} arguments, not {}", function->name, needed, count), place);
  made.time = call.arguments[0].value;
  const auto length = [&](std::size_t i) {
    return interval_ms(call.arguments[i].value, fmt::format("argument {} of {}", i + 1, function->name));
  };
  if (function->kind == window::window_kind::hop) {
    WEIR_TRY(slide, length(1));
    made.spec.slide_ms = slide;
  }
  WEIR_TRY(size, length(needed - 1));
  made.spec.size_ms = size;
  if (count > needed) {
    WEIR_TRY(offset, length(needed));
    made.spec.offset_ms = offset;
  }
  return made;
}

bool same_window(const group_window& a, const group_window& b) {
  return a.spec.kind == b.spec.kind && a.spec.size_ms == b.spec.size_ms && a.spec.slide_ms == b.spec.slide_ms &&
         a.spec.offset_ms == b.spec.offset_ms && sql::same_expression(*a.time, *b.time);
}

result<group_keys> read_group_by(const std::vector<sql::grouping_element>& from) {
  sets_of_keys sets{{}};
  for (const auto& element : from) {
    WEIR_TRY(more, sets_of(element));
    if (sets.size() * more.size() > sets_max)
      return fail(errc::limit, fmt::format("more than {} grouping sets", sets_max), element.place);
    sets = product(sets, more);
  }
  group_keys made;
  std::vector<std::vector<std::size_t>> members;
  for (const auto& set : sets) {
    members.emplace_back();
    for (const auto& one : set) {
      if (const auto* call = window_call(*one)) {
        WEIR_TRY(window, read_group_window(*call, one->place));
        if (made.window && !same_window(*made.window, window))
          return fail(errc::unsupported, "GROUP BY names two different windows", one->place,
                      "write one query for each");
        made.window = std::move(window);
        continue;
      }
      const auto known =
          std::ranges::find_if(made.keys, [&](const auto& key) { return sql::same_expression(*key, *one); });
      members.back().push_back(static_cast<std::size_t>(known - made.keys.begin()));
      if (known == made.keys.end()) made.keys.push_back(one);
    }
  }
  for (const auto& member : members) {
    std::vector<bool> holds(made.keys.size(), false);
    for (const auto key : member) holds[key] = true;
    made.sets.push_back(std::move(holds));
  }
  return made;
}

} // namespace core::query
