#include "io/format/record_decoder.hpp"

namespace io {

namespace {

using picked_records = const std::vector<std::uint32_t>&;

void fill_headers(core::column& made, const core::data_type& type, const record_index& records, picked_records picked) {
  const auto& fields = *type.fields;
  std::size_t entries = 0;
  for (const auto record : picked) entries += records.headers.empty() ? 0 : records.headers[record].size();
  auto names = core::make_column(fields[0].type, entries);
  auto values = core::make_column(fields[1].type, entries);
  std::size_t at = 0;
  for (std::size_t row = 0; row < picked.size(); ++row) {
    if (!records.headers.empty())
      for (const auto& [name, value] : records.headers[picked[row]]) {
        names.texts[at] = name; // The index is one of the column's owners.
        values.texts[at++] = value;
      }
    made.offsets[row + 1] = static_cast<std::uint32_t>(at);
  }
  made.children = {std::make_shared<const core::column>(std::move(names)),
                   std::make_shared<const core::column>(std::move(values))};
}

std::string_view name_of(stamp_kind kind) {
  switch (kind) {
  case stamp_kind::created: return "CreateTime";
  case stamp_kind::appended: return "LogAppendTime";
  case stamp_kind::none: break;
  }
  return "NoTimestampType";
}

} // namespace

core::column_ptr metadata_column(const std::string& metadata, const core::data_type& type,
                                 const std::shared_ptr<const record_index>& records, picked_records picked) {
  if (metadata == "leader-epoch") return core::null_column(type, picked.size()); // librdkafka does not tell it.
  auto made = core::make_column(type, picked.size());
  made.owners.push_back(records);
  if (metadata == "headers") {
    fill_headers(made, type, *records, picked);
    return std::make_shared<const core::column>(std::move(made));
  }
  for (std::size_t row = 0; row < picked.size(); ++row) {
    const auto& mark = records->marks[picked[row]];
    if (metadata == "topic")
      made.texts[row] = records->topic;
    else if (metadata == "partition")
      made.ints[row] = records->partition;
    else if (metadata == "offset")
      made.ints[row] = mark.offset;
    else if (metadata == "timestamp-type")
      made.texts[row] = name_of(mark.stamped);
    else if (mark.timestamp_ms >= 0) // timestamp
      made.ints[row] = mark.timestamp_ms;
    else
      made.set_null(row);
  }
  return std::make_shared<const core::column>(std::move(made));
}

} // namespace io
