#include "daemon/cases/case_run.hpp"

#include <mutex>

#include <fmt/format.h>

#include "actors/engine.hpp"
#include "daemon/cases/restarted_operator.hpp"
#include "daemon/cases/row_comparison.hpp"
#include "daemon/connectors.hpp"
#include "daemon/pipeline_loading.hpp"
#include "daemon/running.hpp"
#include "daemon/status_summary.hpp"

namespace weir {

namespace {

constexpr std::int64_t clock_ms = 1'767'225'600'000; // 2026-01-01 00:00 UTC, for ever.

/// Keeps what is written, line by line. The sink actor writes; the runner reads when the run has ended.
class captured_sink final : public io::byte_sink {
public:
  explicit captured_sink(std::shared_ptr<std::string> text) : text_(std::move(text)) {}
  core::result<void> write(std::string_view bytes) override {
    text_->append(bytes);
    return {};
  }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override { return {}; }

private:
  std::shared_ptr<std::string> text_;
};

using captured_texts = std::map<std::string, std::shared_ptr<std::string>>;

std::string sink_label(const core::plan::sink_plan& sink) {
  const auto path = sink.options.find("path");
  return path == sink.options.end() ? sink.name : std::filesystem::path(path->second).filename().string();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Paths lie beside the case; a case knows no wall clock.
void settle_in(core::plan::pipeline_plan& plan, const case_folder& one) {
  for (auto& source : plan.sources) {
    source.future_skew_ms = 0;
    if (const auto path = source.options.find("path"); path != source.options.end())
      path->second = (one.path / path->second).string();
  }
}

std::optional<std::string> compare_counters(const case_folder& one, const actors::engine_status& status) {
  const auto sums = summarize(status);
  const std::map<std::string, std::uint64_t> found{
      {"late", sums.late},   {"bad", sums.bad},           {"filtered", sums.filtered},
      {"blank", sums.blank}, {"rows_in", sums.rows_read}, {"field_errors", sums.field_errors},
  };
  std::string text;
  for (const auto& [name, wanted] : one.counters)
    if (const auto has = found.find(name); has != found.end() && has->second != wanted)
      text += fmt::format("    counter {}: {} expected, {} found\n", name, wanted, has->second);
  if (text.empty()) return std::nullopt;
  return "  counters differ\n" + text;
}

/// Empty when the sink has the rows: those that were written, or those that are left of the changes that were.
std::string compare_sink(const std::string& sink, const std::vector<std::string>& rows, const captured_texts& captured,
                         bool changes) {
  const auto found = captured.find(sink);
  if (found == captured.end()) return fmt::format("  there is no sink {}\n", sink);
  auto lines = lines_of(*found->second);
  if (changes) {
    auto left = apply_changes(lines);
    if (!left) return fmt::format("  {}:\n{}", sink, left.error());
    lines = std::move(*left);
  }
  const auto differs = difference(rows, lines);
  return differs ? fmt::format("  {}:\n{}", sink, *differs) : std::string();
}

std::optional<std::string> compare(const case_folder& one, const captured_texts& captured,
                                   const actors::engine_status& status) {
  const auto main = captured.find("output");
  for (const auto& other : one.also)
    if (main != captured.end() && !difference(other, lines_of(*main->second))) return std::nullopt;
  std::string text;
  for (const auto& [sink, rows] : one.expected) text += compare_sink(sink, rows, captured, false);
  for (const auto& [sink, rows] : one.left) text += compare_sink(sink, rows, captured, true);
  if (auto counters = compare_counters(one, status)) text += *counters;
  if (text.empty()) return std::nullopt;
  return text;
}

bool fails_when_run(const case_folder& one) { return one.error && one.error->starts_with("runtime:"); }

std::optional<std::string> judge_refusal(const case_folder& one, const std::string& complaints) {
  if (!one.error) return fmt::format("  refused:\n{}", complaints);
  if (fails_when_run(one)) return fmt::format("  refused before the run, expected {}\n{}", *one.error, complaints);
  // A pipeline file knows no phases; of SQL the kind of error must be the one that the case states.
  const auto kind = one.error->substr(0, one.error->find(':') + 1);
  if (one.pipeline.extension() == ".sql" && complaints.find(": " + kind + " ") == std::string::npos)
    return fmt::format("  refused, but not as {}\n{}", *one.error, complaints);
  return std::nullopt;
}

} // namespace

std::vector<case_way> case_ways() {
  std::vector<case_way> made;
  for (const auto shards : {1U, 2U, 7U})
    for (const auto rows : {1U, 3U, 4096U}) made.push_back({shards, rows});
  made.push_back({2, 3, true});
  return made;
}

std::string to_string(const case_way& way) {
  return fmt::format("with {} shards and batches of {} rows{}", way.shards, way.batch_rows,
                     way.restarted ? ", saved and taken up anew before each of them" : "");
}

std::optional<std::string> run_case(const case_folder& one, const case_way& way) {
  auto loaded = load_pipeline(one.pipeline.string());
  if (!loaded) return judge_refusal(one, loaded.error());
  if (one.error && !fails_when_run(one)) return fmt::format("  was not refused: {}", *one.error);
  settle_in(loaded->plan, one);
  if (fails_when_run(one))
    for (auto& source : loaded->plan.sources) source.strict = true;
  const auto plan = std::make_shared<const core::plan::pipeline_plan>(std::move(loaded->plan));
  auto settings = settings_of(*plan, loaded->options);
  settings.shards = way.shards;
  settings.batch_rows = way.batch_rows;
  settings.threads = 2;
  if (way.restarted) settings.make_operator = make_restarted;
  settings.now_ms = [] { return clock_ms; };
  captured_texts captured;
  settings.open_source = open_source;
  settings.open_sink = [&](const core::plan::sink_plan& sink) -> core::result<actors::sink_output> {
    auto& text = captured[sink_label(sink)];
    if (!text) text = std::make_shared<std::string>();
    actors::sink_output output;
    output.bytes = std::make_unique<captured_sink>(text);
    return output;
  };
  auto started = actors::engine::start(plan, std::move(settings));
  if (!started) return judge_refusal(one, core::to_string(started.error()) + "\n");
  const auto summary = (*started)->wait();
  if (fails_when_run(one)) {
    if (summary.fault) return std::nullopt;
    return fmt::format("  the run did not fail: {}", *one.error);
  }
  if (summary.fault) return fmt::format("  the run failed: {}\n", core::to_string(*summary.fault));
  return compare(one, captured, summary.status);
}

} // namespace weir
