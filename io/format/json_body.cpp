// An HTTP body as one JSON value: the whole is checked first, so that a refused body has left nothing behind.
#include <fmt/format.h>

#include "io/format/json_decoder.hpp"
#include "io/format/lines.hpp"

namespace io {

namespace {

core::result<void> refuse(const json_cursor& in, std::string_view body) {
  return core::fail(core::errc::syntax,
                    fmt::format("body is not one JSON value: {} at byte {}", in.error(), in.at() - body.data() + 1));
}

/// The elements of the array at the cursor, whose structure is known to be right.
void list_elements(json_cursor& in, std::vector<std::string_view>& elements) {
  in.move_to(in.at() + 1);
  in.skip_blanks();
  while (!in.take(']')) {
    const char* const begin = in.at();
    if (!in.skip_value()) return;
    elements.emplace_back(begin, static_cast<std::size_t>(in.at() - begin));
    in.skip_blanks();
    if (in.take(',')) in.skip_blanks();
  }
}

/// Where the array of {"events": [...]} begins, or null when the object at the cursor is no such envelope.
const char* find_events(json_cursor& in) {
  const char* found = nullptr;
  in.move_to(in.at() + 1);
  in.skip_blanks();
  while (!in.take('}')) {
    std::string_view name;
    bool escaped = false;
    if (!in.read_name(name, escaped)) return nullptr;
    if (name == "events") found = in.peek() == '[' ? in.at() : nullptr;
    if (!in.skip_value()) return nullptr;
    in.skip_blanks();
    if (in.take(',')) in.skip_blanks();
  }
  return found;
}

} // namespace

core::result<std::vector<std::string_view>> json_decoder::find_elements(std::string_view body) {
  json_cursor in(depth_max_);
  in.check_structure_only(); // What is wrong inside a string is the fault of its element, not of the body.
  in.start(body.data(), true);
  in.skip_blanks();
  const char* const begin = in.at();
  if (!in.skip_value()) return std::unexpected(refuse(in, body).error());
  const char* const end = in.at();
  in.skip_blanks();
  if (in.at() != body.data() + body.size()) {
    in.fail("more text behind the value");
    return std::unexpected(refuse(in, body).error());
  }
  std::vector<std::string_view> elements;
  in.move_to(begin);
  if (*begin == '{' && !reader_.has_column("events")) {
    if (const char* const events = find_events(in)) {
      in.move_to(events);
      list_elements(in, elements);
      return elements;
    }
  }
  if (*begin == '{') {
    elements.emplace_back(begin, static_cast<std::size_t>(end - begin));
  } else if (*begin == '[') {
    in.move_to(begin);
    list_elements(in, elements);
  } else {
    return core::fail(core::errc::syntax, "body is neither a JSON object nor an array of objects");
  }
  return elements;
}

core::result<void> json_decoder::decode_body(const text_chunk& body, decoded& out) {
  const auto text = behind_mark(body);
  const auto copy = copy_padded(text, '\0');
  const auto elements = find_elements(copy.text);
  if (!elements) return std::unexpected(elements.error());
  rows_.begin(copy.bytes, copy.text.size(), json_bytes_min, out);
  reader_.begin();
  for (std::size_t i = 0; i < elements->size(); ++i) {
    const auto element = (*elements)[i];
    const auto before = static_cast<std::size_t>(element.data() - copy.text.data());
    const record_place record{text.substr(before, element.size()), i + 1, body.offset + before};
    auto& in = reader_.cursor();
    in.start(element.data(), true);
    if (element.size() > line_bytes_max_)
      rows_.refuse(record, fmt::format("event is longer than {} bytes: {}", line_bytes_max_, element.size()));
    else if (reader_.read())
      take_object(record);
    else
      rows_.refuse(record, syntax_reason(element.data()));
  }
  rows_.end();
  return {};
}

core::result<void> decode_json_body(row_decoder& decoder, const text_chunk& body, decoded& out) {
  auto* const json = dynamic_cast<json_decoder*>(&decoder);
  if (json == nullptr) return core::fail(core::errc::unsupported, "a JSON body needs a source of format json");
  return json->decode_body(body, out);
}

} // namespace io
