// What it costs to know ten million event ids again: memory and time of each, and of the file they are kept in.
// usage: bench_seen_ids FILE [IDS]
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include "io/poller/seen_file.hpp"

namespace {

/// Of this process, in bytes; `field` as in /proc/self/status.
double memory(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    double kib = 0;
    if (name == field + ":" && status >> kib) return kib * 1024;
  }
  return 0;
}

template <class Work>
double seconds(const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

io::id_hash id(std::size_t n) { return io::hash_id(std::to_string(20'000'000'000 + n)); }

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: bench_seen_ids FILE [IDS]\n", stderr), 2;
  const std::string path = argv[1];
  const std::size_t ids = argc > 2 ? std::stoul(argv[2]) : 10'000'000;
  const auto count = static_cast<double>(ids);
  const auto before = memory("VmRSS");
  io::seen_ids seen(ids);
  const auto filling = seconds([&] {
    for (std::size_t n = 0; n < ids; ++n) seen.add(id(n));
  });
  const auto full = memory("VmRSS") - before;
  const auto peak = memory("VmHWM") - before;
  std::size_t wrong = 0;
  const auto asking = seconds([&] {
    for (std::size_t n = 0; n < ids; ++n) wrong += seen.contains(id(n)) ? 0U : 1U;
  });
  const auto replacing = seconds([&] {
    for (std::size_t n = ids; n < 2 * ids; ++n) wrong += seen.add(id(n)) && !seen.contains(id(n - ids)) ? 0U : 1U;
  });
  bool is_good = true;
  const auto saving = seconds([&] { is_good = io::save_seen_ids(path, "bench", seen).has_value(); });
  const auto loading = seconds([&] {
    const auto again = io::load_seen_ids(path, "bench", ids);
    is_good = is_good && again && again->size() == ids && again->contains(id(ids)) && again->contains(id(2 * ids - 1));
  });
  std::remove(path.c_str());
  std::printf("%zu ids: %.1f bytes each (%.1f resident, %.1f at the most while filling)\n", ids,
              static_cast<double>(seen.bytes()) / count, full / count, peak / count);
  std::printf("ns each: fill %.0f, ask %.0f, replace the oldest %.0f\n", filling / count * 1e9, asking / count * 1e9,
              replacing / count * 1e9);
  std::printf("file: saved in %.2f s, loaded in %.2f s\n", saving, loading);
  return wrong == 0 && is_good ? 0 : 1;
}
