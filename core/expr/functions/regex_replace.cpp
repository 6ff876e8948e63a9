// REGEXP_REPLACE. The replacement is taken as it stands: Flink knows no group references in it.
#include "core/expr/functions/families.hpp"
#include "core/expr/functions/function_shape.hpp"
#include "core/expr/functions/regex.hpp"
#include "core/expr/functions/row_kernel.hpp"

namespace core::expr::functions {

namespace {

using std::string_view;

outcome<bool> replace_matches(std::string& out, const regex_source& source, string_view text, string_view pattern,
                              string_view with) {
  const auto regex = source.for_row(pattern);
  if (!regex) return std::unexpected(regex.error().message);
  std::vector<re2::StringPiece> groups;
  std::size_t done = 0;
  for_matches(**regex, text, groups, [&](const auto& found) {
    const auto begin = static_cast<std::size_t>(found[0].data() - text.data());
    out.append(text.substr(done, begin - done)).append(with);
    done = begin + found[0].size();
  });
  out.append(text.substr(done));
  return true;
}

result<overload> regexp_replace(std::span<const argument> arguments) {
  const shape form{"REGEXP_REPLACE", {want::text, want::text, want::text}};
  if (auto types = match(form, arguments); !types) return std::unexpected(std::move(types.error()));
  auto source = regex_source::of(arguments[1]);
  if (!source) return std::unexpected(std::move(source.error()));
  return settle(form, arguments, string_type(),
                text_kernel<string_view, string_view, string_view>(
                    [source = *source](std::string& out, string_view text, string_view pattern, string_view with) {
                      return replace_matches(out, source, text, pattern, with);
                    }));
}

constexpr function_entry entries[] = {
    {"REGEXP_REPLACE", [](std::span<const argument> arguments, string_view) { return regexp_replace(arguments); },
     "REGEXP_REPLACE(text, pattern, new)", "The text with each match replaced."},
};

} // namespace

family regex_replace_functions() { return entries; }

} // namespace core::expr::functions
