// GROUP BY: by windows that a table function named, by windows that rows carry, by the older window functions, or by
// none.
#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/aggregate_query.hpp"
#include "core/plan/syntax_rewrite.hpp"
#include "core/query/group_keys.hpp"
#include "core/query/query_planner.hpp"

namespace core::query {

using sql::syntax_ptr;

namespace {

constexpr std::string_view role_names[] = {"", "window_start", "window_end", "window_time"};

/// One grouped query on its way to a stage.
class grouping {
public:
  grouping(relation& rows, const sql::select_syntax& select, const std::vector<select_value>& items, std::string zone)
      : rows_(rows), select_(select), items_(items) {
    query_.names = scope_of(rows, zone);
    if (query_.names.columns->fields.size() > query_.names.tables.size())
      query_.names.tables.resize(query_.names.columns->fields.size());
  }

  result<void> read_keys() {
    WEIR_TRY(read, read_group_by(select_.group_by));
    keys_ = std::move(read);
    for (std::size_t i = 0; i < keys_.keys.size(); ++i) roles_.push_back(role_of(keys_.keys[i]));
    return {};
  }

  /// Every set holds both bounds of the carried window.
  [[nodiscard]] bool by_carried_window() const {
    return rows_.window && holds_everywhere(window_role::start) && holds_everywhere(window_role::end);
  }
  [[nodiscard]] bool by_group_window() const { return keys_.window.has_value(); }

  /// The keys of a pending SESSION are what it was partitioned by: only then does a session hold whole groups.
  [[nodiscard]] bool keys_fit_session() const {
    if (!rows_.window->pending || rows_.window->spec.kind != window::window_kind::session) return true;
    std::vector<int> found;
    for (std::size_t i = 0; i < keys_.keys.size(); ++i) {
      if (roles_[i] != window_role::none) continue;
      const auto column = index_of(keys_.keys[i]);
      if (column < 0 || rows_.columns[static_cast<std::size_t>(column)].session_key < 0) return false;
      found.push_back(rows_.columns[static_cast<std::size_t>(column)].session_key);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return keys_.sets.size() == 1 && found.size() == rows_.window->session_keys.size();
  }

  result<void> set_group_window() {
    const auto& window = *keys_.window;
    const auto time = index_of(window.time);
    if (time < 0 || rows_.columns[static_cast<std::size_t>(time)].time == time_role::none)
      return fail(errc::bad_type,
                  fmt::format("a group window needs a time attribute: {}", sql::to_string(*window.time)),
                  window.time->place, "declare WATERMARK FOR it in CREATE TABLE");
    query_.windows = plan::group_windows::assigned;
    query_.window = window.spec;
    query_.time_column = static_cast<std::size_t>(time);
    query_.time_type = rows_.columns[query_.time_column].type;
    time_ = rows_.columns[query_.time_column].time;
    return {};
  }

  void set_pending_window() {
    query_.windows = plan::group_windows::assigned;
    query_.window = rows_.window->spec;
    query_.time_column = *column_of(rows_, window_role::start);
    query_.time_type = rows_.window->time_type;
    time_ = rows_.window->time;
  }

  void set_attached_window() {
    query_.windows = plan::group_windows::attached;
    query_.attached = {*column_of(rows_, window_role::start), *column_of(rows_, window_role::end),
                       rows_.window->time_zone};
    query_.time_type = rows_.window->time_type;
    time_ = rows_.window->time;
  }

  void set_no_window(std::int64_t state_ttl_ms) {
    query_.windows = plan::group_windows::none;
    query_.state_ttl_ms = state_ttl_ms;
    std::ranges::fill(roles_, window_role::none);
  }

  result<plan::lowered_aggregate> lower() {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < keys_.keys.size(); ++i) {
      if (roles_[i] != window_role::none) continue;
      kept.push_back(i);
      query_.keys.push_back({keys_.keys[i], ""});
    }
    if (keys_.sets.size() > 1 || !std::ranges::all_of(keys_.sets[0], std::identity{}))
      for (const auto& set : keys_.sets) {
        query_.grouping_sets.emplace_back();
        for (const auto key : kept) query_.grouping_sets.back().push_back(set[key]);
      }
    for (const auto& item : items_) query_.items.push_back({rewritten(item.expression), item.name});
    if (select_.having) query_.having = rewritten(select_.having);
    if (fault_) return std::unexpected(*fault_);
    auto made = plan::lower(query_);
    if (!made) {
      auto fault = made.error().front();
      if (fault.what.place.line == 0 && keys_.window) fault.what.place = keys_.window->place;
      if (fault.what.place.line == 0 && !items_.empty()) fault.what.place = items_[0].expression->place;
      return std::unexpected(std::move(fault.what));
    }
    return std::move(*made);
  }

  [[nodiscard]] time_role time() const { return time_; }
  [[nodiscard]] bool assigns() const { return query_.windows == plan::group_windows::assigned; }
  [[nodiscard]] data_type window_time_type() const { return query_.time_type.value_or(timestamp_type(3)); }

  /// What is known of the columns behind the groups.
  [[nodiscard]] std::vector<relation_column> columns(const plan::lowered_aggregate& made) const {
    std::vector<relation_column> columns;
    const auto names = item_names(items_);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      relation_column one;
      one.name = names[i];
      one.type = made.after.output->fields[i].type;
      const auto* column = query_.items[i].expression->as<sql::column_syntax>();
      if (query_.windows != plan::group_windows::none && column != nullptr && column->parts.size() == 1)
        for (const auto role : {window_role::start, window_role::end, window_role::time})
          if (column->parts[0].text == role_names[static_cast<int>(role)]) one.window = role;
      if (one.window == window_role::time) one.time = time_;
      columns.push_back(std::move(one));
    }
    return columns;
  }

