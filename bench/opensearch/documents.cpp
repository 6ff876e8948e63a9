// How many documents a second the sink brings to a server, and what that costs the sink's own process. Arguments: the
// server's address (`http://127.0.0.1:9200`), how many documents (200000), actions of a request (1000). Build:
// -DWEIR_BENCH=ON, Release.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

#include <fmt/format.h>

#include "io/opensearch/index_sink.hpp"

namespace {

constexpr std::uint32_t batch_rows = 1000;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

core::data_type needed(core::data_type type) {
  type.nullable = false;
  return type;
}

/// Results of windows: a name, the window's start, a count.
core::batch_ptr batch(const core::schema_ptr& layout, std::uint32_t first) {
  auto made = std::make_shared<core::batch>();
  auto names = core::make_column(layout->fields[0].type, batch_rows);
  auto starts = core::make_column(layout->fields[1].type, batch_rows);
  auto counts = core::make_column(layout->fields[2].type, batch_rows);
  auto arena = std::make_shared<core::text_arena>();
  for (std::uint32_t row = 0; row < batch_rows; ++row) {
    names.texts[row] = arena->store(fmt::format("owner/repository-{}", first + row));
    starts.ints[row] = 1'704'067'200'000 + row % 12 * 300'000;
    counts.ints[row] = row;
  }
  names.owners.push_back(arena);
  made->layout = layout;
  made->rows = batch_rows;
  made->columns = {std::make_shared<const core::column>(std::move(names)),
                   std::make_shared<const core::column>(std::move(starts)),
                   std::make_shared<const core::column>(std::move(counts))};
  return made;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("the server's address is needed\n", stderr), 2;
  const auto wanted = argc > 2 ? std::stoul(argv[2]) : 200'000UL;
  io::opensearch::index_sink_settings settings;
  settings.options.connection.hosts = {argv[1]};
  settings.options.index = "bench-{window_start|yyyy-MM-dd}";
  settings.options.key = {"name", "window_start"};
  settings.options.replicas = 0;
  if (argc > 3) settings.options.bulk.actions_max = std::stoul(argv[3]);
  settings.layout =
      std::make_shared<const core::schema>(core::schema{{{"name", needed(core::string_type())},
                                                         {"window_start", needed(core::timestamp_type(3))},
                                                         {"events", core::int64_type()}}});
  auto sink = io::opensearch::make_index_sink(settings);
  if (!sink) return fmt::print(stderr, "{}\n", core::to_string(sink.error())), 1;
  const auto began = std::chrono::steady_clock::now();
  const auto cpu = cpu_seconds();
  core::result<void> done;
  for (std::uint32_t first = 0; done && first < wanted; first += batch_rows)
    done = (*sink)->write(batch(settings.layout, first));
  if (done) done = (*sink)->close();
  if (!done) return fmt::print(stderr, "{}\n", core::to_string(done.error())), 1;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const auto accepted = static_cast<double>((*sink)->counts().accepted);
  fmt::print("{:.0f} documents in {:.2f} s: {:.0f} documents/s, {:.1f} us of CPU each\n", accepted, took.count(),
             accepted / took.count(), (cpu_seconds() - cpu) / accepted * 1e6);
  return 0;
}
