#include "core/plan/aside.hpp"

#include <memory>

#include "core/data/utf8.hpp"
#include "core/plan/topic_options.hpp"

namespace core::plan {

namespace {

/// A column whose texts live in an arena of its own.
struct text_builder {
  std::shared_ptr<text_arena> arena = std::make_shared<text_arena>();
  column made;

  explicit text_builder(std::size_t rows) : made(make_column(string_type(), rows)) { made.owners.push_back(arena); }
  void set(std::size_t row, std::string_view text) { made.texts[row] = arena->store(text); }
};

column_ptr done(column made) { return std::make_shared<const column>(std::move(made)); }

void set_time(column& made, std::size_t row, event_time_ms time) {
  made.ints[row] = time;
  if (time == no_watermark) made.set_null(row);
}

} // namespace

position_kind positions_of(const source_plan& source) {
  return is_topic(source.connector) ? position_kind::offset : position_kind::line;
}

batch_ptr make_aside_batch(std::span<const aside_row> rows, const aside_origin& from) {
  const auto count = rows.size();
  text_builder texts(count);
  text_builder reasons(count);
  text_builder sources(count);
  const auto layout = aside_layout();
  auto times = make_column(layout->fields[2].type, count);
  auto watermarks = make_column(layout->fields[3].type, count);
  auto partitions = make_column(layout->fields[5].type, count);
  auto offsets = make_column(layout->fields[6].type, count);
  auto lines = make_column(layout->fields[7].type, count);
  for (std::size_t i = 0; i < count; ++i) {
    texts.set(i, as_utf8(rows[i].text)); // Texts are UTF-8 in every column, and a bad row may be bad for not being so.
    reasons.set(i, as_utf8(rows[i].reason));
    sources.set(i, from.source);
    set_time(times, i, rows[i].event_time);
    set_time(watermarks, i, rows[i].watermark);
    partitions.ints[i] = from.partition;
    // Only logs have offsets; a file's rows have lines.
    const bool in_log = from.positions == position_kind::offset;
    (in_log ? offsets : lines).ints[i] = static_cast<std::int64_t>(rows[i].line);
    if (in_log || rows[i].line == 0) lines.set_null(i);
    if (!in_log) offsets.set_null(i);
  }
  auto made = std::make_shared<batch>();
  made->layout = layout;
  made->rows = static_cast<std::uint32_t>(count);
  made->columns = {done(std::move(texts.made)), done(std::move(reasons.made)), done(std::move(times)),
                   done(std::move(watermarks)), done(std::move(sources.made)), done(std::move(partitions)),
                   done(std::move(offsets)),    done(std::move(lines))};
  return made;
}

std::vector<aside_row> aside_of(std::span<const window::late_row> late, const window::keyed_batch& from) {
  std::vector<aside_row> rows;
  rows.reserve(late.size());
  for (const auto& one : late) {
    aside_row row;
    if (one.row < from.texts.size()) {
      row.text = std::string(from.texts[one.row].substr(0, bad_text_bytes_max));
      row.line = from.lines[one.row];
    }
    row.reason = "late: every window of this time has closed";
    row.event_time = one.event_time;
    row.watermark = one.watermark;
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace core::plan
