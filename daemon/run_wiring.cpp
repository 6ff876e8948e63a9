#include "daemon/run_wiring.hpp"

#include <fmt/format.h>

#include "core/plan/topic_options.hpp"
#include "daemon/tell.hpp"

namespace weir {

void say(const run_settings& settings, const std::string& sentence) {
  if (!settings.quiet) tell("weir: {}\n", sentence);
}

int report_fault(const core::error& fault, const std::string& who) {
  tell("weir: {}{}{}\n", who, who.empty() ? "" : ": ", core::to_string(fault));
  return 1;
}

io::kafka::notice_function notice_of(const run_settings& settings) {
  return [quiet = settings.quiet](io::kafka::notice_level level, const std::string& sentence) {
    if (!quiet || level == io::kafka::notice_level::warning) tell("weir: {}\n", sentence);
  };
}

actors::engine_settings engine_settings_of(const core::plan::pipeline_plan& plan, const run_settings& settings,
                                           const std::shared_ptr<topic_connections>& topics,
                                           const std::shared_ptr<open_outputs>& outputs) {
  auto made = settings_of(plan, settings.engine);
  made.open_source = [topics](const core::plan::source_plan& source) {
    return core::plan::is_topic(source.connector) ? topics->open_source(source) : open_source(source);
  };
  made.open_sink = [topics, outputs](const core::plan::sink_plan& sink) {
    return core::plan::is_topic(sink.connector) ? topics->open_sink(sink) : open_sink(sink, *outputs);
  };
  made.epoch = std::chrono::milliseconds(settings.engine.epoch_ms);
  made.replay_spans = topics->spans();
  made.saves_state = topics->saves_state();
  made.saved_state = [topics] {
    return core::result<std::shared_ptr<const core::snapshot::checkpoint>>(topics->saved_state());
  };
  if (topics->commits()) made.commit = [topics](const actors::epoch_commit& what) { return topics->commit(what); };
  return made;
}

} // namespace weir
