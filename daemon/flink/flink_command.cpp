#include "daemon/flink/flink_command.hpp"

#include <cstdio>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "daemon/flink/compat_report.hpp"
#include "daemon/flink/flink_text.hpp"
#include "daemon/tell.hpp"
#include "daemon/text_file.hpp"

namespace weir {

namespace {

constexpr int not_all = 1;
constexpr int wrong_use = 2;

std::optional<std::string> read_whole(const std::string& path) {
  auto text = read_text_file(path);
  if (text) return std::move(*text);
  tell("{}: {}\n", path, text.error().message);
  return std::nullopt;
}

void complain(const std::string& file, const std::string& text, const core::error& what) {
  tell("{}: {}\n", file, core::render(what, text));
}

} // namespace

int write_for_flink(const std::string& file) {
  const auto text = read_whole(file);
  if (!text) return wrong_use;
  const auto made = flink_text(file, *text);
  if (!made) {
    for (const auto& one : made.error()) complain(file, *text, one);
    return wrong_use;
  }
  fmt::print("{}", *made);
  return 0;
}

int report_compat(const std::string& file) {
  const auto text = read_whole(file);
  if (!text) return wrong_use;
  const auto lines = compat_report(*text);
  if (!lines) {
    complain(file, *text, lines.error());
    return wrong_use;
  }
  bool all = true;
  for (const auto& line : *lines) {
    fmt::print("{}:{}\n", file, to_string(line));
    all = all && line.verdict == compat_verdict::both;
  }
  return all ? 0 : not_all;
}

void add_flink(CLI::App& app, std::function<int()>& chosen) {
  auto file = std::make_shared<std::string>();
  auto* flink = app.add_subcommand("flink", "Write a SQL file as a Flink cluster takes it");
  flink->add_option("FILE", *file, "A SQL file")->required();
  flink->callback([file, &chosen] { chosen = [file] { return write_for_flink(*file); }; });
  auto* compat = app.add_subcommand("compat", "Say of each statement of a SQL file where it runs unchanged");
  compat->add_option("FILE", *file, "A SQL file")->required();
  compat->callback([file, &chosen] { chosen = [file] { return report_compat(*file); }; });
}

} // namespace weir
