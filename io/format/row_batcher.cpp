#include "io/format/row_batcher.hpp"

#include <algorithm>

namespace io {

row_batcher::row_batcher(const decode_spec& spec)
    : keep_text_(spec.keep_text), ignore_errors_(spec.format.ignore_parse_errors),
      batch_rows_(std::max<std::size_t>(1, spec.batch_rows)) {
  core::schema layout;
  for (const auto& column : spec.columns) {
    layout.fields.push_back({column.name, column.type});
    columns_.emplace_back(column.type, column.wanted);
  }
  layout_ = std::make_shared<const core::schema>(std::move(layout));
}

void row_batcher::begin(const core::owner_ptr& owner, std::size_t bytes, std::size_t row_bytes_min, decoded& out) {
  out_ = &out;
  owners_.assign(1, owner);
  room_ = std::min(batch_rows_, bytes / row_bytes_min + 1);
  open();
}

void row_batcher::open() {
  row_ = 0;
  arena_ = std::make_shared<core::text_arena>();
  for (auto& column : columns_) column.begin(room_);
}

void row_batcher::refuse(const record_place& place, std::string reason) {
  core::bad_row bad;
  bad.text = place.text.substr(0, core::bad_text_bytes_max);
  bad.reason = std::move(reason);
  bad.line = place.line;
  bad.offset = place.offset;
  out_->bad.push_back(std::move(bad));
}

bool row_batcher::accept(const record_place& place, const std::vector<field_fault>& faults) {
  if (!ignore_errors_) {
    for (const auto& fault : faults) {
      if (fault.reason.empty()) continue;
      refuse(place, fault.reason);
      return false;
    }
  }
  out_->field_errors += faults.size();
  return true;
}

void row_batcher::note_text(const record_place& place) {
  texts_.push_back(place.text);
  lines_.push_back(place.line);
}

void row_batcher::cut() {
  auto owners = owners_;
  if (arena_->bytes() > 0) owners.push_back(arena_);
  core::batch made;
  made.layout = layout_;
  made.rows = static_cast<std::uint32_t>(row_);
  made.columns.reserve(columns_.size());
  for (auto& column : columns_) made.columns.push_back(column.finish(row_, owners));
  out_->batches.push_back(std::make_shared<const core::batch>(std::move(made)));
  if (keep_text_) {
    out_->texts.push_back(std::move(texts_));
    out_->lines.push_back(std::move(lines_));
    texts_ = {};
    lines_ = {};
  }
  row_ = 0;
}

void row_batcher::end() {
  if (row_ > 0) cut();
  owners_.clear();
}

} // namespace io
