// Nanoseconds a row for reading events and writing result rows on one thread. usage: bench_format EVENTS.jsonl [ROUNDS]
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string_view>

#include "io/format/decoder.hpp"
#include "io/format/encoder.hpp"

namespace {

using core::plan::source_column;
using core::plan::time_format;

constexpr std::size_t chunk_bytes = 1 << 20;

struct file_text {
  std::shared_ptr<std::string> bytes = std::make_shared<std::string>();
  std::vector<io::text_chunk> chunks{};
};

file_text load(const char* path) {
  file_text made;
  std::ifstream file(path, std::ios::binary);
  made.bytes->assign(std::istreambuf_iterator<char>(file), {});
  const auto size = made.bytes->size();
  made.bytes->resize(size + io::chunk_padding_bytes);
  const std::string_view text(made.bytes->data(), size);
  for (std::size_t at = 0; at < size;) {
    const auto newline = text.find('\n', std::min(at + chunk_bytes, size - 1));
    const auto end = newline == std::string_view::npos ? size : newline + 1;
    made.chunks.push_back({made.bytes, text.substr(at, end - at), 1, at});
    at = end;
  }
  return made;
}

source_column column(const char* name, core::data_type type) {
  source_column made;
  made.name = name;
  made.type = std::move(type);
  return made;
}

/// Processor time of this thread: what others do on the machine does not count.
double spent_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Work>
double best_ns(int rounds, Work work) {
  double best = 1e300;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = spent_ns();
    const auto rows = work();
    best = std::min(best, (spent_ns() - begin) / static_cast<double>(rows));
  }
  return best;
}

void read_events(const char* name, const file_text& text, std::vector<source_column> columns, time_format times,
                 int rounds) {
  io::decode_spec spec;
  spec.columns = std::move(columns);
  spec.format.timestamps = times;
  const auto decoder = std::move(*io::make_decoder(spec));
  std::uint64_t bad = 0;
  const auto ns = best_ns(rounds, [&] {
    std::uint64_t rows = 0;
    for (const auto& chunk : text.chunks) {
      io::decoded out;
      decoder->decode_lines(chunk, out);
      rows += out.rows;
      bad += out.bad.size();
    }
    return rows;
  });
  std::printf("%-44s %7.1f ns a row (%llu bad)\n", name, ns, static_cast<unsigned long long>(bad));
}

core::batch_ptr result_rows(std::size_t rows) {
  const auto ltz = core::timestamp_ltz_type(3);
  const auto layout = std::make_shared<const core::schema>(core::schema{{{"key", core::string_type()},
                                                                         {"window_start", ltz},
                                                                         {"window_end", ltz},
                                                                         {"n", core::int64_type()},
                                                                         {"total", core::float64_type()},
                                                                         {"lo", core::float64_type()},
                                                                         {"hi", core::float64_type()},
                                                                         {"mean", core::float64_type()}}});
  std::vector<core::column> made;
  for (const auto& field : layout->fields) made.push_back(core::make_column(field.type, rows));
  static const std::string key = "sensor-5444";
  for (std::size_t i = 0; i < rows; ++i) {
    const auto count = static_cast<std::int64_t>(i % 97 + 1);
    const auto total = static_cast<double>(i * 7919 % 1'000'003) / 100.0;
    made[0].texts[i] = key;
    made[1].ints[i] = 1'700'000'000'000 + static_cast<std::int64_t>(i) * 60'000;
    made[2].ints[i] = made[1].ints[i] + 60'000;
    made[3].ints[i] = count;
    made[4].reals[i] = total + 0.1;
    made[5].reals[i] = static_cast<double>(i % 2000) / 100.0;
    made[6].reals[i] = static_cast<double>(i % 9000) / 100.0;
    made[7].reals[i] = total / static_cast<double>(count);
  }
  core::batch batch{layout, static_cast<std::uint32_t>(rows), {}};
  for (auto& one : made) batch.columns.push_back(std::make_shared<const core::column>(std::move(one)));
  return std::make_shared<const core::batch>(std::move(batch));
}

void write_rows(const char* name, const core::plan::format_options& options, int rounds) {
  const auto rows = result_rows(core::batch_rows_max);
  const auto encoder = std::move(*io::make_encoder(options, rows->layout));
  std::string out;
  const auto ns = best_ns(rounds * 20, [&] {
    out.clear();
    encoder->encode(*rows, out);
    return rows->rows;
  });
  std::printf("%-44s %7.1f ns a row (%zu bytes)\n", name, ns, out.size() / rows->rows);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_format EVENTS.jsonl [ROUNDS]\n");
    return 2;
  }
  int rounds = 5;
  if (argc > 2) std::from_chars(argv[2], argv[2] + std::string_view(argv[2]).size(), rounds);
  const auto text = load(argv[1]);
  const auto key = column("key", core::string_type());
  const auto value = column("value", core::float64_type());
  const auto ts = column("ts", core::int64_type());
  const auto when = column("ts", core::timestamp_ltz_type(3));
  read_events("JSON: key STRING, value DOUBLE, ts BIGINT", text, {key, value, ts}, time_format::sql, rounds);
  read_events("JSON: the same, ts TIMESTAMP_LTZ of millis", text, {key, value, when}, time_format::epoch_millis,
              rounds);
  read_events("JSON: value alone", text, {value}, time_format::sql, rounds);
  write_rows("JSON: key, 2 stamps, count, 4 doubles", {}, rounds);
  core::plan::format_options csv;
  csv.format = core::plan::record_format::csv;
  write_rows("CSV: the same", csv, rounds);
  return 0;
}
