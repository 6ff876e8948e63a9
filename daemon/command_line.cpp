#include "daemon/command_line.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "core/plan/topic_options.hpp"
#include "daemon/cases/test_command.hpp"
#include "daemon/explain/explain_command.hpp"
#include "daemon/flink/flink_command.hpp"
#include "daemon/http_listener.hpp"
#include "daemon/ingest/ingest_command.hpp"
#include "daemon/normalize/normalize_command.hpp"
#include "daemon/pipeline_loading.hpp"
#include "daemon/running.hpp"
#include "daemon/serve_command.hpp"
#include "daemon/shell/shell_command.hpp"
#include "daemon/stages/stages_command.hpp"
#include "daemon/tell.hpp"
#include "daemon/text_file.hpp"
#include "daemon/topics/topics_command.hpp"

namespace weir {

namespace {

constexpr int wrong_use = 2;

struct run_arguments {
  std::string file{};
  bool strict = false;
  bool quiet = false;
  bool fresh = false;
  std::string state{};
  bool shares_partitions = false;
  std::string stage{};      ///< Of a file of stages; empty = all.
  std::string transport{};  ///< Likewise; empty = as the file says.
  std::string brokers{};    ///< Empty = as the file says.
  std::uint32_t shards = 0; ///< 0 = as the file says.
  std::uint32_t threads = 0;
  std::uint32_t batch_rows = 0;
};

/// The listener of the pipeline's HTTP tables; none when there is no such table.
core::result<std::optional<io::http_server_options>> http_of(const core::plan::pipeline_plan& plan) {
  WEIR_TRY(wish, listener_wish_of(plan));
  if (!wish) return std::nullopt;
  WEIR_TRY(options, listener_of(*wish));
  return options;
}

/// The brokers of every topic, whatever the file says: one file for a laptop and for a container.
void set_brokers(core::plan::pipeline_plan& plan, const std::string& brokers) {
  const std::string option = "properties.bootstrap.servers";
  for (auto& source : plan.sources)
    if (core::plan::is_topic(source.connector)) source.options[option] = brokers;
  for (auto& sink : plan.sinks)
    if (core::plan::is_topic(sink.connector)) sink.options[option] = brokers;
}

/// A file of stages, not of one query.
bool names_stages(const std::string& path) {
  if (path.ends_with(".sql")) return false;
  const auto text = read_text_file(path);
  return text && config::is_stages_file(*text);
}

int run_stages_file(const run_arguments& wanted) {
  if (wanted.strict || wanted.fresh || wanted.shares_partitions || wanted.shards > 0 || wanted.threads > 0 ||
      wanted.batch_rows > 0) {
    tell("weir: a file of stages takes none of --strict, --fresh, --share-partitions, --shards, --threads and "
         "--batch-rows: the SQL files say such things\n");
    return wrong_use;
  }
  stages_arguments stages{wanted.file, wanted.transport, wanted.brokers, wanted.stage, wanted.state, {}};
  stages.settings.engine = config::default_engine_options();
  stages.settings.quiet = wanted.quiet;
  return run_stages(stages);
}

int run_file(const run_arguments& wanted) {
  if (names_stages(wanted.file)) return run_stages_file(wanted);
  if (!wanted.stage.empty() || !wanted.transport.empty()) {
    tell("weir: --stage and --transport are for a file of stages, and {} is none\n", wanted.file);
    return wrong_use;
  }
  std::vector<std::string> answers;
  auto loaded = load_pipeline(wanted.file, answers);
  if (!loaded) {
    tell("{}", loaded.error());
    return wrong_use;
  }
  for (const auto& answer : answers) fmt::print("{}{}", answer, answer.ends_with('\n') ? "" : "\n");
  if (loaded->plan.sinks.empty()) return 0;
  std::fflush(stdout); // The rows of the run go past it, straight to the descriptor.
  run_settings settings;
  settings.engine = loaded->options;
  settings.quiet = wanted.quiet;
  settings.engine.fresh = wanted.fresh;
  if (!wanted.state.empty()) settings.engine.state_folder = wanted.state;
  settings.engine.shares_partitions = settings.engine.shares_partitions || wanted.shares_partitions;
  auto http = http_of(loaded->plan);
  if (!http) {
    tell("{}: {}\n", wanted.file, core::to_string(http.error()));
    return wrong_use;
  }
  settings.http = std::move(*http);
  if (wanted.shards > 0) settings.engine.shards = wanted.shards;
  if (wanted.threads > 0) settings.engine.threads = wanted.threads;
  if (wanted.batch_rows > 0) settings.engine.batch_rows = wanted.batch_rows;
  if (!wanted.brokers.empty()) set_brokers(loaded->plan, wanted.brokers);
  if (wanted.strict)
    for (auto& source : loaded->plan.sources) source.strict = true;
  return run_to_end(std::make_shared<const core::plan::pipeline_plan>(std::move(loaded->plan)), settings);
}

int check_files(const std::vector<std::string>& files) {
  bool good = true;
  for (const auto& file : files) {
    if (names_stages(file)) {
      good = check_stages(file) && good;
      continue;
    }
    std::vector<std::string> answers;
    const auto loaded = load_pipeline(file, answers);
    if (loaded) {
      tell("{}: good: {} sources, {} stages, {} sinks\n", file, loaded->plan.sources.size(), loaded->plan.stages.size(),
           loaded->plan.sinks.size());
      continue;
    }
    good = false;
    tell("{}", loaded.error());
  }
  return good ? 0 : wrong_use;
}

void add_run(CLI::App& app, run_arguments& wanted, std::function<int()>& chosen) {
  auto* run = app.add_subcommand("run", "Run a SQL file or pipeline file until its inputs end or it is told to stop");
  run->add_option("FILE", wanted.file, "A SQL file, a pipeline file or a file of stages (YAML or JSON)")->required();
  run->add_flag("--strict", wanted.strict, "Stop at the first bad row, naming it");
  run->add_flag("--quiet", wanted.quiet, "Say nothing on stderr but errors");
  run->add_flag("--fresh", wanted.fresh, "Begin anew: pay no heed to where an earlier run of this group has stopped");
  run->add_option("--state", wanted.state, "Save the state in this folder, and go on from it after a restart");
  run->add_flag("--share-partitions", wanted.shares_partitions,
                "Share the topic's partitions with the other runs of this file and group");
  run->add_option("--bootstrap-servers", wanted.brokers, "Kafka's brokers, instead of the file's")
      ->envname("KAFKA_BOOTSTRAP_SERVERS");
  run->add_option("--stage", wanted.stage, "Of a file of stages, only this one")
      ->check(CLI::IsMember({"ingest", "normalize", "analyze", "index"}));
  run->add_option("--transport", wanted.transport, "What joins the stages, instead of the file's")
      ->check(CLI::IsMember({"embedded", "kafka"}));
  run->add_option("--shards", wanted.shards, "Instead of the file's")->check(CLI::Range(1, 1024));
  run->add_option("--threads", wanted.threads, "Instead of the file's")->check(CLI::Range(1, 1024));
  run->add_option("--batch-rows", wanted.batch_rows, "Instead of the file's")->check(CLI::Range(1, 4096));
  run->callback([&] { chosen = [&] { return run_file(wanted); }; });
}

} // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app("weir: windows over streams of keyed events, by the time of the events", "weir");
  app.set_version_flag("--version", "weir 0.1.0");
  app.require_subcommand(1);
  std::function<int()> chosen;
  run_arguments run;
  std::vector<std::string> checked;
  std::vector<std::string> tested;
  add_serve(app, chosen);
  add_run(app, run, chosen);
  add_explain(app, chosen);
  add_flink(app, chosen);
  add_ingest(app, chosen);
  add_normalize(app, chosen);
  add_sql(app, chosen);
  add_topics(app, chosen);
  auto* check = app.add_subcommand("check", "Say everything that is wrong with SQL files and pipeline files");
  check->add_option("FILE", checked, "SQL files and pipeline files")->required();
  check->callback([&] { chosen = [&] { return check_files(checked); }; });
  auto* test = app.add_subcommand("test", "Replay golden cases with several shard counts and batch sizes");
  test->add_option("DIR", tested, "A case folder, or a folder of them")->required();
  test->callback([&] { chosen = [&] { return test_cases(tested); }; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& fault) {
    return app.exit(fault, std::cout, std::cerr) == 0 ? 0 : wrong_use;
  }
  int code = 1;
  try {
    code = chosen();
  } catch (const std::system_error& fault) { // fmt's, when stdout takes no more; or no thread could be had.
    tell("weir: {}\n", fault.what());
  }
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  tell("weir: cannot write stdout\n");
  return std::max(code, 1);
}

} // namespace weir
