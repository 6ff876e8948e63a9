#pragma once
// Rows of one decoder on their way into batches: the columns being filled, whose memory their texts live in, and what
// was bad. Cuts a batch at `batch_rows`. One thread.

#include "io/format/column_filler.hpp"
#include "io/format/decoder.hpp"
#include "io/format/json_value.hpp"

namespace io {

/// Where a record stands in its source.
struct record_place {
  std::string_view text{}; ///< As it came, without the line's end.
  std::uint64_t line = 0;
  std::uint64_t offset = 0;
};

class row_batcher {
public:
  explicit row_batcher(const decode_spec& spec);

  /// Before the first row of a chunk of `bytes` bytes that takes at least `row_bytes_min` a row.
  void begin(const core::owner_ptr& owner, std::size_t bytes, std::size_t row_bytes_min, decoded& out);
  /// Keeps one more buffer alive for the rows from now on.
  void keep_alive(const core::owner_ptr& owner) { owners_.push_back(owner); }

  /// The row being filled.
  [[nodiscard]] std::size_t row() const noexcept { return row_; }
  [[nodiscard]] column_filler& column(std::size_t index) noexcept { return columns_[index]; }
  [[nodiscard]] core::text_arena& arena() noexcept { return *arena_; }

  /// Takes the row, or sets it aside because of its faults.
  void commit(const record_place& place, const std::vector<field_fault>& faults) {
    if (!faults.empty() && !accept(place, faults)) return;
    if (keep_text_) note_text(place);
    ++out_->rows;
    if (++row_ < batch_rows_) return;
    cut();
    open();
  }
  void refuse(const record_place& place, std::string reason);
  /// Hands over what is left.
  void end();

  [[nodiscard]] const core::schema_ptr& layout() const noexcept { return layout_; }

private:
  bool accept(const record_place& place, const std::vector<field_fault>& faults);
  void note_text(const record_place& place);
  void open();
  void cut();

  core::schema_ptr layout_;
  std::vector<column_filler> columns_{};
  bool keep_text_;
  bool ignore_errors_;
  std::size_t batch_rows_;
  std::size_t room_ = 0;
  std::size_t row_ = 0;
  std::vector<core::owner_ptr> owners_{};
  std::shared_ptr<core::text_arena> arena_{};
  std::vector<std::string_view> texts_{};
  std::vector<std::uint64_t> lines_{};
  decoded* out_ = nullptr;
};

} // namespace io
