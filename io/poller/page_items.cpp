#include "io/poller/page_items.hpp"

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/contract/json_writer.hpp"

namespace io {

using core::errc;
using core::contract::path;

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Walks over JSON text without looking into it more than its ends need.
class text_walk {
public:
  explicit text_walk(std::string_view text) : text_(text) { pass_blanks(); }

  [[nodiscard]] bool is_at_end() const noexcept { return at_ == text_.size(); }
  /// Past the mark and the blanks behind it, if it stands here.
  bool pass(char mark) {
    if (is_at_end() || text_[at_] != mark) return false;
    ++at_;
    pass_blanks();
    return true;
  }
  /// Past one value of any kind; empty when there is none, or the text ends within it.
  std::string_view value();

private:
  void pass_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }
  bool pass_string();
  bool pass_nested();

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string_view text_walk::value() {
  const auto began = at_;
  if (is_at_end()) return {};
  if (text_[at_] == '"') {
    if (!pass_string()) return {};
  } else if (text_[at_] == '{' || text_[at_] == '[') {
    if (!pass_nested()) return {};
  } else {
    at_ = std::min(text_.find_first_of(" \t\r\n,:]}", at_), text_.size());
  }
  const auto found = text_.substr(began, at_ - began);
  pass_blanks();
  return found;
}

bool text_walk::pass_string() {
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') return ++at_, true;
    if (text_[at_] == '\\') ++at_;
  }
  at_ = text_.size();
  return false;
}

bool text_walk::pass_nested() {
  std::size_t depth = 0;
  while ((at_ = text_.find_first_of("\"{}[]", at_)) != std::string_view::npos) {
    const char mark = text_[at_];
    if (mark == '"') {
      if (!pass_string()) return false;
      continue;
    }
    ++at_;
    depth += mark == '{' || mark == '[' ? 1U : 0U;
    if ((mark == '}' || mark == ']') && --depth == 0) return true;
  }
  at_ = text_.size();
  return false;
}

/// The value of the last member of that name, or an empty text.
std::string_view member(std::string_view object, std::string_view name) {
  std::string quoted;
  core::contract::append_json_string(quoted, name);
  text_walk walk(object);
  std::string_view found;
  if (!walk.pass('{')) return {};
  do {
    const auto key = walk.value();
    if (!walk.pass(':')) break;
    const auto value = walk.value();
    if (key == quoted) found = value;
  } while (walk.pass(','));
  return found;
}

} // namespace

core::result<std::vector<std::string_view>> split_items(std::string_view answer, const path& items) {
  auto array = answer;
  for (const auto& name : items) {
    array = member(array, name);
    if (array.empty()) return core::fail(errc::bad_value, fmt::format("the answer has no {}", fmt::join(items, ".")));
  }
  text_walk walk(array);
  if (!walk.pass('[')) return core::fail(errc::bad_value, "the answer's items are no array");
  std::vector<std::string_view> made;
  if (!walk.pass(']')) {
    do {
      const auto item = walk.value();
      if (item.empty()) return core::fail(errc::syntax, "the answer's array breaks off");
      made.push_back(item);
    } while (walk.pass(','));
    if (!walk.pass(']')) return core::fail(errc::syntax, "the answer's array breaks off");
  }
  if (!walk.is_at_end()) return core::fail(errc::syntax, "the answer goes on behind its end");
  return made;
}

std::string one_line(std::string_view json) {
  if (json.find_first_of("\r\n") == std::string_view::npos) return std::string(json);
  std::string made;
  made.reserve(json.size());
  bool quoted = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (!quoted && blanks.find(json[at]) != std::string_view::npos) continue;
    made += json[at];
    if (json[at] == '"') quoted = !quoted;
    if (quoted && json[at] == '\\' && at + 1 < json.size()) made += json[++at];
  }
  return made;
}

std::string_view to_string(bad_item kind) noexcept {
  constexpr std::string_view names[bad_item_kinds] = {"unreadable", "no object", "no id", "no type", "too long"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

/// Empty when there is no text, or no number to be written as one.
std::string text_of(core::contract::value_view value) {
  if (value.is_string()) return std::string(value.text());
  std::string made;
  if (value.is_number()) core::contract::append_json_number(made, value);
  return made;
}

} // namespace

std::expected<event_names, bad_item> item_reader::read(std::string_view item) {
  if (item.size() > item_bytes_max) return std::unexpected(bad_item::too_long);
  memory_.reset();
  const auto parsed = parser_.parse(item, memory_);
  if (!parsed) return std::unexpected(bad_item::unreadable);
  if (!parsed->is_object()) return std::unexpected(bad_item::no_object);
  event_names made{text_of(resolve(id_field_, *parsed)), text_of(resolve(type_field_, *parsed))};
  if (made.id.empty()) return std::unexpected(bad_item::no_id);
  if (made.type.empty()) return std::unexpected(bad_item::no_type);
  return made;
}

} // namespace io
