#include "io/format/csv_decoder.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include "io/format/lines.hpp"

namespace io {

csv_decoder::csv_decoder(const decode_spec& spec)
    : rows_(spec), options_(spec.format),
      columns_(spec.columns), rules_{spec.format.timestamps, spec.format.lenient_timestamps} {
  for (std::size_t i = 0; i < columns_.size(); ++i) column_of_field_.push_back(static_cast<int>(i));
}

void csv_decoder::decode_lines(const text_chunk& chunk, decoded& out) {
  rows_.begin(chunk.owner, chunk.text.size(), 2, out);
  blank_ = 0;
  for_each_line(chunk, [&](const record_place& record) { take_line(record, out); });
  out.blank += blank_;
  rows_.end();
}

void csv_decoder::take_line(const record_place& record, decoded& out) {
  if (record.line == 1) awaits_header_ = options_.csv_header;
  if (is_unusable_) return;
  auto line = record.text;
  if (line.ends_with('\n')) line = without_return(line.substr(0, line.size() - 1)); // Of a topic's record.
  const auto content = trimmed(line);
  if (content.empty() || (options_.csv_allow_comments && content[0] == '#')) {
    ++blank_;
  } else if (line.size() > options_.line_bytes_max) {
    rows_.refuse(record, fmt::format("line is longer than {} bytes: {}", options_.line_bytes_max, line.size()));
  } else if (!simdjson::validate_utf8(line.data(), line.size())) {
    rows_.refuse(record, "invalid UTF-8");
  } else if (const char* const why = split(line)) {
    rows_.refuse(record, why);
  } else if (awaits_header_) {
    read_header(out.fault);
  } else {
    take_fields(record);
  }
}

/// Into `fields_`; says what is wrong, or null.
const char* csv_decoder::split(std::string_view line) {
  fields_.clear();
  for (std::size_t at = 0;; ++at) {
    if (options_.csv_quote != '\0' && at < line.size() && line[at] == options_.csv_quote) {
      if (const char* const why = read_quoted(line, at)) return why;
    } else {
      const auto end = std::min(line.find(options_.csv_delimiter, at), line.size());
      fields_.push_back(line.substr(at, end - at));
      at = end;
    }
    if (at == line.size()) return nullptr;
  }
}

/// A field in quotes; `at` moves to the delimiter or the line's end behind it.
const char* csv_decoder::read_quoted(std::string_view line, std::size_t& at) {
  const char quote = options_.csv_quote;
  const auto begin = ++at;
  bool doubled = false;
  for (;; at += 2) {
    at = line.find(quote, at);
    if (at == std::string_view::npos) return "a quoted field does not end on its line";
    if (at + 1 >= line.size() || line[at + 1] != quote) break;
    doubled = true;
  }
  auto text = line.substr(begin, at - begin);
  if (doubled) {
    char* const place = rows_.arena().allocate(text.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      place[size++] = text[i];
      if (text[i] == quote) ++i; // The second of a pair.
    }
    text = {place, size};
  }
  fields_.push_back(text);
  while (++at < line.size() && line[at] == ' ') {
  } // Jackson passes over blanks here, and only here.
  if (at < line.size() && line[at] != options_.csv_delimiter) return "text behind a quoted field";
  return nullptr;
}

/// Columns that the header does not name are NULL; one that is required, or all of them, would make every row bad.
void csv_decoder::read_header(std::optional<core::error>& fault) {
  awaits_header_ = false;
  column_of_field_.clear();
  std::vector<std::string_view> missing;
  for (const auto& column : columns_) missing.push_back(column.path.empty() ? column.name : column.path);
  const auto names = missing;
  for (const auto field : fields_) {
    int found = -1;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == field) found = static_cast<int>(i);
    column_of_field_.push_back(found);
    std::erase(missing, field);
  }
  const bool misses_required = std::ranges::any_of(columns_, [&](const core::plan::source_column& column) {
    const std::string_view name = column.path.empty() ? column.name : column.path;
    return column.required && std::ranges::find(missing, name) != missing.end();
  });
  if (columns_.empty() || (missing.size() < names.size() && !misses_required)) return;
  is_unusable_ = true;
  fault = core::error{core::errc::bad_value,
                      fmt::format("the CSV header names {}: {}; the columns are: {}",
                                  misses_required ? "not every required column" : "none of the columns",
                                  fmt::join(fields_, ", "), fmt::join(names, ", ")),
                      {},
                      "name the columns as the header does, or give them its names as paths"};
}

void csv_decoder::take_fields(const record_place& record) {
  const auto wanted = column_of_field_.size();
  if (fields_.size() > wanted)
    return rows_.refuse(record, fmt::format("line has {} fields, not {}", fields_.size(), wanted));
  if (fields_.size() < wanted && !options_.ignore_parse_errors)
    return rows_.refuse(record, fmt::format("line has {} fields, not {}", fields_.size(), wanted));
  faults_.clear();
  std::vector<bool> seen(columns_.size());
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (column_of_field_[i] < 0) continue;
    const auto column = static_cast<std::size_t>(column_of_field_[i]);
    seen[column] = true;
    fill(column, fields_[i]);
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (seen[i]) continue;
    if (columns_[i].required) return rows_.refuse(record, fmt::format("field {} is missing", columns_[i].name));
    rows_.column(i).put_null(rows_.row());
  }
  rows_.commit(record, faults_);
}

void csv_decoder::fill(std::size_t column, std::string_view text) {
  auto& to = rows_.column(column);
  if (to.how() == read_as::nothing) return;
  const bool is_null = (options_.has_csv_null_literal && text == options_.csv_null_literal) ||
                       (text.empty() && to.how() != read_as::string && to.how() != read_as::bytes);
  if (is_null) return to.put_null(rows_.row());
  const auto result = put_from_text(to, rows_.row(), text, rules_, rows_.arena());
  if (result == outcome::taken) return;
  to.put_null(rows_.row());
  faults_.push_back({column, result == outcome::bad ? misfit_text(columns_[column].name, to.type(), text) : ""});
}

raw_decoder::raw_decoder(const decode_spec& spec, std::size_t column)
    : rows_(spec), column_(column), is_text_(rows_.column(column).how() == read_as::string),
      line_bytes_max_(spec.format.line_bytes_max) {}

void raw_decoder::decode_lines(const text_chunk& chunk, decoded& out) {
  rows_.begin(chunk.owner, chunk.text.size(), 1, out);
  for_each_line(chunk, [&](const record_place& record) {
    const auto text = record.text;
    if (text.size() > line_bytes_max_)
      return rows_.refuse(record, fmt::format("line is longer than {} bytes: {}", line_bytes_max_, text.size()));
    if (is_text_ && !simdjson::validate_utf8(text.data(), text.size())) return rows_.refuse(record, "invalid UTF-8");
    if (rows_.column(column_).how() != read_as::nothing) rows_.column(column_).put_text(rows_.row(), text);
    rows_.commit(record, {});
  });
  rows_.end();
}

} // namespace io
