#include "daemon/pipeline_loading.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "config/script_settings.hpp"
#include "core/data/utf8.hpp"
#include "core/query/script.hpp"
#include "daemon/explain/plan_text.hpp"
#include "daemon/text_file.hpp"

namespace weir {

namespace {

/// `query.sql:12:8: validate: unknown column: kee (did you mean key?)`, the line, and a caret under the place.
std::string shown(const std::string& path, const std::string& text, const core::query::complaint& one) {
  auto plain = one.what;
  plain.place = {};
  auto rendered = core::render(one.what, text);
  const auto behind = rendered.find('\n');
  return fmt::format("{}:{}:{}: {}: {}{}\n", path, one.what.place.line, one.what.place.column,
                     core::query::to_string(one.when), core::to_string(plain),
                     behind == std::string::npos ? std::string() : rendered.substr(behind));
}

std::string explained(const core::plan::pipeline_plan& plan) { return plan_text(picture_of(plan)); }

std::expected<config::pipeline, std::string> load_script(const std::string& path, const std::string& text,
                                                         std::vector<std::string>& answers) {
  if (const auto good = core::valid_utf8_bytes(text); good < text.size())
    return std::unexpected(
        fmt::format("{}:{}: the file is not UTF-8\n", path,
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(good), '\n') + 1));
  auto planned = core::query::plan_script(text, explained);
  if (!planned) {
    std::string all;
    for (const auto& one : planned.error()) all += shown(path, text, one);
    return std::unexpected(std::move(all));
  }
  config::pipeline made;
  made.options = config::default_engine_options();
  if (auto set = config::apply_settings(planned->declared().settings, made.options); !set)
    return std::unexpected(fmt::format("{}: validate: {}\n", path, core::to_string(set.error())));
  made.plan = planned->finish();
  made.plan.name = std::filesystem::path(path).stem().string();
  answers = planned->take_answers();
  if (made.plan.sinks.empty() && answers.empty())
    return std::unexpected(fmt::format("{}: plan: nothing to run: the file has no INSERT INTO and no SELECT\n", path));
  for (auto& source : made.plan.sources) source.strict = source.strict || made.options.strict;
  return made;
}

} // namespace

std::expected<config::pipeline, std::string> load_pipeline(const std::string& path) {
  std::vector<std::string> answers;
  auto loaded = load_pipeline(path, answers);
  if (loaded && loaded->plan.sinks.empty())
    return std::unexpected(fmt::format("{}: plan: nothing to run: the file only asks\n", path));
  return loaded;
}

std::expected<config::pipeline, std::string> load_pipeline(const std::string& path, std::vector<std::string>& answers) {
  const auto text = read_text_file(path);
  if (!text) return std::unexpected(fmt::format("{}: {}\n", path, text.error().message));
  if (path.ends_with(".sql")) return load_script(path, *text, answers);
  auto read = config::read_pipeline(*text, config::default_engine_options());
  if (!read) return std::unexpected(config::render_complaints(path, *text, read.error()));
  return std::move(*read);
}

} // namespace weir
