// How many real events a core normalizes by the whole GitHub contract, from memory to memory: the raw event's text in,
// the normalized event's text out. Arguments: the repository's root, then files of items as the API gives them, one a
// line (without any: tests/data/github_events.jsonl). Build: -DWEIR_BENCH=ON, Release.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/contract/normalization_file.hpp"
#include "core/contract/json_parser.hpp"
#include "core/contract/normalizer.hpp"

namespace {

using namespace core::contract;

constexpr std::size_t wanted = 200'000; ///< Events a round.
constexpr int rounds = 5;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Each item in its envelope, as the poller publishes it.
std::vector<std::string> raw_events(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> made;
  for (std::string line; std::getline(file, line);) {
    arena memory;
    const auto item = json_parser().parse(line, memory);
    if (!item) continue;
    std::string raw;
    if (append_raw_event(
            raw,
            {"github", item->find("id").text(), "default", item->find("type").text(), "2024-01-01T00:00:00Z", *item},
            json_bytes_max))
      made.push_back(std::move(raw));
  }
  return made;
}

struct figures {
  std::size_t bytes_in = 0;
  std::size_t bytes_out = 0;
  std::size_t dead = 0;
};

figures run(normalizer& with, const std::vector<std::string>& events) {
  figures made;
  normalized_event into;
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto& raw = events[i % events.size()];
    made.bytes_in += raw.size();
    if (with.normalize(raw, into))
      made.bytes_out += into.json.size();
    else
      ++made.dead;
  }
  return made;
}

} // namespace

int main(int argc, char** argv) {
  const std::string root = argc > 1 ? argv[1] : ".";
  std::vector<std::string> files(argv + std::min(argc, 2), argv + argc);
  if (files.empty()) files.push_back(root + "/tests/data/github_events.jsonl");
  const auto contract =
      config::contract::read_normalization(text_of(root + "/interface/sources/github/normalization.yml"));
  if (!contract) return std::fputs("no contract of github there\n", stderr), 1;
  auto with = normalizer::compile({*contract});
  std::vector<std::string> events;
  for (const auto& file : files)
    for (auto& one : raw_events(file)) events.push_back(std::move(one));
  if (!with || events.empty()) return std::fputs("no events there\n", stderr), 1;
  for (int round = 0; round < rounds; ++round) {
    const auto began = cpu_seconds();
    const auto made = run(*with, events);
    const auto took = cpu_seconds() - began;
    fmt::print(
        "{} different events, {} of {:.2f} KB: {:.0f} events/s of CPU, {:.0f} MB/s in, {:.0f} MB/s out, {} dead\n",
        events.size(), wanted, static_cast<double>(made.bytes_in) / wanted / 1e3, static_cast<double>(wanted) / took,
        static_cast<double>(made.bytes_in) / took / 1e6, static_cast<double>(made.bytes_out) / took / 1e6, made.dead);
  }
  return 0;
}
