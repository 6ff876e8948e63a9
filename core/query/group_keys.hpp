#pragma once
// What GROUP BY says: its keys once each, which of them every grouping set holds, and the window among them. Used while
// one query is planned.

#include <optional>
#include <vector>

#include "core/query/relation.hpp"
#include "core/sql/query_syntax.hpp"

namespace core::query {

/// TUMBLE(rt, size), HOP(rt, slide, size), SESSION(rt, gap) in GROUP BY: the older way to write windows.
struct group_window {
  window::window_spec spec{};
  sql::syntax_ptr time{};
  text_place place{};
};

struct group_keys {
  std::vector<sql::syntax_ptr> keys{};
  std::vector<std::vector<bool>> sets{}; ///< For each set, for each key. One set that holds all: plain GROUP BY.
  std::optional<group_window> window{};
};

[[nodiscard]] bool same_window(const group_window& a, const group_window& b);

[[nodiscard]] result<group_keys> read_group_by(const std::vector<sql::grouping_element>& from);

/// Whether the call is one of the older window functions over the group's window (TUMBLE_START ...), and which column
/// of the window it is.
[[nodiscard]] std::optional<window_role> auxiliary_role(const sql::call_syntax& call);

/// The window that a call of TUMBLE, HOP, SESSION or of one of their auxiliary functions describes.
[[nodiscard]] result<group_window> read_group_window(const sql::call_syntax& call, text_place place);

} // namespace core::query
