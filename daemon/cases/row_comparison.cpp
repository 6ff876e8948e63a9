#include "daemon/cases/row_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir {

namespace {

using nlohmann::json;

constexpr std::size_t rows_shown_max = 20;

bool same_number(const json& a, const json& b) {
  if (a.is_number_integer() && b.is_number_integer()) return a == b;
  const auto x = a.get<double>();
  const auto y = b.get<double>();
  if (x == y) return true;
  return std::nextafter(x, y) == y;
}

bool same_value(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) return same_number(a, b);
  if (a.type() != b.type()) return false;
  if (a.is_array()) return std::ranges::equal(a, b, same_value);
  if (!a.is_object()) return a == b;
  if (a.size() != b.size()) return false;
  for (auto mine = a.begin(), theirs = b.begin(); mine != a.end(); ++mine, ++theirs)
    if (mine.key() != theirs.key() || !same_value(mine.value(), theirs.value())) return false;
  return true;
}

/// Numbers out of the way, so that rows which may be equal sort together.
std::string sort_key(const json& value) {
  if (value.is_number()) return fmt::format("{:.6e}", value.get<double>() == 0.0 ? 0.0 : value.get<double>());
  if (value.is_object() || value.is_array()) {
    std::string key = "(";
    for (const auto& one : value) key += sort_key(one) + ",";
    return key + ")";
  }
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

struct keyed_row {
  std::string key;
  std::string text;
  json value;
};

std::vector<keyed_row> sorted(const std::vector<std::string>& rows) {
  std::vector<keyed_row> made;
  for (const auto& text : rows) {
    auto value = json::parse(text, nullptr, false);
    auto key = value.is_discarded() ? text : sort_key(value);
    made.push_back({std::move(key), text, std::move(value)});
  }
  std::ranges::stable_sort(made, {}, &keyed_row::key);
  return made;
}

bool same(const keyed_row& a, const keyed_row& b) {
  if (a.value.is_discarded() || b.value.is_discarded()) return a.text == b.text;
  return same_value(a.value, b.value);
}

std::string shown(const char* mark, const std::vector<std::string>& rows) {
  std::string text;
  for (std::size_t i = 0; i < std::min(rows.size(), rows_shown_max); ++i)
    text += fmt::format("    {} {}\n", mark, rows[i]);
  if (rows.size() > rows_shown_max) text += fmt::format("    {} … and {} more\n", mark, rows.size() - rows_shown_max);
  return text;
}

} // namespace

bool same_row(const std::string& a, const std::string& b) { return same(sorted({a}).front(), sorted({b}).front()); }

std::expected<std::vector<std::string>, std::string> apply_changes(const std::vector<std::string>& changes) {
  std::map<std::string, std::size_t> counts;
  for (const auto& line : changes) {
    auto row = nlohmann::ordered_json::parse(line, nullptr, false);
    const auto op = row.is_object() && row.contains("op") ? row.at("op") : nlohmann::ordered_json();
    if (op != "+I" && op != "+U" && op != "-U" && op != "-D")
      return std::unexpected(fmt::format("  not a row of changes: {}\n", line));
    row.erase("op");
    auto& count = counts[row.dump()];
    if (op == "+I" || op == "+U")
      ++count;
    else if (count == 0)
      return std::unexpected(fmt::format("  takes back a row that is not there: {}\n", line));
    else
      --count;
  }
  std::vector<std::string> left;
  for (const auto& [text, count] : counts) left.insert(left.end(), count, text);
  return left;
}

std::optional<std::string> difference(const std::vector<std::string>& expected, const std::vector<std::string>& found) {
  const auto wanted = sorted(expected);
  auto left = sorted(found);
  std::vector<std::string> missing;
  for (const auto& one : wanted) {
    // Almost always at the same place; rounding in the sort key may move a row by a little.
    const auto match = std::ranges::find_if(left, [&](const keyed_row& other) { return same(one, other); });
    if (match == left.end())
      missing.push_back(one.text);
    else
      left.erase(match);
  }
  if (missing.empty() && left.empty()) return std::nullopt;
  std::vector<std::string> extra;
  for (const auto& one : left) extra.push_back(one.text);
  return fmt::format("  {} of {} rows missing, {} too many\n{}{}", missing.size(), wanted.size(), extra.size(),
                     shown("missing ", missing), shown("too many", extra));
}

} // namespace weir
