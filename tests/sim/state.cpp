// Laws 7 and 9: sums of doubles do not depend on the way of running; what is closed leaves no memory behind.
#include <bit>

#include <fmt/format.h>

#include "daemon/status_summary.hpp"
#include "tests/sim/simulated_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/rows_text.hpp"

namespace sim {

namespace {

std::string doubles_pipeline(const std::string& window) {
  return "source: {type: memory, columns: {k: STRING, ts: BIGINT, d: DOUBLE}, time: {expression: 'TO_TIMESTAMP_LTZ(ts, "
         "3)', "
         "name: rt}, lateness: 3s, future_skew: off}\n"
         "window: " +
         window +
         "\nkey: k\naggregates: {s: SUM(d), a: AVG(d)}\noutput: [k, window_start, window_end, s, a]\n"
         "sink: {type: memory}\n";
}

struct double_row {
  std::string key;
  std::int64_t time = 0;
  double value = 0;
};

std::vector<double_row> random_doubles(random_source& random) {
  std::vector<double_row> made;
  for (int i = 0; i < 150; ++i) {
    const auto mantissa = static_cast<double>(pick(random, -1'000'000'007, 1'000'000'007));
    made.push_back({std::string(1, static_cast<char>('a' + pick(random, 0, 4))), i * 200 + pick(random, 0, 2'000),
                    std::ldexp(mantissa, static_cast<int>(pick(random, -60, 30)))});
  }
  return made;
}

support::lines run_doubles(const std::string& window, const std::vector<double_row>& rows, const way& how,
                           random_source& random) {
  support::simulation_options options;
  options.shards = how.shards;
  options.batch_rows = how.batch_rows;
  options.decoders = how.decoders;
  support::simulation simulation(doubles_pipeline(window), options);
  for (const auto& row : rows)
    simulation.feed(0, fmt::format("{{\"k\":\"{}\",\"ts\":{},\"d\":{}}}\n", row.key, row.time, row.value));
  simulation.end(0);
  simulation.actors().run(random);
  REQUIRE(simulation.ended());
  return support::lines_of(simulation.batches("rows"));
}

/// One wave of keys in a window of its own.
std::string wave(int number, int keys) {
  std::string text;
  for (int key = 0; key < keys; ++key)
    text += fmt::format(R"({{"k":"key {} with a long name of its own","ts":{},"v":{}}})", number * 100'000 + key,
                        number * 100'000, key) +
            "\n";
  return text;
}

std::uint64_t state_bytes(support::simulation& simulation) { return weir::summarize(simulation.status()).state_bytes; }

} // namespace

TEST_CASE("doubles are added in the order of arrival, in every way of running") {
  random_source random(7);
  const auto rows = random_doubles(random);
  std::map<std::pair<std::string, std::int64_t>, double> sums;
  for (const auto& row : rows) sums[{row.key, row.time / 5'000}] += row.value;
  const auto wanted = run_doubles("{tumble: 5s}", rows, {}, random);
  REQUIRE(wanted.size() == sums.size());
  for (const auto& [place, sum] : sums) {
    const auto text =
        fmt::format(R"({{"k":"{}","window_start":"1970-01-01 00:00:{:02}")", place.first, place.second * 5);
    const auto found = std::ranges::find_if(wanted, [&](const std::string& line) { return line.starts_with(text); });
    REQUIRE(found != wanted.end());
    const auto at = found->find(R"("s":)") + 4;
    CHECK(std::bit_cast<std::uint64_t>(std::stod(found->substr(at))) == std::bit_cast<std::uint64_t>(sum));
  }
  for (const auto& how : all_ways()) {
    INFO(to_string(how));
    CHECK(run_doubles("{tumble: 5s}", rows, how, random) == wanted);
  }
}

TEST_CASE("sums of doubles over slices and sessions are the same in every way of running") {
  for (const auto* window : {"{hop: {size: 6s, slide: 2s}}", "{cumulate: {size: 10s, step: 2s}}", "{session: 300ms}"}) {
    random_source random(11);
    const auto rows = random_doubles(random);
    const auto wanted = run_doubles(window, rows, {}, random);
    for (const auto& how : all_ways()) {
      INFO(window << ", " << to_string(how));
      CHECK(run_doubles(window, rows, how, random) == wanted);
    }
  }
}

TEST_CASE("closed windows and their keys leave no memory behind") {
  window_rule rules[4];
  rules[0] = {window_form::tumble, 10'000};
  rules[1] = {window_form::hop, 20'000, 5'000};
  rules[2] = {window_form::cumulate, 20'000, 5'000};
  rules[3] = {window_form::session, 10'000};
  for (const auto& rule : rules) {
    support::simulation_options options;
    options.shards = 2;
    support::simulation simulation(pipeline_of(rule, key_shape::text, 1), options);
    std::vector<std::uint64_t> empty; // After each wave, with the one key of the clock in its window.
    std::uint64_t fullest = 0;
    for (int number = 1; number <= 8; ++number) {
      simulation.feed(0, wave(number, 3'000));
      fullest = std::max(fullest, state_bytes(simulation));
      simulation.feed(0, fmt::format(R"({{"k":"clock","ts":{},"v":1}})", number * 100'000 + 60'000) + "\n");
      empty.push_back(state_bytes(simulation));
      CHECK(weir::summarize(simulation.status()).open_windows <= 4);
    }
    INFO("window form " << static_cast<int>(rule.form) << ", fullest " << fullest << ", empty " << empty[0] << " and "
                        << empty[7]);
    CHECK(empty[7] <= empty[1]);
    CHECK(empty[7] * 10 < fullest);
  }
}

} // namespace sim
