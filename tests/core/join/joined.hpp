#pragma once
// Two sides k, t, v and their joins in plain loops, for the tests of the three joins.

#include <algorithm>
#include <functional>

#include "core/join/join_plan.hpp"
#include "tests/core/group/driven.hpp"

namespace core::joined {

using changelog::event;
using changelog::layout_of;
using changelog::row;
using changelog::side_shape;
using changelog::strings;
using changelog::value;
using join::join_kind;

inline constexpr join_kind all_kinds[] = {join_kind::inner, join_kind::left, join_kind::right,
                                          join_kind::full,  join_kind::semi, join_kind::anti};

inline bool keeps_left(join_kind kind) { return kind == join_kind::semi || kind == join_kind::anti; }

/// The columns `names` on both sides, key k; `condition` over a0, a1, ... (left) and b0, b1, ... (right).
inline join::join_plan plan_of(join_kind kind, const strings& names, std::string_view condition, bool kinds_in,
                               bool kinds_out) {
  join::join_plan made;
  made.kind = kind;
  const auto layout = layout_of(names, kinds_in);
  made.sides = {join::join_side{{0}, layout}, join::join_side{{0}, layout}};
  made.nulls_meet = {false};
  auto both = names;
  if (!keeps_left(kind)) both.insert(both.end(), names.begin(), names.end());
  made.output = layout_of(both, kinds_out);
  if (condition.empty()) return made;
  expr::scope scope;
  schema columns;
  for (const std::string side : {"a", "b"})
    for (std::size_t i = 0; i < names.size(); ++i)
      columns.fields.push_back({side + std::to_string(i), layout->fields[i].type});
  scope.columns = std::make_shared<const schema>(std::move(columns));
  made.condition = *expr::compile(condition, scope);
  return made;
}

inline std::string text_of(const row& values) {
  std::string made;
  for (const auto& one : values) made += (made.empty() ? "" : " ") + (one ? std::to_string(*one) : "null");
  return made;
}

/// The join of two tables, pair by pair.
inline std::multiset<std::string> join_of(join_kind kind, const std::vector<row>& left, const std::vector<row>& right,
                                          const std::function<bool(const row&, const row&)>& meet) {
  std::multiset<std::string> made;
  const auto width = left.empty() ? (right.empty() ? 0 : right[0].size()) : left[0].size();
  const row nothing(width);
  std::vector<bool> right_met(right.size());
  for (const auto& a : left) {
    bool any = false;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (!meet(a, right[i])) continue;
      any = true;
      right_met[i] = true;
      if (!keeps_left(kind)) made.insert(text_of(a) + " " + text_of(right[i]));
    }
    if (keeps_left(kind) && any == (kind == join_kind::semi)) made.insert(text_of(a));
    if (!any && (kind == join_kind::left || kind == join_kind::full)) made.insert(text_of(a) + " " + text_of(nothing));
  }
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!right_met[i] && (kind == join_kind::right || kind == join_kind::full))
      made.insert(text_of(nothing) + " " + text_of(right[i]));
  return made;
}

inline std::vector<side_shape> sides_of(const join::join_plan& plan) {
  return {{plan.sides[0].layout, plan.sides[0].keys}, {plan.sides[1].layout, plan.sides[1].keys}};
}

} // namespace core::joined
