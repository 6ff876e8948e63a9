#include "daemon/normalize/normalize_command.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/attempt.hpp"
#include "daemon/normalize/contract_files.hpp"
#include "daemon/normalize/dead_letter_sinks.hpp"
#include "daemon/normalize/line_normalizer.hpp"
#include "daemon/tell.hpp"
#include "io/sink/sinks.hpp"
#include "io/source/readers.hpp"

namespace weir {

namespace {

constexpr int run_failed = 1;
constexpr int wrong_use = 2;
constexpr std::size_t letters_shown_max = 5;

using readers = std::vector<std::unique_ptr<io::chunk_reader>>;

void say(const std::string& sentence) { tell("weir normalize: {}\n", sentence); }

core::result<readers> open_all(const std::vector<std::string>& files) {
  // A line longer than any event may be comes cut, and is a dead letter for its length.
  io::reader_options options;
  options.line_bytes_max = core::contract::json_bytes_max;
  readers made;
  for (const auto& file : files) {
    if (file == "-") {
      made.push_back(io::read_descriptor(STDIN_FILENO, "standard input", options));
      continue;
    }
    WEIR_TRY(opened, io::open_file(file, options));
    made.push_back(std::move(opened));
  }
  return made;
}

core::result<void> read_all(readers& inputs, line_normalizer& into) {
  for (auto& input : inputs) {
    while (true) {
      WEIR_TRY(chunk, input->next());
      if (!chunk) break;
      WEIR_CHECK(into.take(*chunk));
    }
    input.reset();
  }
  return {};
}

core::result<void> close_all(io::byte_sink& events, io::byte_sink* letters) {
  auto closed = events.close();
  if (letters != nullptr)
    if (auto also = letters->close(); closed) closed = std::move(also);
  return closed;
}

std::string rate_of(std::uint64_t lines, std::chrono::steady_clock::duration took) {
  const auto seconds = std::chrono::duration<double>(took).count();
  return fmt::format("{:.2f} s, {:.0f} lines/s", seconds, static_cast<double>(lines) / std::max(seconds, 1e-6));
}

} // namespace

int normalize_files(const normalize_arguments& wanted) {
  auto contracts = load_normalizations(wanted.contracts, wanted.sources);
  if (!contracts) {
    tell("{}", contracts.error());
    return wrong_use;
  }
  auto compiled = core::contract::normalizer::compile(*contracts);
  if (!compiled) return say(core::to_string(compiled.error())), wrong_use;
  auto inputs = open_all(wanted.files.empty() ? std::vector<std::string>{"-"} : wanted.files);
  if (!inputs) return say(core::to_string(inputs.error())), wrong_use;
  std::unique_ptr<io::byte_sink> letters;
  if (!wanted.dead_letter_file.empty()) {
    auto opened = io::write_file(wanted.dead_letter_file, io::file_mode::append);
    if (!opened) return say(core::to_string(opened.error())), wrong_use;
    letters = std::move(*opened);
  }

  const auto began = std::chrono::steady_clock::now();
  const auto events = io::write_descriptor(STDOUT_FILENO, "standard output");
  const auto dead = letters ? write_dead_letters(*letters) : show_dead_letters(letters_shown_max, say);
  const auto lines = write_normalized_lines(*events);
  line_normalizer into(std::move(*compiled), *lines, *dead);
  auto done = read_all(*inputs, into);
  auto closed = close_all(*events, letters.get());
  if (done) done = std::move(closed);
  if (!done) say(core::to_string(done.error()));
  say(fmt::format("{}; {}", to_string(into.counts()),
                  rate_of(into.counts().lines, std::chrono::steady_clock::now() - began)));
  return done ? 0 : run_failed;
}

void add_normalize(CLI::App& app, std::function<int()>& chosen) {
  auto wanted = std::make_shared<normalize_arguments>();
  auto* command = app.add_subcommand("normalize", "Turn raw events into normalized ones by their sources' contracts");
  command->add_option("FILE", wanted->files, "Raw events as JSON lines, gzip or not (standard input)");
  command->add_option("--source", wanted->sources, "Only this source's contract; may be given again (all)")
      ->allow_extra_args(false);
  command->add_option("--contracts", wanted->contracts, "The folder of the sources")->capture_default_str();
  command->add_option("--dead-letter", wanted->dead_letter_file,
                      "Append the events that cannot be normalized to this file, as JSON lines with the reason");
  command->callback([wanted, &chosen] { chosen = [wanted] { return normalize_files(*wanted); }; });
}

} // namespace weir
