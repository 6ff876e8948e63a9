#pragma once
// Records of a topic to batches: the value through its format's decoder, the key through another, and what the topic
// says of the record (offset, timestamp, headers …) as columns between them. Made by `make_decoder`; used by one thread
// at a time.

#include <memory>
#include <vector>

#include "io/format/decoder.hpp"

namespace io {

class record_decoder final : public row_decoder {
public:
  [[nodiscard]] static core::result<std::unique_ptr<row_decoder>> make(const decode_spec& spec);

  void decode_lines(const text_chunk& chunk, decoded& out) override;
  [[nodiscard]] const core::schema_ptr& layout() const override { return layout_; }

private:
  /// Where a column of the table comes from.
  struct origin {
    enum class part : std::uint8_t { value, key, metadata } from = part::value;
    std::size_t index = 0; ///< Among the columns of that part.
  };
  /// The keys of a chunk, decoded.
  struct decoded_keys {
    core::batch_ptr rows{};
    std::vector<std::int32_t> row_of{}; ///< By record: its row of `rows`, `null_key` or `bad_key`.
    std::vector<std::string> reasons{}; ///< By record; empty where the key is good.
  };
  static constexpr std::int32_t null_key = -1;
  static constexpr std::int32_t bad_key = -2;

  record_decoder() = default;
  [[nodiscard]] decoded_keys decode_keys(const std::shared_ptr<const record_index>& index);
  void take_bad(const text_chunk& chunk, const decoded& values, decoded& out) const;
  void take_batch(const text_chunk& chunk, const decoded_keys& keys, decoded& values, std::size_t batch, decoded& out);
  [[nodiscard]] core::batch_ptr assemble(const text_chunk& chunk, const decoded_keys& keys, const core::batch& values,
                                         const std::vector<std::uint32_t>& records) const;

  decode_spec spec_{};
  core::schema_ptr layout_{};
  std::vector<origin> origins_{};
  std::unique_ptr<row_decoder> value_{}; ///< Null where the value has no columns.
  std::unique_ptr<row_decoder> key_{};   ///< Null where the key has none.
};

/// A metadata column of records: `picked` are positions in the index. `metadata` is Flink's name of it.
[[nodiscard]] core::column_ptr metadata_column(const std::string& metadata, const core::data_type& type,
                                               const std::shared_ptr<const record_index>& records,
                                               const std::vector<std::uint32_t>& picked);

} // namespace io
