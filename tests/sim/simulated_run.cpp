#include "tests/sim/simulated_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "daemon/cases/restarted_operator.hpp"
#include "daemon/status_summary.hpp"
#include "tests/support/catch.hpp"

namespace sim {

namespace {

std::string columns_of(key_shape keys) {
  switch (keys) {
  case key_shape::text: return "k: STRING";
  case key_shape::whole: return "k: BIGINT";
  case key_shape::flag: return "k: BOOLEAN";
  case key_shape::exact: return "k: 'DECIMAL(18, 2)'";
  case key_shape::two_texts: return "k: STRING, k2: STRING";
  case key_shape::text_and_whole: return "k: STRING, k2: BIGINT";
  }
  return {};
}

std::string window_of(const window_rule& rule) {
  const auto offset = rule.offset_ms == 0 ? "" : fmt::format(", offset: {}ms", rule.offset_ms);
  switch (rule.form) {
  case window_form::tumble: return fmt::format("{{tumble: {}ms{}}}", rule.size_ms, offset);
  case window_form::hop:
    return fmt::format("{{hop: {{size: {}ms, slide: {}ms}}{}}}", rule.size_ms, rule.slide_ms, offset);
  case window_form::cumulate:
    return fmt::format("{{cumulate: {{size: {}ms, step: {}ms}}{}}}", rule.size_ms, rule.slide_ms, offset);
  case window_form::session: return fmt::format("{{session: {}ms}}", rule.size_ms);
  }
  return {};
}

std::string decimal_text(core::int128 unscaled, int scale) {
  const bool minus = unscaled < 0;
  auto digits = std::to_string(static_cast<std::int64_t>(minus ? -unscaled : unscaled));
  while (digits.size() <= static_cast<std::size_t>(scale)) digits.insert(0, 1, '0');
  digits.insert(digits.size() - static_cast<std::size_t>(scale), 1, '.');
  return minus ? "-" + digits : digits;
}

/// A value as the JSON that the input had.
std::string json_of(const core::column& values, std::size_t row) {
  if (values.is_null(row)) return "null";
  switch (values.type.kind) {
  case core::type_kind::string: return nlohmann::json(std::string(values.texts[row])).dump();
  case core::type_kind::boolean: return values.ints[row] != 0 ? "true" : "false";
  case core::type_kind::decimal: return decimal_text(values.decimals[row], values.type.scale);
  default: return std::to_string(values.ints[row]);
  }
}

const core::column& column_of(const core::batch& from, std::string_view name) {
  return *from.columns[from.layout->index_of(name).value()];
}

std::optional<std::int64_t> whole(const core::batch& from, std::string_view name, std::size_t row) {
  const auto& values = column_of(from, name);
  return values.is_null(row) ? std::nullopt : std::optional(values.ints[row]);
}

void add_windows(const core::batch& from, std::multiset<result_row>& into) {
  for (std::size_t row = 0; row < from.rows; ++row) {
    result_row made;
    made.key.push_back(json_of(column_of(from, "k"), row));
    if (from.layout->index_of("k2")) made.key.push_back(json_of(column_of(from, "k2"), row));
    made.start = whole(from, "window_start", row).value();
    made.end = whole(from, "window_end", row).value();
    made.rows = whole(from, "n", row).value();
    made.values = whole(from, "c", row).value();
    made.sum = whole(from, "s", row);
    made.least = whole(from, "lo", row);
    made.greatest = whole(from, "hi", row);
    into.insert(std::move(made));
  }
}

void add_lines(const core::batch& from, std::multiset<std::string>& into) {
  for (const auto text : column_of(from, "text").texts) into.emplace(text);
}

} // namespace

void feed_at_random(support::simulation& simulation, const std::vector<std::vector<event>>& partitions,
                    random_source& random, bool then_end) {
  std::vector<std::vector<std::string>> pieces;
  std::vector<std::size_t> next(partitions.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    pieces.push_back(make_pieces(partitions[i], random));
    open.push_back(i);
  }
  const int feed_percent = static_cast<int>(pick(random, 1, 50));
  while (!open.empty()) {
    if (!chance(random, feed_percent) && simulation.actors().step(random)) continue;
    const auto which = static_cast<std::ptrdiff_t>(random() % open.size());
    const auto partition = open[static_cast<std::size_t>(which)];
    if (next[partition] < pieces[partition].size()) {
      simulation.feed(partition, pieces[partition][next[partition]++]);
      continue;
    }
    if (then_end) simulation.end(partition);
    open.erase(open.begin() + which);
  }
  if (then_end) simulation.actors().run(random);
}

std::vector<way> all_ways() {
  std::vector<way> made;
  for (const std::uint32_t shards : {1U, 2U, 7U})
    for (const std::size_t rows : {1UL, 3UL, 4096UL})
      made.push_back({shards, rows, shards == 2 ? 3U : 1U, shards == 1 ? 2U : 16U});
  made.push_back({2, 3, 1, 16, true});
  return made;
}

std::string to_string(const way& one) {
  return fmt::format("{} shards, batches of {} rows, {} decoders, {} batches in flight{}", one.shards, one.batch_rows,
                     one.decoders, one.batches_in_flight_max, one.restarted ? ", restarted" : "");
}

std::string pipeline_of(const window_rule& rule, key_shape keys, int sources) {
  std::string text = "sources:\n";
  for (int i = 0; i < sources; ++i)
    text += fmt::format("  - {{name: s{}, type: memory, columns: {{{}, ts: BIGINT, v: BIGINT}}, time: {{expression: "
                        "'TO_TIMESTAMP_LTZ(ts, 3)', name: rt}}, lateness: {}ms, future_skew: off}}\n",
                        i, columns_of(keys), rule.lateness_ms);
  if (rule.filtered) text += "filter: v <> 3\n";
  text += fmt::format("window: {}\n", window_of(rule));
  text += keys == key_shape::two_texts || keys == key_shape::text_and_whole ? "key: [k, k2]\n" : "key: k\n";
  return text + "aggregates: {n: COUNT(*), c: COUNT(v), s: SUM(v), lo: MIN(v), hi: MAX(v)}\n"
                "sink: {type: memory}\nlate: {type: memory}\nbad: {type: memory}\n";
}

outcome outcome_of(support::simulation& simulation) {
  outcome made;
  const auto sums = weir::summarize(simulation.status());
  made.rows_read = sums.rows_read;
  made.rows_in_windows = sums.rows_in_windows;
  made.late = sums.late;
  made.bad = sums.bad;
  made.blank = sums.blank;
  made.filtered = sums.filtered;
  for (const auto& batch : simulation.batches("rows")) add_windows(*batch, made.windows);
  for (const auto& batch : simulation.batches("late")) add_lines(*batch, made.late_lines);
  for (const auto& batch : simulation.batches("bad")) add_lines(*batch, made.bad_lines);
  return made;
}

outcome run(const window_rule& rule, key_shape keys, const std::vector<std::vector<event>>& partitions, const way& how,
            random_source& random) {
  support::simulation_options options;
  options.shards = how.shards;
  options.batch_rows = how.batch_rows;
  options.decoders = how.decoders;
  options.batches_in_flight_max = how.batches_in_flight_max;
  if (how.restarted) options.make_operator = weir::make_restarted;
  if (how.one_source) options.partitions = static_cast<std::uint32_t>(partitions.size());
  const int sources = how.one_source ? 1 : static_cast<int>(partitions.size());
  support::simulation simulation(pipeline_of(rule, keys, sources), options);
  feed_at_random(simulation, partitions, random, true);
  REQUIRE(simulation.ended());
  REQUIRE_FALSE(simulation.ended()->fault);
  const auto sums = weir::summarize(simulation.ended()->status);
  CHECK(sums.open_windows == 0);
  CHECK(sums.dropped_windows == 0);
  return outcome_of(simulation);
}

} // namespace sim
