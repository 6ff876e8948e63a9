#include "io/opensearch/documents.hpp"

#include "core/attempt.hpp"
#include "core/data/row_kind.hpp"

namespace io::opensearch {

core::result<documents> documents::make(const sink_settings& settings, const core::plan::format_options& format,
                                        const core::schema_ptr& layout) {
  if (format.format != core::plan::record_format::json)
    return core::fail(core::errc::unsupported, "documents are JSON: 'format' = 'json'");
  documents made;
  WEIR_TRY(index, index_name::parse(settings.index, *layout));
  made.index_ = std::move(index);
  if (!settings.key.empty()) {
    WEIR_TRY(id, document_id::make({settings.id_prefix, settings.id_delimiter, settings.key}, *layout));
    made.id_ = std::move(id);
  }
  WEIR_TRY(encoder, make_encoder(format, layout));
  made.encoder_ = std::move(encoder);
  made.layout_ = layout;
  return made;
}

core::result<void> documents::make_items(const core::batch& rows, const std::function<void(bulk_item)>& take) {
  const auto kinds = core::row_kind_of(*rows.layout);
  core::batch plain{layout_, rows.rows, rows.columns};
  plain.columns.resize(layout_->fields.size());
  text_.clear();
  ends_.clear();
  encoder_->encode(plain, text_, ends_);
  for (std::uint32_t row = 0; row < rows.rows; ++row) {
    const auto kind = kinds ? static_cast<core::row_kind>(rows.columns[*kinds]->ints[row]) : core::row_kind::insert;
    if (kind == core::row_kind::update_before) continue; // The new value takes the old one's place.
    if (kind != core::row_kind::insert && !id_)
      return core::fail(core::errc::unsupported, "a row takes another back, and nothing says which document that is",
                        {}, "give the table a PRIMARY KEY");
    bulk_item item;
    index_.append(item.index, plain, row);
    if (id_) item.id = id_->of(plain, row);
    item.removes = kind == core::row_kind::remove;
    const auto begin = row == 0 ? 0 : ends_[row - 1];
    if (!item.removes) item.source.assign(text_, begin, ends_[row] - begin - 1);
    take(std::move(item));
  }
  return {};
}

} // namespace io::opensearch