  /// The items that are keys, when all keys are among them.
  [[nodiscard]] std::vector<std::size_t> unique_key() const {
    std::vector<std::size_t> made;
    for (const auto& key : query_.keys)
      for (std::size_t i = 0; i < items_.size(); ++i)
        if (sql::same_expression(*key.expression, *items_[i].expression) ||
            (index_of(key.expression) >= 0 && index_of(key.expression) == index_of(items_[i].expression))) {
          made.push_back(i);
          break;
        }
    if (made.size() != query_.keys.size()) made.clear();
    return made;
  }

private:
  [[nodiscard]] int index_of(const syntax_ptr& from) const {
    if (from->as<sql::column_syntax>() == nullptr) return -1;
    const auto bound = expr::bind(*from, query_.names);
    return bound && (*bound)->column_index() < static_cast<int>(rows_.columns.size()) ? (*bound)->column_index() : -1;
  }

  [[nodiscard]] window_role role_of(const syntax_ptr& from) const {
    const auto column = index_of(from);
    return column < 0 || !rows_.window ? window_role::none : rows_.columns[static_cast<std::size_t>(column)].window;
  }

  [[nodiscard]] bool holds_everywhere(window_role role) const {
    return std::ranges::all_of(keys_.sets, [&](const auto& set) {
      for (std::size_t i = 0; i < roles_.size(); ++i)
        if (roles_[i] == role && set[i]) return true;
      return false;
    });
  }

  /// The window's columns by the names that groups give them.
  syntax_ptr rewritten(const syntax_ptr& from) {
    if (query_.windows != plan::group_windows::none) {
      if (const auto role = role_of(from); role != window_role::none && !keys_.window)
        return plan::column_named(std::string(role_names[static_cast<int>(role)]), from->place);
      const auto* call = from->as<sql::call_syntax>();
      const auto role = call == nullptr || !keys_.window ? std::nullopt : auxiliary_role(*call);
      if (role) {
        check_same_window(*call, from->place);
        return plan::column_named(std::string(role_names[static_cast<int>(*role)]), from->place);
      }
    }
    return plan::map_children(*from, [this](const syntax_ptr& child) { return rewritten(child); });
  }

  /// TUMBLE_START(rt, size) must name the window of GROUP BY.
  void check_same_window(const sql::call_syntax& call, text_place place) {
    auto named = read_group_window(call, place);
    if (!named) {
      fault_ = named.error();
      return;
    }
    if (same_window(*named, *keys_.window)) return;
    fault_ = error{errc::bad_value, fmt::format("{} names another window than GROUP BY", call.name), place, {}};
  }

  relation& rows_;
  const sql::select_syntax& select_;
  const std::vector<select_value>& items_;
  plan::aggregate_query query_{};
  group_keys keys_{};
  std::vector<window_role> roles_{};
  std::optional<error> fault_{};
  time_role time_ = time_role::none;
};

} // namespace

result<void> query_planner::plan_groups(relation& rows, const sql::select_syntax& select,
                                        const std::vector<select_value>& items) {
  WEIR_CHECK(settle_rank(rows));
  const auto place = items.empty() ? text_place{} : items[0].expression->place;
  grouping groups(rows, select, items, catalog_.time_zone());
  WEIR_CHECK(groups.read_keys());
  bool windowed = true;
  std::string name = "windows";
  if (groups.by_group_window()) {
    WEIR_CHECK(settle_window(rows));
    WEIR_CHECK(groups.set_group_window());
  } else if (groups.by_carried_window() && groups.keys_fit_session()) {
    if (rows.window->pending)
      groups.set_pending_window();
    else
      groups.set_attached_window();
  } else {
    WEIR_CHECK(settle_window(rows));
    groups.set_no_window(catalog_.duration_ms("table.exec.state.ttl"));
    windowed = false;
    name = "groups";
  }
  if (windowed && rows.updating)
    return fail(errc::unsupported, fmt::format("a window over a table that changes ({})", rows.updated_by), place,
                "windows need rows that are only added");
  WEIR_TRY(lowered, groups.lower());
  std::vector<plan::keyed_edge> edges;
  for (auto input : rows.inputs) {
    for (const auto& step : lowered.before.steps) input.program.steps.push_back(step);
    input.program.output = lowered.before.output;
    const bool by_clock = groups.assigns() && groups.time() == time_role::processing;
    edges.push_back({std::move(input), lowered.keys, lowered.time_column, 0, by_clock});
  }
  relation made;
  made.columns = groups.columns(lowered);
  made.updating = !windowed;
  if (!windowed) {
    made.updated_by = select.group_by.empty() ? "an aggregate without windows" : "GROUP BY without windows";
    made.unique_key = groups.unique_key();
  } else if (!groups.by_group_window()) {
    made.window = rows.window;
    made.window->pending = false;
  } else {
    made.window = carried_window{};
    made.window->time_type = groups.window_time_type();
    made.window->time = groups.time();
    made.window->time_zone =
        made.window->time_type.kind == type_kind::timestamp_ltz ? catalog_.time_zone() : std::string();
  }
  add_stage(made, name, std::move(lowered.operation), std::move(edges));
  made.inputs[0].program = std::move(lowered.after);
  rows = std::move(made);
  return {};
}

} // namespace core::query
