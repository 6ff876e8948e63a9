#include "io/sink/topic_sink.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/data/row_kind.hpp"

namespace io {

namespace {

/// Some columns of a batch as texts, one a row.
class part_encoder {
public:
  static core::result<part_encoder> make(const core::plan::format_options& format, const core::schema& layout,
                                         std::vector<std::size_t> columns, std::size_t prefix_bytes) {
    part_encoder made;
    auto part = std::make_shared<core::schema>();
    for (const auto column : columns)
      part->fields.push_back({layout.fields[column].name.substr(prefix_bytes), layout.fields[column].type});
    WEIR_TRY(encoder, make_encoder(format, part));
    made.encoder_ = std::move(encoder);
    made.layout_ = std::move(part);
    made.columns_ = std::move(columns);
    return made;
  }

  void encode(const core::batch& rows) {
    core::batch part;
    part.layout = layout_;
    part.rows = rows.rows;
    for (const auto column : columns_) part.columns.push_back(rows.columns[column]);
    text_.clear();
    ends_.clear();
    encoder_->encode(part, text_, ends_);
  }
  /// Without the line end, which a record has no use for.
  [[nodiscard]] std::string_view text(std::size_t row) const {
    const auto begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(text_).substr(begin, ends_[row] - begin - 1);
  }

private:
  std::unique_ptr<row_encoder> encoder_{};
  core::schema_ptr layout_{};
  std::vector<std::size_t> columns_{};
  std::string text_{};
  std::vector<std::size_t> ends_{};
};

class topic_sink final : public row_sink {
public:
  topic_sink(topic_sink_settings settings, std::shared_ptr<record_writer> producer, part_encoder value,
             std::optional<part_encoder> key, std::optional<std::size_t> timestamp)
      : settings_(std::move(settings)), producer_(std::move(producer)), value_(std::move(value)), key_(std::move(key)),
        timestamp_(timestamp) {}

  core::result<void> write(const core::batch_ptr& rows) override {
    value_.encode(*rows);
    if (key_) key_->encode(*rows);
    const auto kinds = core::row_kind_of(*rows->layout);
    for (std::uint32_t row = 0; row < rows->rows; ++row) {
      const auto kind = kinds ? static_cast<core::row_kind>(rows->columns[*kinds]->ints[row]) : core::row_kind::insert;
      if (kind == core::row_kind::update_before) continue; // The new value takes the old one's place by its key.
      outgoing_record record;
      if (key_) record.key = key_->text(row);
      if (kind != core::row_kind::remove) record.value = value_.text(row);
      if (timestamp_ && !rows->columns[*timestamp_]->is_null(row))
        record.timestamp_ms = rows->columns[*timestamp_]->ints[row];
      if (settings_.partitioner == core::plan::topic_partitioner::fixed) record.partition = 0;
      WEIR_CHECK(producer_->produce(settings_.topic, record));
    }
    return {};
  }

  core::result<void> flush() override { return settings_.flushes ? producer_->flush() : core::result<void>{}; }
  /// What a transaction holds is committed by whoever commits the run's offsets.
  core::result<void> close() override {
    return producer_->is_transactional() ? core::result<void>{} : producer_->flush();
  }

private:
  topic_sink_settings settings_;
  std::shared_ptr<record_writer> producer_;
  part_encoder value_;
  std::optional<part_encoder> key_;
  std::optional<std::size_t> timestamp_;
};

} // namespace

core::result<std::unique_ptr<row_sink>> make_topic_sink(topic_sink_settings settings,
                                                        std::shared_ptr<record_writer> producer) {
  std::vector<std::size_t> value_columns;
  std::optional<std::size_t> timestamp;
  for (std::size_t i = 0; i < settings.layout->fields.size(); ++i) {
    const auto metadata = settings.metadata.empty() ? std::string() : settings.metadata[i];
    const bool in_key =
        settings.key && !settings.key->value_has_key && std::ranges::count(settings.key->columns, i) > 0;
    if (metadata == "timestamp")
      timestamp = i;
    else if (!metadata.empty())
      return core::fail(core::errc::unsupported, fmt::format("metadata {} cannot be written", metadata));
    else if (!in_key)
      value_columns.push_back(i);
  }
  WEIR_TRY(value, part_encoder::make(settings.format, *settings.layout, std::move(value_columns), 0));
  std::optional<part_encoder> key;
  if (settings.key) {
    WEIR_TRY(made, part_encoder::make(settings.key->format, *settings.layout, settings.key->columns,
                                      settings.key->prefix.size()));
    key = std::move(made);
  }
  return std::make_unique<topic_sink>(std::move(settings), std::move(producer), std::move(value), std::move(key),
                                      timestamp);
}

} // namespace io
