// Texts taken apart: SPLIT_INDEX, SPLIT, STR_TO_MAP.
#include "core/expr/functions/code_points.hpp"
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/list_kernel.hpp"
#include "core/expr/functions/regex.hpp"

namespace core::expr::functions {

namespace {

using std::int64_t;
using std::string_view;

bool is_blank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/// Cuts the next field off `text`; without a separator blanks divide. Gives false when it was the last one.
bool next_field(string_view& text, string_view separator, string_view& field) {
  std::size_t end = 0;
  if (separator.empty())
    while (end < text.size() && !is_blank(text[end])) ++end;
  else
    end = std::min(text.find(separator), text.size());
  field = text.substr(0, end);
  if (end == text.size()) return false;
  text.remove_prefix(end + (separator.empty() ? 1 : separator.size()));
  return true;
}

std::optional<string_view> split_index(string_view text, string_view separator, int64_t index) {
  if (index < 0 || text.empty()) return {};
  string_view field;
  while (next_field(text, separator, field)) {
    if (index == 0) return field;
    --index;
  }
  return index == 0 ? std::optional(field) : std::nullopt;
}

/// The separator may be given as the number of a character from 1 to 255.
std::optional<string_view> split_index_at(string_view text, int64_t character, int64_t index) {
  if (character < 1 || character > 255) return {};
  std::string separator;
  append_point(separator, static_cast<std::uint32_t>(character));
  return split_index(text, separator, index);
}

result<overload> split_index_of(std::span<const argument> arguments) {
  const bool numbered = arguments.size() > 1 && is_integer(arguments[1].type.kind);
  const shape form{"SPLIT_INDEX", {want::text, numbered ? want::integer : want::text, want::integer}};
  if (numbered)
    return settle(form, arguments, string_type(), view_kernel<string_view, int64_t, int64_t>(split_index_at));
  return settle(form, arguments, string_type(), view_kernel<string_view, string_view, int64_t>(split_index));
}

/// An empty separator divides after each character.
void split(text_list& out, string_view text, string_view separator) {
  if (separator.empty() && !text.empty()) {
    for (; !text.empty(); text.remove_prefix(first_point_bytes(text)))
      out.emplace_back(text.substr(0, first_point_bytes(text)));
    return;
  }
  string_view field;
  while (!text.empty() && next_field(text, separator, field)) out.emplace_back(field);
  out.emplace_back(text);
}

/// String.split of Java: an empty start of an empty match is no field, and empty fields at the end are none.
std::vector<string_view> split_at(string_view text, const re2::RE2& regex) {
  std::vector<string_view> fields;
  std::vector<re2::StringPiece> groups;
  std::size_t done = 0;
  for_matches(regex, text, groups, [&](const auto& found) {
    const auto begin = static_cast<std::size_t>(found[0].data() - text.data());
    const auto end = begin + found[0].size();
    if (end == 0 || (found[0].empty() && begin == text.size())) return;
    fields.push_back(text.substr(done, begin - done));
    done = end;
  });
  fields.push_back(text.substr(done));
  while (fields.size() > 1 && fields.back().empty()) fields.pop_back();
  if (fields.size() == 1 && fields[0].empty() && !text.empty()) fields.clear();
  return fields;
}

struct text_map {
  text_list keys;
  text_list values;

  /// A key that comes again keeps its place and takes the new value.
  void put(std::size_t first, string_view key, std::optional<string_view> value) {
    for (std::size_t i = first; i < keys.size(); ++i)
      if (*keys[i] == key) {
        values[i] = value;
        return;
      }
    keys.emplace_back(key);
    values.push_back(value);
  }
};

void str_to_map(text_map& out, string_view text, const re2::RE2& between_pairs, const re2::RE2& in_pair) {
  if (text.empty()) return;
  const auto first = out.keys.size();
  std::vector<re2::StringPiece> groups;
  for (const auto pair : split_at(text, between_pairs)) {
    if (!find_match(in_pair, pair, 0, groups) || groups[0].empty()) {
      out.put(first, pair, std::nullopt);
      continue;
    }
    const auto begin = static_cast<std::size_t>(groups[0].data() - pair.data());
    out.put(first, pair.substr(0, begin), pair.substr(begin + groups[0].size()));
  }
}

column str_to_map_kernel(const regex_source& pairs, const regex_source& inner, const std::vector<column_ptr>& arguments,
                         const kernel_context& context) {
  auto made = make_column(map_type(string_type(), string_type()), context.rows);
  text_map all;
  std::vector<std::uint32_t> counts(context.rows, 0);
  for_rows(context, [&](std::uint32_t row) {
    const auto between = pairs.for_row(arguments.size() > 1 ? arguments[1]->texts[row] : ",");
    const auto inside = inner.for_row(arguments.size() > 2 ? arguments[2]->texts[row] : "=");
    const auto before = all.keys.size();
    if (between && inside)
      str_to_map(all, arguments[0]->texts[row], **between, **inside);
    else
      add_fault(context, row, between ? inside.error().message : between.error().message);
    counts[row] = static_cast<std::uint32_t>(all.keys.size() - before);
  });
  for (std::uint32_t row = 0; row < context.rows; ++row) made.offsets[row + 1] = made.offsets[row] + counts[row];
  made.children = {text_column(all.keys, arguments[0].get()), text_column(all.values, arguments[0].get())};
  return made;
}

result<overload> str_to_map_of(std::span<const argument> arguments) {
  const shape form{"STR_TO_MAP", {want::text, want::text, want::text}, 2};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  regex_source sources[2];
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    auto source = regex_source::of(arguments[i]);
    if (!source) return std::unexpected(std::move(source.error()));
    sources[i - 1] = std::move(*source);
  }
  return settle(
      form, arguments, map_type(string_type(), string_type()),
      [pairs = sources[0], inner = sources[1]](const std::vector<column_ptr>& given, const kernel_context& context) {
        return str_to_map_kernel(pairs, inner, given, context);
      });
}

constexpr function_entry entries[] = {
    {"SPLIT_INDEX", [](std::span<const argument> arguments, string_view) { return split_index_of(arguments); },
     "SPLIT_INDEX(text, separator, index)", "The field of that number, from 0; NULL when there is none."},
    {"SPLIT",
     [](std::span<const argument> arguments, string_view) {
       return settle({"SPLIT", {want::text, want::text}}, arguments, array_type(string_type()),
                     text_list_kernel<string_view, string_view>(split));
     },
     "SPLIT(text, separator)", "All fields."},
    {"STR_TO_MAP", [](std::span<const argument> arguments, string_view) { return str_to_map_of(arguments); },
     "STR_TO_MAP(text[, between pairs[, between key and value]])",
     "The map written as `a=1,b=2`; separators are patterns."},
};

} // namespace

family text_split_functions() { return entries; }

} // namespace core::expr::functions
