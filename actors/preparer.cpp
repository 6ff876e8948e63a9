#include "actors/preparer.hpp"

#include <algorithm>
#include <utility>

#include "core/plan/topic_options.hpp"

namespace actors {

namespace {

core::plan::aside_row aside_of(core::expr::row_fault& fault, const core::plan::table_rows& table) {
  core::plan::aside_row row;
  row.reason = std::move(fault.reason);
  if (fault.row < table.texts.size()) {
    row.text = std::string(table.texts[fault.row].substr(0, core::bad_text_bytes_max));
    row.line = table.lines[fault.row];
  }
  if (fault.row < table.event_times.size()) row.event_time = table.event_times[fault.row];
  return row;
}

/// What becomes of the table's rows at all outlets together: one that any of them takes is not filtered, one that fails
/// anywhere is bad once.
void count_untaken(prepared_table& prepared, const core::plan::table_rows& table, bool multiplied) {
  if (prepared.outlets.size() == 1 && !multiplied) { // Almost always.
    auto& only = prepared.outlets.front();
    prepared.filtered = only.filtered;
    for (auto& fault : only.faults) prepared.faulted.push_back(aside_of(fault, table));
    return;
  }
  enum class fate : std::uint8_t { filtered, taken, faulted };
  std::vector<fate> fates(prepared.rows, prepared.outlets.empty() ? fate::taken : fate::filtered);
  for (auto& to : prepared.outlets) {
    const auto& rows = to.routed.rows ? to.routed.rows->rows : to.rows;
    const auto& origin = to.routed.rows ? to.routed.origin : to.origin;
    for (std::uint32_t i = 0; i < rows->rows; ++i) fates[origin.empty() ? i : origin[i]] = fate::taken;
  }
  for (auto& to : prepared.outlets)
    for (auto& fault : to.faults) {
      if (fates[fault.row] == fate::faulted) continue;
      fates[fault.row] = fate::faulted;
      prepared.faulted.push_back(aside_of(fault, table));
    }
  prepared.filtered = static_cast<std::uint64_t>(std::ranges::count(fates, fate::filtered));
}

const core::plan::row_program& program_of(const outlet& to) {
  return to.keyed != nullptr ? to.keyed->input.program : to.plain->program;
}

} // namespace

void prepare_outlets(prepared_table& to, const core::plan::table_rows& table, const std::vector<outlet>& outlets,
                     std::int64_t now_ms) {
  bool multiplied = false;
  for (const auto& one : outlets) {
    to.outlets.push_back(prepare(one, table, now_ms));
    multiplied = multiplied || core::plan::multiplies(program_of(one));
  }
  count_untaken(to, table, multiplied);
}

core::result<preparer> preparer::make(preparer_args args) {
  io::decode_spec spec;
  spec.format = args.source->format;
  spec.columns = args.source->columns;
  spec.key_format = args.source->key_format;
  spec.of_records = core::plan::is_topic(args.source->connector);
  spec.keep_text =
      args.source->keep_text || args.source->strict || args.keep_lines; // A strict run names the row it stops at.
  spec.batch_rows = args.batch_rows;
  auto decoder = io::make_decoder(spec);
  if (!decoder) return std::unexpected(decoder.error());
  preparer made;
  made.args_ = std::move(args);
  made.decoder_ = std::move(*decoder);
  return made;
}

core::plan::aside_row aside_of(const core::bad_row& bad) {
  core::plan::aside_row row;
  row.text = bad.text;
  row.reason = bad.reason;
  row.line = bad.line;
  return row;
}

prepared_chunk preparer::prepare_lines(const io::text_chunk& chunk) {
  io::decoded decoded;
  decoder_->decode_lines(chunk, decoded);
  return finish(chunk, std::move(decoded));
}

core::result<prepared_chunk> preparer::prepare_body(const io::text_chunk& body) {
  io::decoded decoded;
  if (auto done = io::decode_json_body(*decoder_, body, decoded); !done) return std::unexpected(done.error());
  return finish(body, std::move(decoded));
}

prepared_chunk preparer::finish(const io::text_chunk& chunk, io::decoded decoded) const {
  prepared_chunk made;
  made.blank = decoded.blank;
  made.field_errors = decoded.field_errors;
  made.fault = std::move(decoded.fault);
  for (const auto& bad : decoded.bad) made.bad.push_back(aside_of(bad));
  const auto now_ms = args_.now_ms();
  for (std::size_t i = 0; i < decoded.batches.size(); ++i) {
    core::plan::row_texts texts;
    if (!decoded.texts.empty()) texts = {decoded.texts[i], decoded.lines[i], chunk.owner};
    auto table = core::plan::make_table_rows(*args_.source, decoded.batches[i], texts, now_ms);
    prepared_table prepared;
    prepared.rows = table.rows->rows;
    for (const auto time : table.event_times) made.latest_time = std::max(made.latest_time, time);
    prepared.bad = std::move(table.bad);
    if (!args_.source->reads_watermark) prepare_outlets(prepared, table, args_.outlets, now_ms);
    prepared.watermark_candidates = std::move(table.watermark_candidates);
    prepared.lines = args_.source->reads_watermark ? table.lines : std::move(table.lines);
    if (args_.source->reads_watermark) prepared.waiting = std::make_shared<core::plan::table_rows>(std::move(table));
    made.tables.push_back(std::move(prepared));
  }
  return made;
}

} // namespace actors
