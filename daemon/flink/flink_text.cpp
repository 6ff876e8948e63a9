#include "daemon/flink/flink_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/sql/script_parser.hpp"
#include "daemon/flink/weir_only.hpp"

namespace weir {

namespace {

std::string with_edits(std::string_view text, std::vector<text_edit> edits) {
  std::ranges::sort(edits, {}, &text_edit::begin);
  std::string made;
  std::size_t at = 0;
  for (const auto& edit : edits) {
    made += text.substr(at, edit.begin - at);
    made += edit.text;
    at = edit.end;
  }
  made += text.substr(at);
  return made;
}

/// A line end within a quoted name or path would end the comment.
std::string on_one_line(std::string text) {
  for (auto& one : text)
    if (one == '\n' || one == '\r') one = ' ';
  return text;
}

std::string header(std::string_view file, std::vector<weir_only> found) {
  std::ranges::stable_sort(found, {}, [](const weir_only& one) { return one.place.line; });
  auto made = fmt::format("-- {} for a Flink cluster. What only weir has, by the lines of that file:\n",
                          on_one_line(std::string(file)));
  for (const auto& one : found)
    made += fmt::format("--   line {}: {}: {}\n", one.place.line, on_one_line(one.what), one.done);
  return made + "\n";
}

} // namespace

std::expected<std::string, std::vector<core::error>> flink_text(std::string_view file, std::string_view text) {
  const auto statements = core::sql::parse_statements(text);
  if (!statements) return std::unexpected(std::vector{statements.error()});
  std::vector<core::error> complaints;
  for (const auto& one : *statements)
    if (!one.made && one.made.error().code != core::errc::unsupported) complaints.push_back(one.made.error());
  if (!complaints.empty()) return std::unexpected(std::move(complaints));
  const auto tokens = core::sql::tokenize(text);
  WEIR_ENSURE(tokens.has_value(), "the parser has cut the same text");
  weir_only_finder finder(text, *tokens);
  std::vector<weir_only> found;
  for (const auto& one : *statements)
    if (one.made) std::ranges::move(finder.find(*one.made), std::back_inserter(found));
  if (found.empty()) return std::string(text);
  std::vector<text_edit> edits;
  for (const auto& one : found) edits.insert(edits.end(), one.edits.begin(), one.edits.end());
  return header(file, std::move(found)) + with_edits(text, std::move(edits));
}

} // namespace weir
