// How long a row takes in each window operator, and how many bytes a group. Build: -DWEIR_BENCH=ON, Release. Arguments:
// name filter.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/data/key_codec.hpp"
#include "core/window/window_aggregate.hpp"

namespace {

using namespace core;
using agg::function;
using window::window_kind;

schema_ptr layout() {
  return std::make_shared<const schema>(schema{{{"k", string_type()}, {"v", int64_type()}, {"d", float64_type()}}});
}

agg::aggregate_call call(function what, int argument) {
  agg::aggregate_call made;
  made.what = what;
  made.argument = argument;
  if (argument >= 0) made.argument_type = layout()->fields[static_cast<std::size_t>(argument)].type;
  made.result_type = *agg::result_type(what, made.argument_type);
  return made;
}

std::vector<agg::aggregate_call> five(int argument) {
  return {call(function::count_star, -1), call(function::sum, argument), call(function::min, argument),
          call(function::max, argument), call(function::avg, argument)};
}

struct load {
  std::size_t rows = 4'000'000;
  std::size_t keys = 10'000;
  double rows_per_second = 20'000; ///< Of event time.
  std::int64_t disorder_ms = 2'000;
  std::int64_t delay_ms = 5'000;
};

std::vector<window::keyed_batch> batches(const load& how) {
  std::mt19937_64 random(7);
  std::vector<window::keyed_batch> made;
  auto newest = no_watermark;
  for (std::size_t at = 0; at < how.rows; at += batch_rows_max) {
    const auto count = std::min(batch_rows_max, how.rows - at);
    auto rows = std::make_shared<batch>();
    rows->layout = layout();
    rows->rows = static_cast<std::uint32_t>(count);
    auto k = make_column(string_type(), count);
    auto v = make_column(int64_type(), count);
    auto d = make_column(float64_type(), count);
    auto texts = std::make_shared<text_arena>();
    window::keyed_batch one;
    one.selections.resize(1);
    for (std::size_t i = 0; i < count; ++i) {
      char text[32];
      const auto size = std::snprintf(text, sizeof text, "sensor-%05zu", static_cast<std::size_t>(random() % how.keys));
      k.texts[i] = texts->store({text, static_cast<std::size_t>(size)});
      v.ints[i] = static_cast<std::int64_t>(random() % 1000);
      d.reals[i] = static_cast<double>(random() % 100000) / 100;
      const auto now = static_cast<std::int64_t>(static_cast<double>(at + i) * 1000 / how.rows_per_second);
      const auto back =
          how.disorder_ms == 0 ? 0 : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(how.disorder_ms));
      const auto time = 1'700'000'000'000 + now - back;
      one.event_times.push_back(time);
      one.watermarks_before.push_back(newest);
      newest = std::max(newest, time - how.delay_ms);
      one.selections[0].push_back(static_cast<std::uint32_t>(i));
    }
    k.owners.push_back(texts);
    rows->columns = {std::make_shared<const column>(std::move(k)), std::make_shared<const column>(std::move(v)),
                     std::make_shared<const column>(std::move(d))};
    one.keys = encode_keys(*rows, {0});
    one.rows = rows;
    one.watermark_after = newest;
    made.push_back(std::move(one));
  }
  return made;
}

window::window_aggregate_plan plan_of(const window::window_spec& spec, const std::vector<agg::aggregate_call>& calls) {
  window::window_aggregate_plan plan;
  plan.window = spec;
  plan.keys = {0};
  plan.calls = calls;
  plan.input = layout();
  schema out{{{"k", string_type()},
              {"window_start", timestamp_type(3)},
              {"window_end", timestamp_type(3)},
              {"window_time", timestamp_ltz_type(3)}}};
  for (const auto& one : calls) out.fields.push_back({"c", one.result_type});
  plan.output = std::make_shared<const schema>(std::move(out));
  return plan;
}

/// Processor time of this thread: other programs on the machine take none of it (but for the caches).
std::chrono::duration<double, std::nano> processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

