#pragma once
// JSON objects, one a line or in one body, to batches. Made by `make_decoder`; used by one thread at a time.

#include "io/format/json_row.hpp"

namespace io {

/// The shortest record: {} and its newline or comma.
inline constexpr std::size_t json_bytes_min = 3;

class json_decoder final : public row_decoder {
public:
  explicit json_decoder(const decode_spec& spec);

  void decode_lines(const text_chunk& chunk, decoded& out) override;
  [[nodiscard]] const core::schema_ptr& layout() const override { return rows_.layout(); }

  /// See `decode_json_body`.
  [[nodiscard]] core::result<void> decode_body(const text_chunk& body, decoded& out);

private:
  struct place {
    std::uint64_t line = 0;
    std::uint64_t offset = 0; ///< Of the byte at `origin`.
    const char* origin = nullptr;
    const char* shown = nullptr; ///< The same byte in the chunk itself, when what is read is a copy.
  };
  void decode_range(const char* begin, const char* end, place& where, decoded& out);
  void take_object(const record_place& record);
  [[nodiscard]] core::result<std::vector<std::string_view>> find_elements(std::string_view body);
  [[nodiscard]] std::string syntax_reason(const char* begin);

  row_batcher rows_;
  json_row_reader reader_;
  std::size_t line_bytes_max_;
  std::size_t depth_max_;
};

} // namespace io
