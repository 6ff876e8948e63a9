#include "core/contract/jmespath/functions.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace core::contract::jmespath {

namespace {

constexpr auto ordered = takes::numbers | takes::strings;

constexpr function table[] = {
    {"abs", 1, 1, {takes::number}, run_abs},
    {"avg", 1, 1, {takes::numbers}, run_avg},
    {"ceil", 1, 1, {takes::number}, run_ceil},
    {"contains", 2, 2, {takes::array | takes::string, takes::any}, run_contains},
    {"ends_with", 2, 2, {takes::string, takes::string}, run_ends_with},
    {"floor", 1, 1, {takes::number}, run_floor},
    {"join", 2, 2, {takes::string, takes::strings}, run_join},
    {"keys", 1, 1, {takes::object}, run_keys},
    {"length", 1, 1, {takes::string | takes::array | takes::object}, run_length},
    {"map", 2, 2, {takes::reference, takes::array}, run_map},
    {"max", 1, 1, {ordered}, run_max},
    {"max_by", 2, 2, {takes::array, takes::reference}, run_max_by},
    {"merge", 1, no_most, {takes::object, takes::object}, run_merge},
    {"min", 1, 1, {ordered}, run_min},
    {"min_by", 2, 2, {takes::array, takes::reference}, run_min_by},
    {"not_null", 1, no_most, {takes::any, takes::any}, run_not_null},
    {"reverse", 1, 1, {takes::string | takes::array}, run_reverse},
    {"sort", 1, 1, {ordered}, run_sort},
    {"sort_by", 2, 2, {takes::array, takes::reference}, run_sort_by},
    {"starts_with", 2, 2, {takes::string, takes::string}, run_starts_with},
    {"sum", 1, 1, {takes::numbers}, run_sum},
    {"to_array", 1, 1, {takes::any}, run_to_array},
    {"to_number", 1, 1, {takes::any}, run_to_number},
    {"to_string", 1, 1, {takes::any}, run_to_string},
    {"type", 1, 1, {takes::any}, run_type},
    {"values", 1, 1, {takes::object}, run_values},
};

unsigned accepted(const function& of, std::size_t argument) { return of.accepts[std::min<std::size_t>(argument, 1)]; }

unsigned bit_of(value_view value) {
  switch (value.kind()) {
  case value_kind::null: return takes::null;
  case value_kind::boolean: return takes::boolean;
  case value_kind::string: return takes::string;
  case value_kind::array: return takes::array;
  case value_kind::object: return takes::object;
  default: return takes::number;
  }
}

unsigned bits_of(value_view value, unsigned wanted) {
  auto bits = bit_of(value);
  if (!value.is_array() || (wanted & ordered) == 0) return bits;
  const auto items = value.items();
  if (std::all_of(items.begin(), items.end(), [](auto one) { return one.is_number(); })) bits |= takes::numbers;
  if (std::all_of(items.begin(), items.end(), [](auto one) { return one.is_string(); })) bits |= takes::strings;
  return bits;
}

std::string words_of(unsigned bits) {
  static constexpr std::pair<unsigned, std::string_view> words[] = {{takes::number, "a number"},
                                                                    {takes::string, "a string"},
                                                                    {takes::array, "an array"},
                                                                    {takes::object, "an object"},
                                                                    {takes::numbers, "an array of numbers"},
                                                                    {takes::strings, "an array of strings"}};
  std::vector<std::string_view> named;
  for (const auto& [bit, word] : words)
    if ((bits & bit) != 0) named.push_back(word);
  return fmt::format("{}", fmt::join(named, " or "));
}

} // namespace

const function* find_function(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& one) { return one.name == name; });
  return found == std::end(table) ? nullptr : found;
}

bool takes_reference(const function& of, std::size_t argument) { return accepted(of, argument) == takes::reference; }

std::string arity_fault(const function& of, std::size_t arguments) {
  if (arguments >= of.least && arguments <= of.most) return {};
  return fmt::format("invalid-arity: {}() takes {}{} argument{}, not {}", of.name,
                     of.most == no_most ? "at least " : "", of.least, of.least == 1 ? "" : "s", arguments);
}

std::string type_fault(const function& of, std::size_t argument, value_view value) {
  const auto wanted = accepted(of, argument);
  if (wanted == takes::reference || (bits_of(value, wanted) & wanted) != 0) return {};
  return fmt::format("invalid-type: {}() needs {} as argument {}, not {}", of.name, words_of(wanted), argument + 1,
                     value.is_array() ? "an array of others" : type_name(value));
}

std::string_view type_name(value_view of) {
  switch (of.kind()) {
  case value_kind::null: return "null";
  case value_kind::boolean: return "boolean";
  case value_kind::string: return "string";
  case value_kind::array: return "array";
  case value_kind::object: return "object";
  default: return "number";
  }
}

bool is_less(value_view a, value_view b) { return a.is_string() ? a.text() < b.text() : compare_numbers(a, b) < 0; }

} // namespace core::contract::jmespath
