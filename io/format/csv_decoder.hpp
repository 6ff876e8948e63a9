#pragma once
// CSV lines and raw lines to batches. CSV as Flink reads it: RFC 4180 quotes, one record a line. Made by
// `make_decoder`; used by one thread at a time. With a header line the whole source must pass through one decoder.

#include "io/format/row_batcher.hpp"
#include "io/format/text_value.hpp"

namespace io {

class csv_decoder final : public row_decoder {
public:
  explicit csv_decoder(const decode_spec& spec);

  void decode_lines(const text_chunk& chunk, decoded& out) override;
  [[nodiscard]] const core::schema_ptr& layout() const override { return rows_.layout(); }

private:
  void take_line(const record_place& record, decoded& out);
  [[nodiscard]] const char* split(std::string_view line);
  [[nodiscard]] const char* read_quoted(std::string_view line, std::size_t& at);
  void read_header(std::optional<core::error>& fault);
  void fill(std::size_t column, std::string_view text);
  void take_fields(const record_place& record);

  row_batcher rows_;
  core::plan::format_options options_;
  std::vector<core::plan::source_column> columns_;
  value_rules rules_;
  std::vector<std::string_view> fields_{};
  std::vector<int> column_of_field_{}; ///< -1: a field that no column takes.
  std::vector<field_fault> faults_{};
  bool awaits_header_ = false; ///< The next line that says something names the columns.
  bool is_unusable_ = false;   ///< Its header fits no column.
  std::uint64_t blank_ = 0;
};

/// Every line is one text, empty lines too.
class raw_decoder final : public row_decoder {
public:
  raw_decoder(const decode_spec& spec, std::size_t column);

  void decode_lines(const text_chunk& chunk, decoded& out) override;
  [[nodiscard]] const core::schema_ptr& layout() const override { return rows_.layout(); }

private:
  row_batcher rows_;
  std::size_t column_;
  bool is_text_;
  std::size_t line_bytes_max_;
};

} // namespace io
