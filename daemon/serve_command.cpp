#include "daemon/serve_command.hpp"

#include <cstdlib>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/serve_options.hpp"
#include "daemon/http_listener.hpp"
#include "daemon/running.hpp"
#include "daemon/tell.hpp"
#include "daemon/text_file.hpp"

namespace weir {

namespace {

struct serve_arguments {
  std::map<std::string, std::string> flags{};
  std::string file{};
  bool quiet = false;
};

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

int serve(const serve_arguments& wanted) {
  config::serve_inputs inputs;
  inputs.flags = wanted.flags;
  inputs.environment = environment;
  if (!wanted.file.empty()) {
    auto text = read_text_file(wanted.file);
    if (!text) {
      tell("weir: cannot read {}: {}\n", wanted.file, text.error().message);
      return 2;
    }
    inputs.file = wanted.file;
    inputs.file_text = std::move(*text);
  }
  const auto options = config::read_serve_options(inputs);
  if (!options) {
    for (const auto& fault : options.error()) tell("weir: {}\n", fault);
    return 2;
  }
  run_settings settings;
  settings.engine = options->engine;
  settings.quiet = wanted.quiet;
  auto http = listener_of({.host = options->host,
                           .port = options->port,
                           .tls_certificate = options->tls_certificate,
                           .tls_key = options->tls_key,
                           .token_file = options->token_file,
                           .token = options->token});
  if (!http) {
    tell("weir: {}\n", core::to_string(http.error()));
    return 2;
  }
  settings.http = std::move(*http);
  return run_to_end(std::make_shared<const core::plan::pipeline_plan>(config::make_serve_plan(*options)), settings);
}

} // namespace

void add_serve(CLI::App& app, std::function<int()>& chosen) {
  auto* command = app.add_subcommand("serve", "Tumbling windows over HTTP, without any file: POST /ingest");
  auto wanted = std::make_shared<serve_arguments>();
  for (const auto& setting : config::serve_settings())
    command->add_option(fmt::format("--{}", setting.flag), wanted->flags[std::string(setting.flag)],
                        fmt::format("{} (also {}; default {})", setting.meaning, setting.variable, setting.fallback));
  command->add_option("--config", wanted->file, "A YAML file of these settings; flags and the environment come first");
  command->add_flag("--quiet", wanted->quiet, "Say nothing on stderr but errors");
  command->callback([wanted, command, &chosen] {
    std::erase_if(wanted->flags, [&](const auto& one) { return command->count("--" + one.first) == 0; });
    chosen = [wanted] { return serve(*wanted); };
  });
}

} // namespace weir
