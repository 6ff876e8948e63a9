#include "core/expr/functions/json_path.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace core::expr::functions {

namespace {

bool is_blank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// `lax ` or `strict ` in front, in any case. Gives true for strict.
bool take_mode(std::string_view& text) {
  auto rest = text;
  skip_blanks(rest);
  for (const std::string_view mode : {"lax", "strict"}) {
    std::string lower(rest.substr(0, mode.size()));
    for (auto& byte : lower)
      if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
    if (lower != mode || rest.size() <= mode.size() || !is_blank(rest[mode.size()])) continue;
    text = rest.substr(mode.size());
    return mode == "strict";
  }
  return true;
}

class path_reader {
public:
  explicit path_reader(std::string_view text) : all_(text), rest_(text) {}

  result<std::vector<json_step>> read() {
    std::vector<json_step> steps;
    skip_blanks(rest_);
    while (!rest_.empty() && is_blank(rest_.back())) rest_.remove_suffix(1);
    if (!take(rest_, "$")) return wrong("a path begins with $");
    while (!rest_.empty()) {
      json_step step;
      step.deep = take(rest_, "..");
      const bool dotted = step.deep || take(rest_, ".");
      const auto fault = rest_.starts_with('[') ? read_brackets(step) : read_name(step, dotted);
      if (!fault) return std::unexpected(fault.error());
      steps.push_back(std::move(step));
    }
    return steps;
  }

private:
  [[nodiscard]] std::unexpected<error> wrong(std::string_view why) const {
    return fail(errc::bad_value, fmt::format("JSON path cannot be read: {}: {}", all_, why));
  }
  [[nodiscard]] std::unexpected<error> missing(std::string_view what) const {
    return fail(errc::unsupported, fmt::format("JSON path needs {}, which weir does not have: {}", what, all_));
  }

  result<bool> read_name(json_step& step, bool dotted) {
    if (!dotted) return wrong("a member follows a point");
    if (take(rest_, "*")) return true;
    const auto end = std::min(rest_.find_first_of(".["), rest_.size());
    step.is = json_step::kind::member;
    step.name = rest_.substr(0, end);
    if (step.name.empty()) return wrong("a name is missing");
    if (step.name.ends_with("()")) return missing("functions");
    rest_.remove_prefix(end);
    return true;
  }

  result<bool> read_brackets(json_step& step) {
    rest_.remove_prefix(1);
    skip_blanks(rest_);
    if (rest_.starts_with('?')) return missing("filters");
    if (rest_.starts_with('\'') || rest_.starts_with('"')) {
      if (auto read = read_quoted(step); !read) return read;
    } else if (!take(rest_, "*")) {
      if (auto read = read_positions(step); !read) return read;
    }
    skip_blanks(rest_);
    if (rest_.starts_with(',')) return missing("several names");
    if (!take(rest_, "]")) return wrong("a bracket is open");
    return true;
  }

  result<bool> read_quoted(json_step& step) {
    const char quote = rest_[0];
    step.is = json_step::kind::member;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != quote; ++at) {
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      step.name.push_back(rest_[at]);
    }
    if (at >= rest_.size()) return wrong("a quote is open");
    rest_.remove_prefix(at + 1);
    return true;
  }

  std::optional<std::int64_t> read_number() {
    skip_blanks(rest_);
    const bool negative = take(rest_, "-");
    std::int64_t value = 0;
    std::size_t digits = 0;
    while (digits < 9 && digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9')
      value = value * 10 + (rest_[digits++] - '0');
    rest_.remove_prefix(digits);
    skip_blanks(rest_);
    if (digits == 0) return {};
    return negative ? -value : value;
  }

  /// `1`, `0,2`, `1:3`, `:2`, `-2:`.
  result<bool> read_positions(json_step& step) {
    auto first = read_number();
    if (take(rest_, ":")) {
      step.is = json_step::kind::slice;
      step.from = first;
      step.to = read_number();
      if (!step.from && !step.to) return wrong("a slice has a start or an end");
      return true;
    }
    step.is = json_step::kind::index;
    while (first) {
      step.indices.push_back(*first);
      if (!take(rest_, ",")) return true;
      first = read_number();
    }
    return wrong("a position is a number");
  }

  std::string_view all_;
  std::string_view rest_;
};

bool leads_to_one(const json_step& step) {
  return !step.deep &&
         (step.is == json_step::kind::member || (step.is == json_step::kind::index && step.indices.size() == 1));
}

using found_list = std::vector<const json_value*>;

/// An index or a slice of what is no array finds nothing.
void find_positions(const json_step& step, const json_value& at, found_list& found) {
  const auto size = static_cast<std::int64_t>(at.items.size());
  const auto place = [size](std::int64_t index) { return index < 0 ? size + index : index; };
  if (step.is == json_step::kind::index) {
    for (const auto index : step.indices)
      if (place(index) >= 0 && place(index) < size) found.push_back(&at.items[static_cast<std::size_t>(place(index))]);
    return;
  }
  const auto from = std::max<std::int64_t>(0, place(step.from.value_or(0)));
  const auto to = std::min(size, step.to ? place(*step.to) : size);
  for (auto i = from; i < to; ++i) found.push_back(&at.items[static_cast<std::size_t>(i)]);
}

void find_here(const json_step& step, const json_value& at, found_list& found) {
  switch (step.is) {
  case json_step::kind::member:
    if (const auto* member = at.member(step.name)) found.push_back(member);
    break;
  case json_step::kind::any:
    for (const auto& item : at.items) found.push_back(&item);
    for (const auto& [name, member] : at.members) found.push_back(&member);
    break;
  default: find_positions(step, at, found);
  }
}

void find_below(const json_step& step, const json_value& at, found_list& found) {
  find_here(step, at, found);
  for (const auto& item : at.items) find_below(step, item, found);
  for (const auto& [name, member] : at.members) find_below(step, member, found);
}

} // namespace

result<json_path> json_path::compile(std::string_view text) {
  json_path path;
  path.strict_ = take_mode(text);
  auto steps = path_reader(text).read();
  if (!steps) return std::unexpected(std::move(steps.error()));
  path.steps_ = std::move(*steps);
  path.definite_ = std::all_of(path.steps_.begin(), path.steps_.end(), leads_to_one);
  return path;
}

json_found json_path::find(const json_value& root) const {
  json_found result;
  found_list at{&root};
  bool one_so_far = true;
  for (const auto& step : steps_) {
    found_list next;
    for (const auto* value : at) {
      if (step.deep)
        find_below(step, *value, next);
      else
        find_here(step, *value, next);
    }
    at = std::move(next);
    // What is missing on the way to the first step that may find many is missing; from there on there are just fewer.
    if (one_so_far && leads_to_one(step) && at.empty()) result.failed = true;
    one_so_far = one_so_far && leads_to_one(step);
  }
  if (definite_) {
    if (!result.failed) result.one = at.front();
    return result;
  }
  auto& list = result.list.emplace(json_value{});
  list.kind = json_kind::array;
  for (const auto* value : at) list.items.push_back(*value);
  return result;
}

} // namespace core::expr::functions
