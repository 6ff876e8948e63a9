#pragma once
// Bytes to columns. A decoder is made once per source and may be used by one thread at a time; make one per decoding
// thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/data/batch.hpp"
#include "core/error.hpp"
#include "core/plan/plan.hpp"
#include "io/format/record_index.hpp"

namespace io {

/// At least this many readable bytes follow a chunk's text in memory, so that SIMD readers may read past its end.
inline constexpr std::size_t chunk_padding_bytes = 64;

/// A piece of a source that ends at a line's end (the last one may lack its newline), or records of a topic.
struct text_chunk {
  core::owner_ptr owner{}; ///< Keeps `text` and its padding alive; columns point into it.
  std::string_view text{};
  std::uint64_t first_line = 1;                  ///< Number of the first line within the source, from 1.
  std::uint64_t offset = 0;                      ///< Byte offset within the source (behind decompression).
  std::shared_ptr<const record_index> records{}; ///< Null: lines.
};

/// What a chunk became: rows in order, cut at `batch_rows` rows, and the lines that are no rows.
struct decoded {
  std::vector<core::batch_ptr> batches{};
  /// For each batch, when the plan keeps text: the text of each row (views into the chunk), and line numbers (offsets
  /// where the chunk has records).
  std::vector<std::vector<std::string_view>> texts{};
  std::vector<std::vector<std::uint64_t>> lines{};
  std::vector<core::bad_row> bad{};
  std::optional<core::error> fault{}; ///< The source as a whole cannot be read so: a header that fits no column.
  std::uint64_t rows = 0;
  std::uint64_t blank = 0;        ///< Empty lines.
  std::uint64_t field_errors = 0; ///< Fields made NULL by ignore-parse-errors.
};

/// What the decoder needs of a source_plan.
struct decode_spec {
  core::plan::format_options format{};
  std::vector<core::plan::source_column> columns{};
  std::optional<core::plan::format_options> key_format{}; ///< Of columns with `in_key`.
  bool of_records = false;                                ///< Chunks have records: lines in `decoded` are offsets.
  bool keep_text = false;
  std::size_t batch_rows = core::batch_rows_max;
};

class row_decoder {
public:
  virtual ~row_decoder() = default;
  /// Lines (NDJSON, CSV): one record a line.
  virtual void decode_lines(const text_chunk& chunk, decoded& out) = 0;
  [[nodiscard]] virtual const core::schema_ptr& layout() const = 0;
};

/// Fails when a column's type cannot be read from the format.
[[nodiscard]] core::result<std::unique_ptr<row_decoder>> make_decoder(const decode_spec& spec);

/// How an HTTP body is laid out.
enum class body_form : std::uint8_t { ndjson, json };

/// A JSON body: one object, an array of objects, or {"events": [...]}. `first_line` of rejected items is their index
/// + 1. Fails (nothing taken) when the body as a whole is not one JSON value of these forms.
[[nodiscard]] core::result<void> decode_json_body(row_decoder& decoder, const text_chunk& body, decoded& out);

} // namespace io
