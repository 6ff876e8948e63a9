#include "config/complaints.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace config {

void complaints::add(core::errc code, std::string message, core::text_place place, std::string hint) {
  found_.push_back({code, std::move(message), place, std::move(hint)});
}

void complaints::add_within(const node& scalar, core::error what) {
  what.place = place_within(*about_, scalar, what.place);
  found_.push_back(std::move(what));
}

std::vector<core::error> complaints::sorted() const {
  const auto order = [](const core::error& one) { return std::tie(one.place.line, one.place.column, one.message); };
  auto all = found_;
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  all.erase(std::unique(all.begin(), all.end(), [&](const auto& a, const auto& b) { return order(a) == order(b); }),
            all.end());
  return all;
}

std::string render(const document& about, const std::vector<core::error>& faults) {
  std::string text;
  for (const auto& fault : faults) {
    const auto shown = core::render(fault, about.text);
    // core::render opens with `line L, column C: `; in a file's name that is `file:L:C: `.
    auto rest = std::string_view(shown);
    if (fault.place.line == 0) {
      text += fmt::format("{}: {}\n", about.file, rest);
      continue;
    }
    rest.remove_prefix(fmt::format("line {}, column {}: ", fault.place.line, fault.place.column).size());
    text += fmt::format("{}:{}:{}: {}\n", about.file, fault.place.line, fault.place.column, rest);
  }
  return text;
}

std::string known_names_hint(std::string_view name, const std::vector<std::string_view>& known) {
  auto names = known;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto near = core::closest(name, names.data(), names.size());
  const auto allowed = fmt::format("allowed: {}", fmt::join(names, ", "));
  return near.empty() ? allowed : fmt::format("did you mean {}? {}", near, allowed);
}

} // namespace config
