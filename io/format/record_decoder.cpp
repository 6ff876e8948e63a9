#include "io/format/record_decoder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/data/kept_rows.hpp"

namespace io {

namespace {

using core::plan::source_column;

/// The columns of one part of the record, as its own decoder reads them.
core::result<std::unique_ptr<row_decoder>> make_part(const decode_spec& spec, const core::plan::format_options& format,
                                                     bool keep_text, auto belongs) {
  decode_spec part;
  part.format = format;
  part.format.csv_header = false; // A record is no line of a file.
  part.keep_text = keep_text;
  part.batch_rows = core::batch_rows_max;
  for (const auto& one : spec.columns)
    if (belongs(one)) part.columns.push_back(one);
  return make_decoder(part);
}

bool is_metadata(const source_column& column) { return !column.metadata.empty(); }
bool is_value(const source_column& column) { return !column.in_key && !is_metadata(column); }

core::batch_ptr without_texts_of_nulls(const core::batch_ptr& values, const record_index& records,
                                       const std::vector<std::uint32_t>& rows) {
  const auto gone = [&](std::uint32_t record) { return records.marks[record].value_is_null; };
  if (std::ranges::none_of(rows, gone)) return values;
  auto made = std::make_shared<core::batch>(*values);
  for (auto& one : made->columns) {
    auto copy = std::make_shared<core::column>(*one);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (gone(rows[row])) copy->set_null(row);
    one = std::move(copy);
  }
  return made;
}

} // namespace

core::result<std::unique_ptr<row_decoder>> record_decoder::make(const decode_spec& spec) {
  std::unique_ptr<record_decoder> made(new record_decoder);
  made->spec_ = spec;
  const bool plain = std::ranges::all_of(spec.columns, is_value);
  const bool may_be_null = spec.format.format == core::plan::record_format::raw; // Others have no row of a tombstone.
  auto value = make_part(spec, spec.format, spec.keep_text || !plain || may_be_null, is_value);
  if (!value) return std::unexpected(value.error());
  made->value_ = std::move(*value);
  const auto in_key = [](const source_column& one) { return one.in_key; };
  if (std::ranges::any_of(spec.columns, in_key)) {
    auto key = make_part(spec, spec.key_format.value_or(core::plan::format_options{}), true, in_key);
    if (!key) return std::unexpected(key.error());
    made->key_ = std::move(*key);
  }
  auto layout = std::make_shared<core::schema>();
  origin next_value{origin::part::value, 0};
  origin next_key{origin::part::key, 0};
  for (std::size_t i = 0; i < spec.columns.size(); ++i) {
    const auto& one = spec.columns[i];
    layout->fields.push_back({one.name, one.type});
    if (is_metadata(one))
      made->origins_.push_back({origin::part::metadata, i});
    else if (one.in_key)
      made->origins_.push_back({origin::part::key, next_key.index++});
    else
      made->origins_.push_back({origin::part::value, next_value.index++});
  }
  made->layout_ = plain ? made->value_->layout() : layout;
  return made;
}

void record_decoder::decode_lines(const text_chunk& chunk, decoded& out) {
  WEIR_ENSURE(chunk.records != nullptr, "a topic's reader says what its records are");
  decoded values;
  value_->decode_lines(chunk, values);
  const auto keys = key_ ? decode_keys(chunk.records) : decoded_keys{};
  take_bad(chunk, values, out);
  for (std::size_t i = 0; i < values.batches.size(); ++i) take_batch(chunk, keys, values, i, out);
  out.blank += values.blank;
  out.field_errors += values.field_errors;
}

record_decoder::decoded_keys record_decoder::decode_keys(const std::shared_ptr<const record_index>& index) {
  const auto& records = *index;
  auto ends = std::make_shared<record_index>();
  ends->marks = records.marks;
  for (auto& mark : ends->marks) mark.value_end = mark.key_end;
  text_chunk chunk;
  chunk.text = std::string_view(records.keys).substr(0, records.key_bytes);
  chunk.offset = 1; // A byte-order mark is a file's.
  chunk.records = ends;
  chunk.owner = index; // Texts of the columns point into its `keys`.
  decoded read;
  key_->decode_lines(chunk, read);
  decoded_keys keys;
  keys.row_of.assign(records.marks.size(), null_key);
  keys.reasons.resize(records.marks.size());
  std::vector<core::kept_row> rows;
  for (std::size_t i = 0; i < read.batches.size(); ++i)
    for (std::uint32_t row = 0; row < read.batches[i]->rows; ++row) {
      const auto record = read.lines[i][row] - chunk.first_line;
      if (!records.marks[record].key_is_null) keys.row_of[record] = static_cast<std::int32_t>(rows.size());
      if (!records.marks[record].key_is_null) rows.push_back({read.batches[i], row});
    }
  for (auto& bad : read.bad) {
    const auto record = bad.line - chunk.first_line;
    if (records.marks[record].key_is_null) continue;
    keys.row_of[record] = bad_key;
    keys.reasons[record] = "key: " + bad.reason;
  }
  auto all = std::make_shared<core::batch>();
  all->layout = key_->layout();
  all->rows = static_cast<std::uint32_t>(rows.size());
  all->columns = core::collect_columns(rows, *key_->layout());
  keys.rows = std::move(all);
  return keys;
}

void record_decoder::take_bad(const text_chunk& chunk, const decoded& values, decoded& out) const {
  const auto& marks = chunk.records->marks;
  for (auto bad : values.bad) {
    bad.offset = static_cast<std::uint64_t>(marks[bad.line - chunk.first_line].offset);
    bad.line = bad.offset;
    out.bad.push_back(std::move(bad));
  }
  if (values.blank == 0) return;
  std::uint32_t begin = 0;
  for (const auto& mark : marks) {
    const bool is_empty = mark.value_end == begin && !mark.value_is_null;
    begin = mark.value_end + 1;
    if (!is_empty) continue;
    const auto offset = static_cast<std::uint64_t>(mark.offset);
    out.bad.push_back({"", "empty record", offset, offset});
    --out.blank; // The decoder has counted it among the blank ones: what is left are tombstones.
  }
}

void record_decoder::take_batch(const text_chunk& chunk, const decoded_keys& keys, decoded& values, std::size_t batch,
                                decoded& out) {
  auto rows = values.batches[batch];
  if (origins_.empty() || values.lines.empty()) { // Nobody asks where the rows stand.
    out.batches.push_back(rows);
    out.rows += rows->rows;
    return;
  }
  const auto& marks = chunk.records->marks;
  std::vector<std::uint32_t> records;
  std::vector<std::uint32_t> kept;
  std::vector<std::string_view> texts;
  for (std::uint32_t row = 0; row < rows->rows; ++row) {
    const auto record = static_cast<std::uint32_t>(values.lines[batch][row] - chunk.first_line);
    if (key_ && keys.row_of[record] == bad_key) {
      const auto offset = static_cast<std::uint64_t>(marks[record].offset);
      out.bad.push_back({std::string(values.texts[batch][row].substr(0, core::bad_text_bytes_max)),
                         keys.reasons[record], offset, offset});
      continue;
    }
    kept.push_back(row);
    records.push_back(record);
    texts.push_back(values.texts[batch][row]);
  }
  if (kept.empty()) return;
  if (kept.size() < rows->rows) rows = core::gather(*rows, kept);
  if (spec_.format.format == core::plan::record_format::raw)
    rows = without_texts_of_nulls(rows, *chunk.records, records);
  out.batches.push_back(assemble(chunk, keys, *rows, records));
  out.rows += rows->rows;
  if (!spec_.keep_text) return;
  std::vector<std::uint64_t> offsets;
  for (const auto record : records) offsets.push_back(static_cast<std::uint64_t>(marks[record].offset));
  out.texts.push_back(std::move(texts));
  out.lines.push_back(std::move(offsets));
}

core::batch_ptr record_decoder::assemble(const text_chunk& chunk, const decoded_keys& keys, const core::batch& values,
                                         const std::vector<std::uint32_t>& records) const {
  auto made = std::make_shared<core::batch>();
  made->layout = layout_;
  made->rows = static_cast<std::uint32_t>(records.size());
  std::vector<core::kept_row> key_rows;
  if (key_)
    for (const auto record : records) {
      const auto row = keys.row_of[record];
      key_rows.push_back(row == null_key ? core::kept_row{}
                                         : core::kept_row{keys.rows, static_cast<std::uint32_t>(row)});
    }
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    const auto& from = origins_[i];
    const auto& column = spec_.columns[i];
    switch (from.from) {
    case origin::part::value: made->columns.push_back(values.columns[from.index]); break;
    case origin::part::key: made->columns.push_back(core::collect_column(key_rows, from.index, column.type)); break;
    case origin::part::metadata:
      made->columns.push_back(metadata_column(column.metadata, column.type, chunk.records, records));
      break;
    }
  }
  return made;
}

} // namespace io
