// REGEXP and what finds matches: the results are views into the text.
#include <fmt/format.h>

#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/list_kernel.hpp"
#include "core/expr/functions/regex.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

using groups_list = std::vector<re2::StringPiece>;

string_view view_of(const re2::StringPiece& piece) { return {piece.data(), piece.size()}; }

/// Calls `use(regex, groups)` with the row's expression; one that cannot be compiled makes the row faulty.
template <class T, class F>
outcome<T> with_regex(const regex_source& source, string_view pattern, F use) {
  const auto regex = source.for_row(pattern);
  if (!regex) return std::unexpected(regex.error().message);
  thread_local groups_list groups;
  return use(**regex, groups);
}

/// An empty expression matches nothing, as Flink has it.
result<overload> regexp(std::span<const argument> arguments) {
  const shape form{"REGEXP", {want::text, want::text}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = regex_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  return settle(
      form, arguments, boolean_type(),
      row_kernel<string_view, string_view>(boolean_type(), [source = *source](string_view text, string_view pattern) {
        return with_regex<bool>(source, pattern, [&](const re2::RE2& regex, groups_list& groups) {
          return outcome<bool>(!pattern.empty() && find_match(regex, text, 0, groups));
        });
      }));
}

outcome<string_view> extract(const regex_source& source, string_view text, string_view pattern, int64_t group) {
  return with_regex<string_view>(
      source, pattern, [&](const re2::RE2& regex, groups_list& groups) -> outcome<string_view> {
        const bool found = group >= 0 && group <= regex.NumberOfCapturingGroups() && find_match(regex, text, 0, groups);
        if (!found || !groups[static_cast<std::size_t>(group)].data()) return std::optional<string_view>();
        return view_of(groups[static_cast<std::size_t>(group)]);
      });
}

result<overload> extract_of(string_view name, std::span<const argument> arguments, bool with_group) {
  const shape form{
      name, with_group ? std::vector{want::text, want::text, want::integer} : std::vector{want::text, want::text},
      with_group ? 1U : 0U};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = regex_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  if (arguments.size() == 2)
    return settle(form, arguments, string_type(),
                  view_kernel<string_view, string_view>([source = *source](string_view text, string_view pattern) {
                    return extract(source, text, pattern, 0);
                  }));
  return settle(form, arguments, string_type(),
                view_kernel<string_view, string_view, int64_t>(
                    [source = *source](string_view text, string_view pattern, int64_t group) {
                      return extract(source, text, pattern, group);
                    }));
}

/// All matches' group, 1 unless said otherwise. NULL for a group that the expression does not have; a pattern out of
/// the row that cannot be compiled is NULL too, since a list kernel knows no faults.
bool extract_all(text_list& out, const regex_source& source, string_view text, string_view pattern, int64_t group) {
  const auto regex = source.for_row(pattern);
  if (!regex || group < 0 || group > (*regex)->NumberOfCapturingGroups()) return false;
  groups_list groups;
  for_matches(**regex, text, groups, [&](const groups_list& found) {
    const auto& piece = found[static_cast<std::size_t>(group)];
    out.push_back(piece.data() ? std::optional(view_of(piece)) : std::nullopt);
  });
  return true;
}

result<overload> extract_all_of(std::span<const argument> arguments) {
  const shape form{"REGEXP_EXTRACT_ALL", {want::text, want::text, want::integer}, 1};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = regex_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  kernel evaluate;
  if (arguments.size() == 2)
    evaluate = text_list_kernel<string_view, string_view>(
        [source = *source](text_list& out, string_view text, string_view pattern) {
          return extract_all(out, source, text, pattern, 1);
        });
  else
    evaluate = text_list_kernel<string_view, string_view, int64_t>(
        [source = *source](text_list& out, string_view text, string_view pattern, int64_t group) {
          return extract_all(out, source, text, pattern, group);
        });
  return settle(form, arguments, array_type(string_type()), std::move(evaluate));
}

int64_t count_matches(const re2::RE2& regex, string_view text, groups_list& groups) {
  int64_t count = 0;
  for_matches(regex, text, groups, [&count](const groups_list&) { ++count; });
  return count;
}

int64_t first_match(const re2::RE2& regex, string_view text, groups_list& groups) {
  if (!find_match(regex, text, 0, groups)) return 0;
  return count_points(text.substr(0, static_cast<std::size_t>(groups[0].data() - text.data()))) + 1;
}

template <int64_t (*ask)(const re2::RE2&, string_view, groups_list&)>
result<overload> number_of(string_view name, std::span<const argument> arguments) {
  const shape form{name, {want::text, want::text}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = regex_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  return settle(
      form, arguments, int32_type(),
      row_kernel<string_view, string_view>(int32_type(), [source = *source](string_view text, string_view pattern) {
        return with_regex<int64_t>(source, pattern, [&](const re2::RE2& regex, groups_list& groups) {
          return outcome<int64_t>(ask(regex, text, groups));
        });
      }));
}

constexpr function_entry entries[] = {
    {"REGEXP", [](std::span<const argument> arguments, string_view) { return regexp(arguments); },
     "REGEXP(text, pattern)", "Whether any part of the text matches."},
    {"REGEXP_EXTRACT",
     [](std::span<const argument> arguments, string_view) { return extract_of("REGEXP_EXTRACT", arguments, true); },
     "REGEXP_EXTRACT(text, pattern[, group])", "The first match, or a group of it; NULL when there is none."},
    {"REGEXP_SUBSTR",
     [](std::span<const argument> arguments, string_view) { return extract_of("REGEXP_SUBSTR", arguments, false); },
     "REGEXP_SUBSTR(text, pattern)", "The first match; NULL when there is none."},
    {"REGEXP_EXTRACT_ALL", [](std::span<const argument> arguments, string_view) { return extract_all_of(arguments); },
     "REGEXP_EXTRACT_ALL(text, pattern[, group])", "Group 1, or another, of every match."},
    {"REGEXP_COUNT",
     [](std::span<const argument> arguments, string_view) {
       return number_of<count_matches>("REGEXP_COUNT", arguments);
     },
     "REGEXP_COUNT(text, pattern)", "How many matches the text has."},
    {"REGEXP_INSTR",
     [](std::span<const argument> arguments, string_view) { return number_of<first_match>("REGEXP_INSTR", arguments); },
     "REGEXP_INSTR(text, pattern)", "Where the first match begins, from 1; 0 when there is none."},
};

} // namespace

family regex_functions() { return entries; }

} // namespace core::expr::functions
