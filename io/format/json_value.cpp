#include "io/format/json_value.hpp"

#include <unordered_map>

#include "io/format/json_text.hpp"

namespace io {

bool json_value_reader::read(column_filler& to, std::size_t row, std::size_t column, std::string_view name) {
  column_ = column;
  name_ = name;
  return read_value(to, row);
}

bool json_value_reader::read_value(column_filler& to, std::size_t row) {
  if (to.how() == read_as::nothing) return cursor.skip_value();
  std::string_view text;
  if (cursor.peek() == 'n') {
    to.put_null(row);
    return cursor.read_literal(text);
  }
  switch (to.how()) {
  case read_as::array: return read_array(to, row);
  case read_as::map: return read_map(to, row);
  case read_as::row: return read_row(to, row);
  case read_as::variant: return read_compact(to, row);
  default: return read_plain(to, row);
  }
}

/// A column that is neither nested nor variant.
bool json_value_reader::read_plain(column_filler& to, std::size_t row) {
  std::string_view text;
  switch (cursor.peek()) {
  case '"': return read_string_value(to, row);
  case '{':
  case '[': return to.how() == read_as::string ? read_compact(to, row) : skip_misfit(to, row);
  case 't':
  case 'f':
    if (!cursor.read_literal(text)) return false;
    if (to.how() == read_as::boolean)
      to.put_integer(row, text[0] == 't' ? 1 : 0);
    else if (to.how() == read_as::string)
      to.put_text(row, text);
    else
      note(outcome::bad, to, row, text);
    return true;
  default:
    bool integral = false;
    if (!cursor.read_number(text, integral)) return false;
    note(put_from_number(to, row, text, integral, rules_), to, row, text);
    return true;
  }
}

bool json_value_reader::read_string_value(column_filler& to, std::size_t row) {
  const char* const begin = cursor.at();
  std::string_view raw;
  bool escaped = false;
  if (!cursor.read_string(raw, escaped)) return false;
  const auto text = unescape(raw, escaped, *arena_);
  note(put_from_text(to, row, text, rules_, *arena_), to, row, {begin, static_cast<std::size_t>(cursor.at() - begin)});
  return true;
}

bool json_value_reader::read_compact(column_filler& to, std::size_t row) {
  scratch_.clear();
  const auto style = to.how() == read_as::variant ? number_style::variant : number_style::tree;
  if (!append_compact(cursor, style, scratch_)) return false;
  to.put_text(row, arena_->store(scratch_));
  return true;
}

bool json_value_reader::skip_misfit(column_filler& to, std::size_t row) {
  const char* const begin = cursor.at();
  if (!cursor.skip_value()) return false;
  note(outcome::bad, to, row, {begin, static_cast<std::size_t>(cursor.at() - begin)});
  return true;
}

void json_value_reader::note(outcome result, column_filler& to, std::size_t row, std::string_view shown) {
  if (result == outcome::taken) return;
  to.put_null(row);
  faults.push_back({column_, result == outcome::bad ? misfit_text(name_, to.type(), shown) : std::string()});
}

bool json_value_reader::read_separator(char close, bool& more) {
  cursor.skip_blanks();
  more = cursor.take(',');
  if (more) {
    cursor.skip_blanks();
    return true;
  }
  if (!cursor.take(close)) return cursor.fail(close == '}' ? "expected , or }" : "expected , or ]");
  cursor.leave();
  return true;
}

bool json_value_reader::read_array(column_filler& to, std::size_t row) {
  if (cursor.peek() != '[') return skip_misfit(to, row);
  if (!cursor.enter(false)) return false;
  cursor.move_to(cursor.at() + 1);
  cursor.skip_blanks();
  auto& elements = to.children()[0];
  auto next = to.first_entry(row);
  bool more = !cursor.take(']');
  if (!more) cursor.leave();
  while (more) {
    elements.make_room(next);
    if (!read_value(elements, next++) || !read_separator(']', more)) return false;
  }
  to.put_list(row, next);
  return true;
}

bool json_value_reader::read_map(column_filler& to, std::size_t row) {
  if (cursor.peek() != '{') return skip_misfit(to, row);
  if (!cursor.enter(true)) return false;
  cursor.move_to(cursor.at() + 1);
  cursor.skip_blanks();
  auto next = to.first_entry(row);
  if (!find_map_entries()) return false;
  const char* const end = cursor.at();
  auto& keys = to.children()[0];
  auto& values = to.children()[1];
  const auto entries = std::move(map_entries_); // A value may hold a map of its own.
  for (const auto& [key, value] : entries) {
    keys.make_room(next);
    values.make_room(next);
    keys.put_text(next, key);
    cursor.move_to(value);
    if (!read_value(values, next++)) return false;
  }
  cursor.move_to(end);
  to.put_list(row, next);
  return true;
}

/// Of equal keys only the last value is read: what lies behind another value of its column can no longer be replaced.
bool json_value_reader::find_map_entries() {
  map_entries_.clear();
  std::unordered_map<std::string_view, std::size_t> known;
  bool more = !cursor.take('}');
  if (!more) cursor.leave();
  while (more) {
    std::string_view raw;
    bool escaped = false;
    if (!cursor.read_name(raw, escaped)) return false;
    const auto key = unescape(raw, escaped, *arena_);
    const auto [place, is_new] = known.try_emplace(key, map_entries_.size());
    if (is_new)
      map_entries_.emplace_back(key, cursor.at());
    else
      map_entries_[place->second].second = cursor.at();
    if (!cursor.skip_value() || !read_separator('}', more)) return false;
  }
  return true;
}

bool json_value_reader::read_row(column_filler& to, std::size_t row) {
  if (cursor.peek() != '{') return skip_misfit(to, row);
  if (!cursor.enter(true)) return false;
  cursor.move_to(cursor.at() + 1);
  cursor.skip_blanks();
  for (auto& child : to.children()) child.put_null(row); // What is missing is NULL.
  bool more = !cursor.take('}');
  if (!more) cursor.leave();
  while (more) {
    std::string_view raw;
    bool escaped = false;
    if (!cursor.read_name(raw, escaped)) return false;
    const auto name = unescape(raw, escaped, *arena_);
    column_filler* child = nullptr;
    for (std::size_t i = 0; i < to.children().size() && child == nullptr; ++i)
      if ((*to.type().fields)[i].name == name) child = &to.children()[i];
    if (!(child == nullptr ? cursor.skip_value() : read_value(*child, row)) || !read_separator('}', more)) return false;
  }
  to.put_row(row);
  return true;
}

} // namespace io
