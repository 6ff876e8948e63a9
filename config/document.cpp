#include "config/document.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "core/data/utf8.hpp"

namespace config {

const entry* node::find(std::string_view key) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& one) { return one.key->text == key; });
  return found == entries.end() ? nullptr : &*found;
}

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), starts_character));
}

core::text_place place_at(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
          .column = count_characters(before.substr(line_start)) + 1};
}

/// yaml-cpp counts bytes from 0, behind a byte order mark.
core::text_place place_of(std::string_view text, const YAML::Mark& mark) {
  if (mark.is_null()) return {.line = 1, .column = 1};
  return place_at(text, static_cast<std::size_t>(mark.pos));
}

class tree_reader {
public:
  explicit tree_reader(std::string_view text) : text_(text) {}

  core::result<node_ptr> read(const YAML::Node& from) {
    ++depth_;
    auto made = read_one(from);
    --depth_;
    return made;
  }

private:
  core::result<node_ptr> read_one(const YAML::Node& from) {
    node made;
    made.place = place_of(text_, from.Mark());
    made.offset = from.Mark().is_null() ? 0 : static_cast<std::size_t>(from.Mark().pos);
    if (++nodes_ > document_nodes_max)
      return core::fail(core::errc::limit, fmt::format("the file has more than {} nodes", document_nodes_max),
                        made.place);
    if (depth_ > document_depth_max)
      return core::fail(core::errc::limit, fmt::format("nested deeper than {} levels", document_depth_max), made.place,
                        "does an alias stand inside of what it names?");
    if (from.IsScalar()) {
      made.kind = node_kind::scalar;
      made.text = from.Scalar();
      made.quoted = from.Tag() == "!";
      made.place.length = std::max<std::uint32_t>(1, written_length(made));
    } else if (from.IsSequence()) {
      made.kind = node_kind::list;
      if (auto read = read_items(from, made); !read) return std::unexpected(read.error());
    } else if (from.IsMap()) {
      made.kind = node_kind::mapping;
      if (auto read = read_entries(from, made); !read) return std::unexpected(read.error());
    }
    return std::make_shared<const node>(std::move(made));
  }

  /// How much the caret underlines: the scalar as far as it stands on its first line.
  std::uint32_t written_length(const node& scalar) const {
    const auto line = text_.substr(scalar.offset, text_.substr(scalar.offset).find('\n'));
    if (line.starts_with('|') || line.starts_with('>')) return 1;
    const auto quotes = line.starts_with('"') || line.starts_with('\'') ? 2U : 0U;
    return std::min(count_characters(scalar.text) + quotes, count_characters(line));
  }

  core::result<void> read_items(const YAML::Node& from, node& made) {
    for (const auto& item : from) {
      auto one = read(item);
      if (!one) return std::unexpected(one.error());
      made.items.push_back(std::move(*one));
    }
    return {};
  }

  core::result<void> read_entries(const YAML::Node& from, node& made) {
    for (const auto& pair : from) {
      auto key = read(pair.first);
      if (!key) return std::unexpected(key.error());
      if ((*key)->kind != node_kind::scalar)
        return core::fail(core::errc::syntax, "a key must be a plain text", (*key)->place);
      auto value = read(pair.second);
      if (!value) return std::unexpected(value.error());
      made.entries.push_back({std::move(*key), std::move(*value)});
    }
    return {};
  }

  std::string_view text_;
  std::size_t nodes_ = 0;
  std::size_t depth_ = 0;
};

/// yaml-cpp takes some bytes that no text holds for its own marks, such as an end, and reads on for ever.
core::result<void> check_bytes(std::string_view text) {
  const auto good = core::valid_utf8_bytes(text);
  if (good < text.size()) return core::fail(core::errc::syntax, "the file is not UTF-8", place_at(text, good));
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
  };
  const auto found = std::ranges::find_if(text, is_control);
  if (found == text.end()) return {};
  const auto place = place_at(text, static_cast<std::size_t>(found - text.begin()));
  return core::fail(core::errc::syntax,
                    fmt::format("the file holds a control character: 0x{:02X}", static_cast<unsigned>(*found)), place);
}

} // namespace

