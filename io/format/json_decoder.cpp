#include "io/format/json_decoder.hpp"

#include <cstring>

#include <fmt/format.h>

#include "io/format/lines.hpp"

namespace io {

json_decoder::json_decoder(const decode_spec& spec)
    : rows_(spec), reader_(spec, rows_), line_bytes_max_(spec.format.line_bytes_max),
      depth_max_(spec.format.depth_max) {}

void json_decoder::decode_lines(const text_chunk& chunk, decoded& out) {
  const auto text = behind_mark(chunk);
  rows_.begin(chunk.owner, text.size(), json_bytes_min, out);
  reader_.begin();
  place where{chunk.first_line, chunk.offset, chunk.text.data(), chunk.text.data()};
  // Reading relies on the newline that ends every line; a last line without one is read from a copy that has it.
  const auto last = text.rfind('\n');
  const auto whole = last == std::string_view::npos ? 0 : last + 1;
  decode_range(text.data(), text.data() + whole, where, out);
  if (whole < text.size()) {
    const auto copy = copy_padded(text.substr(whole), '\n');
    rows_.keep_alive(copy.bytes);
    where.offset += static_cast<std::uint64_t>(text.data() + whole - where.origin);
    where.origin = copy.text.data();
    where.shown = text.data() + whole;
    decode_range(copy.text.data(), copy.text.data() + copy.text.size() + 1, where, out);
  }
  rows_.end();
}

void json_decoder::decode_range(const char* begin, const char* end, place& where, decoded& out) {
  auto& in = reader_.cursor();
  for (const char* line = begin; line < end; ++where.line) {
    in.start(line);
    in.skip_blanks();
    if (in.peek() == '\n') {
      ++out.blank;
      line = in.at() + 1;
      continue;
    }
    bool good = reader_.read();
    if (good) {
      in.skip_blanks();
      good = in.peek() == '\n' || in.fail("more text behind the object");
    }
    const auto* const stop =
        good ? in.at() : static_cast<const char*>(std::memchr(in.at(), '\n', static_cast<std::size_t>(end - in.at())));
    const auto before = line - where.origin;
    const record_place record{without_return({where.shown + before, static_cast<std::size_t>(stop - line)}), where.line,
                              where.offset + static_cast<std::uint64_t>(before)};
    if (record.text.size() > line_bytes_max_)
      rows_.refuse(record, fmt::format("line is longer than {} bytes: {}", line_bytes_max_, record.text.size()));
    else if (good)
      take_object(record);
    else
      rows_.refuse(record, syntax_reason(line));
    line = stop + 1;
  }
}

void json_decoder::take_object(const record_place& record) {
  if (reader_.missing() != nullptr)
    rows_.refuse(record, fmt::format("field {} is missing", *reader_.missing()));
  else
    rows_.commit(record, reader_.faults());
  reader_.begin(); // A full batch took its arena with it.
}

std::string json_decoder::syntax_reason(const char* begin) {
  const auto& in = reader_.cursor();
  const std::string_view why = in.error();
  if (why == "nested too deep") return fmt::format("nested deeper than {} levels", depth_max_);
  return fmt::format("{} at byte {}", why, in.at() - begin + 1);
}

} // namespace io
