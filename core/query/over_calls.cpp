#include "core/query/over_calls.hpp"

#include <fmt/format.h>

namespace core::query {

bool has_over(const sql::expression_syntax& from) {
  if (const auto* call = from.as<sql::call_syntax>(); call != nullptr && call->over) return true;
  bool found = false;
  sql::for_each_child(from, [&](const sql::syntax_ptr& child) { found = found || has_over(*child); });
  return found;
}

void collect_over(const sql::syntax_ptr& from, std::vector<sql::syntax_ptr>& to) {
  if (const auto* call = from->as<sql::call_syntax>(); call != nullptr && call->over) {
    to.push_back(from);
    return;
  }
  sql::for_each_child(*from, [&](const sql::syntax_ptr& child) { collect_over(child, to); });
}

result<sql::over_syntax> over_of(const sql::call_syntax& call, const sql::select_syntax& select, text_place place) {
  const auto& over = *call.over;
  if (over.window_name.empty()) return over;
  std::vector<std::string_view> known;
  for (const auto& one : select.windows) {
    if (one.name.text == over.window_name) return one.over;
    known.push_back(one.name.text);
  }
  const auto near = closest(over.window_name, known.data(), known.size());
  return fail(errc::unknown_name, fmt::format("unknown window: {}", over.window_name), place,
              near.empty() ? std::string() : fmt::format("did you mean {}?", near));
}

namespace {

bool same(const sql::syntax_ptr& a, const sql::syntax_ptr& b) {
  return (!a && !b) || (a && b && sql::same_expression(*a, *b));
}

bool same_bound(const sql::frame_bound& a, const sql::frame_bound& b) {
  return a.where == b.where && same(a.distance, b.distance);
}

} // namespace

bool same_window(const sql::over_syntax& a, const sql::over_syntax& b) {
  if (a.partition_by.size() != b.partition_by.size() || a.order_by.size() != b.order_by.size()) return false;
  for (std::size_t i = 0; i < a.partition_by.size(); ++i)
    if (!same(a.partition_by[i], b.partition_by[i])) return false;
  for (std::size_t i = 0; i < a.order_by.size(); ++i)
    if (!same(a.order_by[i].value, b.order_by[i].value) || a.order_by[i].descending != b.order_by[i].descending)
      return false;
  return a.has_frame == b.has_frame && a.in_rows == b.in_rows && same_bound(a.from, b.from) && same_bound(a.to, b.to);
}

} // namespace core::query
