#include "daemon/shell/query_run.hpp"

#include <fmt/format.h>

#include "daemon/connectors.hpp"
#include "daemon/running.hpp"
#include "daemon/shell/interrupt_watch.hpp"
#include "daemon/shell/row_cells.hpp"
#include "daemon/shell/row_table.hpp"

namespace weir {

namespace {

constexpr std::string_view shown_sink = "select"; // As class script names the sink of a query by itself.

/// What the sinks share with whoever waits for the query.
struct shown_rows {
  std::atomic<bool> stopped = false; ///< Rows still under way are not shown any more.
  std::atomic<std::uint64_t> rows = 0;
};

/// The rows of a SELECT, as JSON lines from the encoder, on their way to the terminal.
class table_output final : public io::byte_sink {
public:
  table_output(const core::schema_ptr& layout, std::function<void(std::string_view)> print,
               std::shared_ptr<shown_rows> shared)
      : table_(layout, std::move(print)), shared_(std::move(shared)) {}

  core::result<void> write(std::string_view bytes) override {
    if (shared_->stopped) return {};
    std::vector<row_table::cells> rows;
    for (std::size_t at = 0; at < bytes.size();) {
      const auto end = std::min(bytes.find('\n', at), bytes.size());
      rows.push_back(row_cells(bytes.substr(at, end - at)));
      at = end + 1;
    }
    if (!rows.empty()) table_.add(rows);
    shared_->rows = table_.rows();
    return {};
  }
  core::result<void> flush() override { return {}; }
  core::result<void> close() override {
    if (!shared_->stopped) table_.finish();
    return {};
  }

private:
  row_table table_;
  std::shared_ptr<shown_rows> shared_;
};

const core::plan::source_plan* find_http(const core::plan::pipeline_plan& plan) {
  for (const auto& source : plan.sources)
    if (source.connector == "http") return &source;
  return nullptr;
}

} // namespace

query_outcome run_query(std::shared_ptr<const core::plan::pipeline_plan> plan, const query_run_options& options) {
  query_outcome made;
  if (const auto* source = find_http(*plan)) {
    made.fault = core::error{core::errc::unsupported,
                             fmt::format("table {} is fed over HTTP, and the shell does not listen", source->name),
                             {},
                             "weir run FILE.sql does"};
    return made;
  }
  interrupt_watch interrupts;
  auto outputs = std::make_shared<open_outputs>();
  auto shared = std::make_shared<shown_rows>();
  auto settings = settings_of(*plan, options.engine);
  settings.open_source = open_source;
  settings.open_sink = [&](const core::plan::sink_plan& sink) -> core::result<actors::sink_output> {
    if (!options.as_table || sink.name != shown_sink) return open_sink(sink, *outputs);
    actors::sink_output output;
    output.bytes = std::make_unique<table_output>(sink.layout, options.print, shared);
    return output;
  };
  auto started = actors::engine::start(std::move(plan), std::move(settings));
  if (!started) {
    made.fault = started.error();
    return made;
  }
  std::atomic<bool> interrupted = false;
  interrupts.on_interrupt([&] {
    interrupted = true;
    shared->stopped = true;
    (*started)->drain(false);
  });
  auto summary = (*started)->wait();
  made.fault = std::move(summary.fault);
  made.interrupted = interrupted;
  made.rows = shared->rows;
  return made;
}

} // namespace weir
