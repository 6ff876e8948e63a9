#include "core/expr/comparison.hpp"

#include <fmt/format.h>

#include "core/expr/cast.hpp"
#include "core/expr/common_type.hpp"
#include "core/expr/constant.hpp"
#include "core/expr/pair_expression.hpp"

namespace core::expr {

namespace {

/// Calls `with(predicate)` for the operator, so that each loop is compiled for its own.
template <class With>
void with_predicate(comparison op, With with) {
  switch (op) {
  case comparison::equal:
  case comparison::not_distinct: return with([](const auto& x, const auto& y) { return x == y; });
  case comparison::not_equal:
  case comparison::distinct: return with([](const auto& x, const auto& y) { return !(x == y); });
  case comparison::less: return with([](const auto& x, const auto& y) { return x < y; });
  case comparison::less_equal: return with([](const auto& x, const auto& y) { return x <= y; });
  case comparison::greater: return with([](const auto& x, const auto& y) { return x > y; });
  case comparison::greater_equal: return with([](const auto& x, const auto& y) { return x >= y; });
  }
}

class compare_expression final : public pair_expression {
public:
  compare_expression(comparison op, expression_ptr a, expression_ptr b)
      : pair_expression(plain_boolean(), symbol_of(op), std::move(a), std::move(b)), op_(op) {
    if (ignores_nulls()) type_.nullable = false;
  }

private:
  static data_type plain_boolean() {
    auto type = boolean_type();
    type.nullable = false; // The pair adds its sides'.
    return type;
  }
  [[nodiscard]] bool ignores_nulls() const { return op_ >= comparison::distinct; }

  void compute(const operand& a, const operand& b, column& made, eval_context& context) const override {
    const auto kind = storage_of(a_->type().kind);
    if (kind == storage::nested) {
      compare_nested(a, b, made, context.rows);
    } else if (!a.values->nanos.empty() || !b.values->nanos.empty()) {
      compare_stamps(a, b, made, context.rows);
    } else {
      with_predicate(op_, [&](auto predicate) {
        auto* out = made.ints.data();
        const auto run = [&](const auto& x, const auto& y) {
          for_each_pair(x, a.single, y, b.single, made.rows, context.rows,
                        [=](std::uint32_t row, const auto& left, const auto& right) {
                          out[row] = predicate(left, right) ? 1 : 0;
                        });
        };
        if (kind == storage::integer) run(a.values->ints, b.values->ints);
        if (kind == storage::real) run(a.values->reals, b.values->reals);
        if (kind == storage::decimal) run(a.values->decimals, b.values->decimals);
        if (kind == storage::text) run(a.values->texts, b.values->texts);
      });
    }
    if (ignores_nulls()) settle_nulls(a, b, made, context.rows);
  }

  void compare_nested(const operand& a, const operand& b, column& made, const row_list* picked) const {
    const bool same = op_ == comparison::equal || op_ == comparison::not_distinct;
    for_each_row(made.rows, picked, [&](std::uint32_t row) {
      if (made.is_null(row)) return; // Unspecified there.
      made.ints[row] = equal_values(*a.values, a.at(row), *b.values, b.at(row)) == same ? 1 : 0;
    });
  }

  void compare_stamps(const operand& a, const operand& b, column& made, const row_list* picked) const {
    const auto at = [](const operand& side, std::uint32_t row) {
      const auto i = side.at(row);
      return std::pair{side.values->ints[i], side.values->nanos.empty() ? 0 : side.values->nanos[i]};
    };
    with_predicate(op_, [&](auto predicate) {
      for_each_row(made.rows, picked,
                   [&](std::uint32_t row) { made.ints[row] = predicate(at(a, row), at(b, row)) ? 1 : 0; });
    });
  }

  /// IS DISTINCT FROM is never NULL: two NULLs are the same, one NULL differs.
  void settle_nulls(const operand& a, const operand& b, column& made, const row_list* picked) const {
    if (made.valid.empty()) return;
    for_each_row(made.rows, picked, [&](std::uint32_t row) {
      if (!made.is_null(row)) return;
      const bool both = a.values->is_null(a.at(row)) && b.values->is_null(b.at(row));
      made.ints[row] = both == (op_ == comparison::not_distinct) ? 1 : 0;
    });
    made.valid.clear();
  }

