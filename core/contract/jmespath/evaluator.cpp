#include "core/contract/jmespath/evaluator.hpp"

#include <algorithm>
#include <memory>

#include "core/attempt.hpp"
#include "core/contract/jmespath/functions.hpp"

namespace core::contract::jmespath {

namespace {

value_view item_at(value_view of, std::int64_t index) {
  if (!of.is_array()) return {};
  const auto items = of.items();
  const auto size = static_cast<std::int64_t>(items.size());
  if (index < -size || index >= size) return {};
  return items[static_cast<std::size_t>(index < 0 ? index + size : index)];
}

std::unexpected<error> out_of_room() {
  return fail(errc::limit, "limit: the expression takes too many steps or too much memory");
}

} // namespace

result<value_view> evaluator::evaluate(node_id id, value_view current) {
  if (++steps_ > evaluation_steps_max || memory_.used() - bytes_before_ > evaluation_bytes_max) return out_of_room();
  const auto& of = program_.nodes[id];
  switch (of.kind) {
  case node_kind::field: return current.find(of.name);
  case node_kind::literal: return of.value;
  case node_kind::index: return item_at(current, of.number);
  case node_kind::slice: return slice(of.bounds, current);
  case node_kind::chain: return chain(of, current);
  case node_kind::project:
  case node_kind::project_values:
  case node_kind::project_matches: return project(of, current);
  case node_kind::flatten: return flatten(of, current);
  case node_kind::list: return list(of, current);
  case node_kind::record: return record(of, current);
  case node_kind::either:
  case node_kind::both:
  case node_kind::no: return logic(of, current);
  case node_kind::compare: return compare(of, current);
  case node_kind::call: return call(of, current);
  default: return current; // `@`; a reference is its function's to evaluate.
  }
}

result<bool> evaluator::equals(value_view a, value_view b) {
  const bool answer = is_equal(a, b, steps_, evaluation_steps_max);
  if (steps_ > evaluation_steps_max) return out_of_room();
  return answer;
}

value_view evaluator::array_of(const std::vector<value_view>& items) {
  auto* kept = memory_.room<value_view>(items.size());
  std::uninitialized_copy(items.begin(), items.end(), kept);
  return value_view::of(std::span<const value_view>(kept, items.size()));
}

value_view evaluator::object_of(const std::vector<member_view>& members) {
  auto* kept = memory_.room<member_view>(members.size());
  std::uninitialized_copy(members.begin(), members.end(), kept);
  return value_view::of(std::span<const member_view>(kept, members.size()));
}

evaluator::outcome evaluator::chain(const node& of, value_view current) {
  WEIR_TRY(left, evaluate(of.parts[0], current));
  return evaluate(of.parts[1], left);
}

evaluator::outcome evaluator::project(const node& of, value_view current) {
  WEIR_TRY(left, evaluate(of.parts[0], current));
  const bool by_name = of.kind == node_kind::project_values;
  if (by_name ? !left.is_object() : !left.is_array()) return value_view();
  std::vector<value_view> given;
  const auto count = by_name ? left.members().size() : left.items().size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto item = by_name ? left.members()[i].value : left.items()[i];
    if (of.kind == node_kind::project_matches) {
      WEIR_TRY(matches, evaluate(of.parts[2], item));
      if (!matches.is_true()) continue;
    }
    WEIR_TRY(one, evaluate(of.parts[1], item));
    if (!one.is_null()) given.push_back(one);
  }
  return array_of(given);
}

evaluator::outcome evaluator::flatten(const node& of, value_view current) {
  WEIR_TRY(left, evaluate(of.parts[0], current));
  if (!left.is_array()) return value_view();
  std::vector<value_view> given;
  for (const auto item : left.items()) {
    if (item.is_array())
      given.insert(given.end(), item.items().begin(), item.items().end());
    else
      given.push_back(item);
  }
  return array_of(given);
}

evaluator::outcome evaluator::logic(const node& of, value_view current) {
  WEIR_TRY(left, evaluate(of.parts[0], current));
  if (of.kind == node_kind::no) return value_view::of(!left.is_true());
  return left.is_true() == (of.kind == node_kind::either) ? outcome(left) : evaluate(of.parts[1], current);
}

evaluator::outcome evaluator::compare(const node& of, value_view current) {
  WEIR_TRY(left, evaluate(of.parts[0], current));
  WEIR_TRY(right, evaluate(of.parts[1], current));
  if (of.comparison == token_kind::equal || of.comparison == token_kind::unequal) {
    WEIR_TRY(equal, equals(left, right));
    return value_view::of(equal == (of.comparison == token_kind::equal));
  }
  if (!left.is_number() || !right.is_number()) return value_view(); // Only numbers have an order.
  const auto order = compare_numbers(left, right);
  switch (of.comparison) {
  case token_kind::less: return value_view::of(order < 0);
  case token_kind::less_equal: return value_view::of(order <= 0);
  case token_kind::greater: return value_view::of(order > 0);
  default: return value_view::of(order >= 0);
  }
}

evaluator::outcome evaluator::list(const node& of, value_view current) {
  if (current.is_null()) return value_view();
  std::vector<value_view> given;
  for (const auto part : of.parts) {
    WEIR_TRY(one, evaluate(part, current));
    given.push_back(one);
  }
  return array_of(given);
}

evaluator::outcome evaluator::record(const node& of, value_view current) {
  if (current.is_null()) return value_view();
  std::vector<member_view> given;
  for (std::size_t i = 0; i < of.parts.size(); ++i) {
    WEIR_TRY(one, evaluate(of.parts[i], current));
    given.push_back({of.names[i], one});
  }
  return object_of(given);
}

evaluator::outcome evaluator::call(const node& of, value_view current) {
  std::vector<value_view> arguments;
  for (const auto part : of.parts) {
    const bool is_reference = program_.nodes[part].kind == node_kind::reference;
    WEIR_TRY(one, is_reference ? outcome(value_view()) : evaluate(part, current));
    arguments.push_back(one);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const auto why = type_fault(*of.called, i, arguments[i]); !why.empty()) return fail(errc::bad_type, why);
  }
  call_frame frame{*this, *of.called, arguments, 0};
  for (const auto part : of.parts)
    if (program_.nodes[part].kind == node_kind::reference) frame.reference = program_.nodes[part].parts[0];
  return of.called->run(frame);
}

value_view evaluator::slice(const slice_bounds& bounds, value_view of) {
  if (!of.is_array()) return {};
  const auto items = of.items();
  const auto size = static_cast<std::int64_t>(items.size());
  const bool back = bounds.step < 0;
  const auto low = back ? std::int64_t{-1} : std::int64_t{0};
  const auto high = back ? size - 1 : size;
  const auto within = [&](std::optional<std::int64_t> at, std::int64_t fallback) {
    if (!at) return fallback;
    return std::clamp(*at < 0 ? *at + size : *at, low, high);
  };
  const auto start = within(bounds.start, back ? high : low);
  const auto stop = within(bounds.stop, back ? low : high);
  // A longer step than the array takes one item, and cannot run over.
  const auto step = std::clamp(bounds.step, -size - 1, size + 1);
  std::vector<value_view> given;
  for (auto at = start; back ? at > stop : at < stop; at += step) given.push_back(items[static_cast<std::size_t>(at)]);
  return array_of(given);
}

} // namespace core::contract::jmespath
