#pragma once
// Makes column kernels of functions over single values: `row_kernel<In...>(type, f)`. In is std::string_view,
// std::int64_t, double, bool or int128, as the argument's storage is. What f gives says what may happen: T;
// std::optional<T> (nothing: NULL); outcome<T> (also: the row cannot be computed). Kernels made here may run on many
// threads at once, so f changes nothing but its own locals.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/expr/function.hpp"
#include "core/expr/rows.hpp"

namespace core::expr::functions {

template <class T>
using outcome = std::expected<std::optional<T>, std::string>;

template <class F>
void for_rows(const kernel_context& context, F f) {
  for_each_row(context.rows, context.picked, f);
}

inline void add_fault(const kernel_context& context, std::uint32_t row, std::string reason) {
  if (context.faults) context.faults->push_back({row, std::move(reason)});
}

template <class T>
T cell_of(const column& from, std::size_t row) {
  if constexpr (std::is_same_v<T, std::string_view>)
    return from.texts[row].data() ? from.texts[row] : std::string_view("", 0); // RE2 takes no data for no match.
  else if constexpr (std::is_same_v<T, double>)
    return from.reals[row];
  else if constexpr (std::is_same_v<T, int128>)
    return from.decimals[row];
  else if constexpr (std::is_same_v<T, bool>)
    return from.ints[row] != 0;
  else
    return from.ints[row];
}

template <class T>
void put(column& to, std::size_t row, T value) {
  if constexpr (std::is_convertible_v<T, std::string_view>)
    to.texts[row] = value;
  else if constexpr (std::is_floating_point_v<T>)
    to.reals[row] = value;
  else if constexpr (std::is_same_v<T, int128>)
    to.decimals[row] = value;
  else
    to.ints[row] = static_cast<std::int64_t>(value);
}

template <class T>
struct is_outcome : std::false_type {};
template <class T>
struct is_outcome<outcome<T>> : std::true_type {};
template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

/// Hands a value on to `store`, or marks the row NULL, or faulty.
template <class R, class Store>
void settle_row(column& made, const kernel_context& context, std::uint32_t row, R given, Store store) {
  if constexpr (is_outcome<R>::value) {
    if (!given) {
      add_fault(context, row, std::move(given.error()));
      made.set_null(row);
    } else if (*given) {
      store(row, **given);
    } else {
      made.set_null(row);
    }
  } else if constexpr (is_optional<R>::value) {
    if (given)
      store(row, *given);
    else
      made.set_null(row);
  } else {
    store(row, given);
  }
}

template <class... In, class F, std::size_t... I>
auto call_row(const F& f, [[maybe_unused]] const std::vector<column_ptr>& arguments, [[maybe_unused]] std::size_t row,
              std::index_sequence<I...>) {
  return f(cell_of<In>(*arguments[I], row)...);
}

template <class... In, class F>
kernel row_kernel(data_type type, F f) {
  return [type = std::move(type), f = std::move(f)](const std::vector<column_ptr>& arguments,
                                                    const kernel_context& context) {
    auto made = make_column(type, context.rows);
    for_rows(context, [&](std::uint32_t row) {
      settle_row(made, context, row, call_row<In...>(f, arguments, row, std::index_sequence_for<In...>{}),
                 [&made](std::uint32_t at, auto value) { put(made, at, value); });
    });
    return made;
  };
}

/// For texts that are parts of the arguments: nothing is copied, the result shares their buffers.
template <class... In, class F>
kernel view_kernel(F f, data_type type = string_type()) {
  return [made_by = row_kernel<In...>(std::move(type), std::move(f))](const std::vector<column_ptr>& arguments,
                                                                      const kernel_context& context) {
    auto made = made_by(arguments, context);
    for (const auto& argument : arguments) share_owners(made, *argument);
    return made;
  };
}

/// For new texts: f appends to its first parameter, a `std::string&` that is empty, and gives void, bool (false: NULL)
/// or outcome<bool>.
template <class... In, class F>
kernel text_kernel(F f, data_type type = string_type()) {
  return [type = std::move(type), f = std::move(f)](const std::vector<column_ptr>& arguments,
                                                    const kernel_context& context) {
    auto made = make_column(type, context.rows);
    auto arena = std::make_shared<text_arena>();
    std::string text;
    const auto keep = [&](std::uint32_t row, bool valid) {
      if (valid)
        made.texts[row] = arena->store(text);
      else
        made.set_null(row);
    };
    const auto write = [&](auto... values) { return f(text, values...); };
    for_rows(context, [&](std::uint32_t row) {
      text.clear();
      using given = decltype(call_row<In...>(write, arguments, row, std::index_sequence_for<In...>{}));
      if constexpr (std::is_void_v<given>) {
        call_row<In...>(write, arguments, row, std::index_sequence_for<In...>{});
        keep(row, true);
      } else {
        settle_row(made, context, row, call_row<In...>(write, arguments, row, std::index_sequence_for<In...>{}), keep);
      }
    });
    made.owners.push_back(std::move(arena));
    return made;
  };
}

} // namespace core::expr::functions