  comparison op_;
};

bool is_moment(type_kind kind) { return is_timestamp(kind) || kind == type_kind::date || kind == type_kind::time; }

/// The type in which two are compared; nothing when they are not.
std::optional<data_type> compared_type(bool orders, const data_type& a, const data_type& b) {
  if (a.kind == type_kind::null || b.kind == type_kind::null) return a.kind == type_kind::null ? b : a;
  if (a.kind == type_kind::string || b.kind == type_kind::string) {
    if (a.kind == b.kind) return string_type();
    // Text against a moment is read as one; against a number or BOOLEAN only for an order, as Flink has it.
    const auto& other = a.kind == type_kind::string ? b : a;
    if (is_moment(other.kind)) {
      auto widest = other;
      widest.precision = other.kind == type_kind::date ? 0 : 9;
      return widest;
    }
    if (orders && (is_number(other.kind) || other.kind == type_kind::boolean)) return other;
    return std::nullopt;
  }
  auto common = common_type(a, b);
  if (common && orders && storage_of(common->kind) == storage::nested) return std::nullopt;
  return common;
}

error mismatch(comparison op, const data_type& a, const data_type& b) {
  const bool text = (a.kind == type_kind::string) != (b.kind == type_kind::string);
  return {errc::bad_type,
          fmt::format("{} does not compare {} and {}", symbol_of(op), to_string(a), to_string(b)),
          {},
          text ? "CAST one side" : ""};
}

/// A constant that cannot be read is the writer's mistake and is told at once, not row by row.
result<expression_ptr> compared_side(expression_ptr side, const data_type& type, const time_zone* zone) {
  const bool was_constant = side->constant() != nullptr;
  const auto text = was_constant ? side->to_string() : std::string{};
  auto made = make_cast(std::move(side), type, {false, zone});
  if (made && was_constant && !(*made)->constant()) {
    return fail(errc::bad_value, fmt::format("{} is no {}", text, to_string(type)));
  }
  return made;
}

bool equal_lists(const column& a, std::size_t i, const column& b, std::size_t j) {
  const auto count = a.offsets[i + 1] - a.offsets[i];
  if (count != b.offsets[j + 1] - b.offsets[j]) return false;
  for (std::uint32_t n = 0; n < count; ++n) {
    if (!equal_values(*a.children[0], a.offsets[i] + n, *b.children[0], b.offsets[j] + n)) return false;
  }
  return true;
}

/// The order of a map's entries does not matter.
bool equal_maps(const column& a, std::size_t i, const column& b, std::size_t j) {
  if (a.offsets[i + 1] - a.offsets[i] != b.offsets[j + 1] - b.offsets[j]) return false;
  for (auto n = a.offsets[i]; n < a.offsets[i + 1]; ++n) {
    bool found = false;
    for (auto m = b.offsets[j]; m < b.offsets[j + 1] && !found; ++m) {
      found = equal_values(*a.children[0], n, *b.children[0], m) && equal_values(*a.children[1], n, *b.children[1], m);
    }
    if (!found) return false;
  }
  return true;
}

} // namespace

std::string_view symbol_of(comparison op) {
  constexpr std::string_view symbols[] = {"=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"};
  return symbols[static_cast<std::size_t>(op)];
}

bool equal_values(const column& a, std::size_t i, const column& b, std::size_t j) {
  if (a.is_null(i) || b.is_null(j)) return a.is_null(i) && b.is_null(j);
  switch (storage_of(a.type.kind)) {
  case storage::real: return a.reals[i] == b.reals[j];
  case storage::decimal: return a.decimals[i] == b.decimals[j];
  case storage::text: return a.texts[i] == b.texts[j];
  case storage::integer: {
    const auto nanos = [](const column& from, std::size_t row) { return from.nanos.empty() ? 0 : from.nanos[row]; };
    return a.ints[i] == b.ints[j] && nanos(a, i) == nanos(b, j);
  }
  default: break;
  }
  if (a.type.kind == type_kind::array) return equal_lists(a, i, b, j);
  if (a.type.kind == type_kind::map) return equal_maps(a, i, b, j);
  for (std::size_t n = 0; n < a.children.size(); ++n) {
    if (!equal_values(*a.children[n], i, *b.children[n], j)) return false;
  }
  return true;
}

result<expression_ptr> make_comparison(comparison op, expression_ptr a, expression_ptr b, const time_zone* zone) {
  const bool orders = op >= comparison::less && op <= comparison::greater_equal;
  auto type = compared_type(orders, a->type(), b->type());
  if (!type) return std::unexpected(mismatch(op, a->type(), b->type()));
  const bool folds = a->constant() && b->constant();
  auto left = compared_side(std::move(a), *type, zone);
  if (!left) return left;
  auto right = compared_side(std::move(b), *type, zone);
  if (!right) return right;
  expression_ptr made = std::make_shared<compare_expression>(op, std::move(*left), std::move(*right));
  return folds ? fold(std::move(made)) : made;
}

} // namespace core::expr