core::result<document> parse_document(std::string file, std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (auto checked = check_bytes(text); !checked) return std::unexpected(checked.error());
  document made{std::move(file), std::move(text), nullptr};
  try {
    const auto documents = YAML::LoadAll(made.text);
    if (documents.size() > 1)
      return core::fail(core::errc::syntax, "the file holds more than one document",
                        place_of(made.text, documents[1].Mark()), "take out the second ---");
    auto root = tree_reader(made.text).read(documents.empty() ? YAML::Node() : documents[0]);
    if (!root) return std::unexpected(root.error());
    made.root = std::move(*root);
  } catch (const YAML::Exception& fault) {
    auto place = place_of(made.text, fault.mark);
    return core::fail(core::errc::syntax, fault.msg, place);
  }
  return made;
}

namespace {

bool is_blank(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/// Walks a scalar's text and the file side by side, over quotes, escapes, folded lines and indentation.
class scalar_walk {
public:
  scalar_walk(std::string_view file, const node& scalar) : file_(file), at_(scalar.offset) {
    skip_properties();
    if (peek() == '"' || peek() == '\'') {
      quote_ = peek();
      ++at_;
    } else if (peek() == '|' || peek() == '>') {
      while (peek() != '\n' && peek() != '\0') ++at_;
    }
  }

  /// Where the next byte of the text stands; then steps over it.
  std::size_t step(char byte) {
    if (is_blank(byte)) {
      const auto here = at_;
      if (is_blank(peek()))
        ++at_;
      else
        skip_escape();
      return here;
    }
    while (is_blank(peek())) ++at_;
    const auto here = at_;
    if (!skip_escape()) ++at_;
    return here;
  }

  /// Where the text that follows begins.
  std::size_t next() const {
    auto here = at_;
    while (here < file_.size() && is_blank(file_[here])) ++here;
    return here;
  }

  /// Right behind the text so far.
  std::size_t end() const { return at_; }

private:
  char peek() const { return at_ < file_.size() ? file_[at_] : '\0'; }

  void skip_properties() { // `&anchor` and `!tag`
    while (peek() == '&' || peek() == '!') {
      while (peek() != '\0' && !is_blank(peek())) ++at_;
      while (is_blank(peek())) ++at_;
    }
  }

  bool skip_escape() {
    if (quote_ == '\'' && peek() == '\'') {
      at_ += 2;
      return true;
    }
    if (quote_ != '"' || peek() != '\\') return false;
    const char what = at_ + 1 < file_.size() ? file_[at_ + 1] : '\0';
    at_ += what == 'x' ? 4 : what == 'u' ? 6 : what == 'U' ? 10 : 2;
    return true;
  }

  std::string_view file_;
  std::size_t at_;
  char quote_ = '\0';
};

std::size_t offset_of(std::string_view text, core::text_place place) {
  std::size_t at = 0;
  for (auto line = place.line; line > 1 && at < text.size(); --line) {
    const auto end = text.find('\n', at);
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  for (auto column = place.column; column > 1 && at < text.size(); --column) do
      ++at;
    while (at < text.size() && !starts_character(text[at]));
  return at;
}

} // namespace

core::text_place place_within(const document& from, const node& scalar, core::text_place inside) {
  if (inside.line == 0) return scalar.place;
  const auto wanted = offset_of(scalar.text, inside);
  scalar_walk walk(from.text, scalar);
  auto where = walk.next();
  for (std::size_t i = 0; i <= wanted && i < scalar.text.size(); ++i) where = walk.step(scalar.text[i]);
  if (wanted >= scalar.text.size() && !scalar.text.empty()) where = walk.end();
  auto place = place_at(from.text, std::min(where, from.text.size()));
  place.length = inside.length;
  return place;
}

} // namespace config
