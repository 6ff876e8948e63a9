#include "core/query/join_condition.hpp"

#include <algorithm>

#include "core/attempt.hpp"

namespace core::query {

namespace {

enum class reads : std::uint8_t { nothing, left, right, both };

class condition_reader {
public:
  condition_reader(const relation& left, const relation& right, const expr::scope& both)
      : left_(left), right_(right), both_(both) {}

  result<join_condition> read(const std::vector<sql::syntax_ptr>& conjuncts) {
    for (const auto& one : conjuncts) {
      auto bound = expr::bind(*one, both_);
      if (!bound && bound.error().code == errc::bad_type && one->as<sql::binary_syntax>() != nullptr)
        bound.error().code = errc::unsupported; // Flink finds this when it plans the join.
      if (!bound) return std::unexpected(bound.error());
      if (take_equality(one) || take_times(one)) continue;
      made_.rest.push_back(one);
    }
    return std::move(made_);
  }

private:
  struct operand {
    reads side = reads::nothing;
    int column = -1; ///< Of its own side; -1: computed.
  };

  /// Both sides were cut into windows in the same way.
  bool same_windows() const {
    if (!left_.window || !right_.window) return false;
    const auto& a = left_.window->spec;
    const auto& b = right_.window->spec;
    return a.kind == b.kind && a.size_ms == b.size_ms && a.slide_ms == b.slide_ms && a.offset_ms == b.offset_ms &&
           left_.window->time_zone == right_.window->time_zone;
  }

  operand side_of(const sql::syntax_ptr& from) const {
    const auto bound = expr::bind(*from, both_);
    if (!bound) return {};
    std::vector<std::size_t> columns;
    (*bound)->collect_columns(columns);
    operand made;
    const auto width = left_.columns.size();
    for (const auto column : columns) {
      const auto side = column < width ? reads::left : reads::right;
      made.side = made.side == reads::nothing || made.side == side ? side : reads::both;
    }
    if (const auto index = (*bound)->column_index(); index >= 0)
      made.column = made.side == reads::right ? index - static_cast<int>(width) : index;
    return made;
  }

  bool take_equality(const sql::syntax_ptr& from) {
    const auto* compared = from->as<sql::binary_syntax>();
    if (compared == nullptr) return false;
    const bool plain = compared->op == sql::binary_operator::equal;
    if (!plain && compared->op != sql::binary_operator::is_not_distinct) return false;
    auto a = side_of(compared->left);
    auto b = side_of(compared->right);
    auto left = compared->left;
    auto right = compared->right;
    if (a.side == reads::right && b.side == reads::left) {
      std::swap(a, b);
      std::swap(left, right);
    }
    if (a.side != reads::left || b.side != reads::right) return false;
    if (a.column >= 0 && b.column >= 0) {
      const auto& one = left_.columns[static_cast<std::size_t>(a.column)];
      const auto& other = right_.columns[static_cast<std::size_t>(b.column)];
      if (same_windows() && one.window == other.window &&
          (one.window == window_role::start || one.window == window_role::end)) {
        (one.window == window_role::start ? made_.same_start : made_.same_end) = true;
        made_.windows.push_back(from);
        return true;
      }
      if (plain && one.time == time_role::event && other.time == time_role::event)
        return false; // The bounds 0 and 0 of an interval.
    }
    made_.keys.push_back({left, right, !plain});
    return true;
  }

  /// `l.rt - INTERVAL '5' SECOND`: a time attribute and what is added to it.
  struct shifted_time {
    reads side = reads::nothing;
    std::size_t column = 0;
    std::int64_t shift_ms = 0;
  };

  std::optional<shifted_time> time_of(const sql::syntax_ptr& from) const {
    if (const auto* sum = from->as<sql::binary_syntax>();
        sum != nullptr && (sum->op == sql::binary_operator::add || sum->op == sql::binary_operator::subtract)) {
      const auto* length = sum->right->as<sql::literal_syntax>();
      if (length == nullptr || length->kind != sql::literal_kind::interval || length->interval_of_months)
        return std::nullopt;
      auto made = time_of(sum->left);
      if (made) made->shift_ms += sum->op == sql::binary_operator::add ? length->interval : -length->interval;
      return made;
    }
    const auto found = side_of(from);
    if (found.column < 0) return std::nullopt;
    const auto column = static_cast<std::size_t>(found.column);
    const auto& side = found.side == reads::left ? left_ : right_;
    if (side.columns[column].time != time_role::event) return std::nullopt;
    return shifted_time{found.side, column, 0};
  }

  bool bound(const sql::syntax_ptr& a, sql::binary_operator op, const sql::syntax_ptr& b) {
    const auto one = time_of(a);
    const auto other = time_of(b);
    if (!one || !other || one->side == other->side) return false;
    using enum sql::binary_operator;
    const bool left_first = one->side == reads::left;
    // left.time + one <op> right.time + other says right.time - left.time <turned op> one - other.
    const auto distance = left_first ? one->shift_ms - other->shift_ms : other->shift_ms - one->shift_ms;
    const auto at_least = [&](std::int64_t ms) { made_.times.lower = std::max(made_.times.lower.value_or(ms), ms); };
    const auto at_most = [&](std::int64_t ms) { made_.times.upper = std::min(made_.times.upper.value_or(ms), ms); };
    switch (op) {
    case equal:
      at_least(distance);
      at_most(distance);
      break;
    case less: left_first ? at_least(distance + 1) : at_most(distance - 1); break;
    case less_equal: left_first ? at_least(distance) : at_most(distance); break;
    case greater: left_first ? at_most(distance - 1) : at_least(distance + 1); break;
    case greater_equal: left_first ? at_most(distance) : at_least(distance); break;
    default: return false;
    }
    made_.times.left_time = left_first ? one->column : other->column;
    made_.times.right_time = left_first ? other->column : one->column;
    return true;
  }

  bool take_times(const sql::syntax_ptr& from) {
    bool taken = false;
    if (const auto* compared = from->as<sql::binary_syntax>())
      taken = bound(compared->left, compared->op, compared->right);
    if (const auto* between = from->as<sql::between_syntax>(); between != nullptr && !between->negated &&
                                                               !between->symmetric && time_of(between->value) &&
                                                               time_of(between->low) && time_of(between->high))
      taken = bound(between->value, sql::binary_operator::greater_equal, between->low) &&
              bound(between->value, sql::binary_operator::less_equal, between->high);
    if (taken) made_.times_said.push_back(from);
    return taken;
  }

  const relation& left_;
  const relation& right_;
  const expr::scope& both_;
  join_condition made_{};
};

} // namespace

result<join_condition> read_condition(const std::vector<sql::syntax_ptr>& conjuncts, const relation& left,
                                      const relation& right, const expr::scope& both) {
  return condition_reader(left, right, both).read(conjuncts);
}

expr::scope scope_of_both(const relation& left, const relation& right, const std::string& time_zone) {
  expr::scope made;
  auto layout = std::make_shared<schema>();
  for (const auto* side : {&left, &right})
    for (const auto& one : side->columns) {
      layout->fields.push_back({one.name, one.type});
      made.tables.push_back(one.table);
    }
  made.columns = std::move(layout);
  made.time_zone = time_zone;
  return made;
}

} // namespace core::query
