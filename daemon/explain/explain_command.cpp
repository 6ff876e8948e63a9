#include "daemon/explain/explain_command.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "daemon/explain/plan_dot.hpp"
#include "daemon/explain/plan_json.hpp"
#include "daemon/explain/plan_text.hpp"
#include "daemon/pipeline_loading.hpp"
#include "daemon/tell.hpp"

namespace weir {

namespace {

constexpr int wrong_use = 2;

struct explain_arguments {
  std::string file{};
  std::string format = "text";
};

std::string shown_as(const core::plan::pipeline_plan& plan, const std::string& format) {
  const auto picture = picture_of(plan);
  if (format == "json") return plan_json(picture);
  if (format == "dot") return plan_dot(picture);
  return plan_text(picture);
}

} // namespace

int explain_file(const std::string& file, const std::string& format) {
  std::vector<std::string> answers;
  const auto loaded = load_pipeline(file, answers);
  if (!loaded) {
    tell("{}", loaded.error());
    return wrong_use;
  }
  if (!loaded->plan.sinks.empty()) fmt::print("{}", shown_as(loaded->plan, format));
  if (loaded->plan.sinks.empty())
    for (const auto& answer : answers) fmt::print("{}{}", answer, answer.ends_with('\n') ? "" : "\n");
  return 0;
}

void add_explain(CLI::App& app, std::function<int()>& chosen) {
  auto wanted = std::make_shared<explain_arguments>();
  auto* command = app.add_subcommand("explain", "Show the plan of a file: stages, keys, exchanges, state");
  command->add_option("FILE", wanted->file, "A SQL or pipeline file")->required();
  command->add_option("--format", wanted->format, "text (a tree), json or dot (for Graphviz)")
      ->check(CLI::IsMember({"text", "json", "dot"}));
  command->callback([wanted, &chosen] { chosen = [wanted] { return explain_file(wanted->file, wanted->format); }; });
}

} // namespace weir