void measure(const char* name, const char* wanted, const window::window_spec& spec,
             const std::vector<agg::aggregate_call>& calls, const load& how) {
  if (std::strstr(name, wanted) == nullptr) return;
  const auto input = batches(how);
  double best = 1e9;
  std::uint64_t emitted = 0;
  std::uint64_t bytes = 0;
  std::uint64_t open = 0;
  for (int round = 0; round < 5; ++round) {
    auto made = window::make_window_aggregate(plan_of(spec, calls));
    auto& shard = **made;
    window::operator_output out;
    emitted = 0;
    std::uint64_t late = 0;
    std::chrono::duration<double, std::nano> spent{};
    for (const auto& one : input) {
      const auto start = processor_time();
      shard.add({&one, one.selections[0], end_of_time}, out);
      spent += processor_time() - start;
      for (const auto& rows : out.rows) emitted += rows->rows;
      late += out.late.size();
      out.rows.clear();
      out.late.clear();
    }
    bytes = shard.state_bytes();
    if (round == 0 && how.keys < 100'000) open = shard.open_window_count();
    best = std::min(best, spent.count());
    if (late > 0 && round == 0) std::printf("  (%llu late)\n", static_cast<unsigned long long>(late));
  }
  const auto rows = static_cast<double>(how.rows);
  std::printf("%-28s %8.1f ns/row  %10llu rows out (%6.1f ns each if all)  %10llu bytes  %llu open\n", name,
              best / rows, static_cast<unsigned long long>(emitted),
              emitted == 0 ? 0.0 : best / static_cast<double>(emitted), static_cast<unsigned long long>(bytes),
              static_cast<unsigned long long>(open));
  std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
  const char* wanted = argc > 1 ? argv[1] : "";
  const window::window_spec minute{window_kind::tumble, 60'000, 0, 0, ""};
  measure("tumble five double", wanted, minute, five(2), {});
  measure("tumble five bigint", wanted, minute, five(1), {});
  measure("tumble count", wanted, minute, {call(function::count_star, -1)}, {});
  measure("tumble berlin", wanted, {window_kind::tumble, 60'000, 0, 0, "Europe/Berlin"}, five(2), {});
  measure("tumble 1M groups", wanted, {window_kind::tumble, 86'400'000, 0, 0, ""}, five(2), {.keys = 1'000'000});
  const window::window_spec hop_minute{window_kind::hop, 60'000, 1'000, 0, ""};
  const window::window_spec hop_hour{window_kind::hop, 3'600'000, 1'000, 0, ""};
  measure("hop 60s/1s sparse double", wanted, hop_minute, five(2), {.rows = 200'000, .rows_per_second = 200});
  measure("hop 60s/1s sparse count", wanted, hop_minute, {call(function::count_star, -1), call(function::sum, 1)},
          {.rows = 200'000, .rows_per_second = 200});
  measure("hop 60s/1s dense double", wanted, hop_minute, five(2), {});
  measure("hop 60s/10s dense double", wanted, {window_kind::hop, 60'000, 10'000, 0, ""}, five(2), {});
  measure("hop 60min/1s double", wanted, hop_hour, five(2), {.rows = 200'000, .keys = 1'000, .rows_per_second = 100});
  measure("hop 60min/1s dense", wanted, hop_hour, five(2), {.rows = 4'000'000, .keys = 100, .rows_per_second = 1'000});
  measure("hop 60s/1s dense behind", wanted, hop_minute, five(2),
          {.rows = 1'000'000, .disorder_ms = 10'000, .delay_ms = 0});
  measure("cumulate 60s/1s", wanted, {window_kind::cumulate, 60'000, 1'000, 0, ""}, five(2), {});
  measure("session 10s", wanted, {window_kind::session, 10'000, 0, 0, ""}, five(2), {.rows_per_second = 10'000});
  measure("session 10s sparse", wanted, {window_kind::session, 10'000, 0, 0, ""}, five(2), {.rows_per_second = 1'000});
  return 0;
}
