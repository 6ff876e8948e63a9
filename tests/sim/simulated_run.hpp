#pragma once
// The engine's half of a comparison: the same input through a whole simulated topology, in a way and a schedule that
// follow from a seed.

#include "tests/sim/reference.hpp"
#include "tests/support/simulation.hpp"

namespace sim {

struct way {
  std::uint32_t shards = 1;
  std::size_t batch_rows = 4096;
  std::uint32_t decoders = 1;
  std::uint32_t batches_in_flight_max = 16;
  bool restarted = false;  ///< Operators are saved and taken up anew before each piece.
  bool one_source = false; ///< The partitions are those of one source; else each is a source of its own.
};
/// Shards 1, 2, 7 by batches of 1, 3, 4096 rows, and one with operators that are saved and taken up anew.
[[nodiscard]] std::vector<way> all_ways();
[[nodiscard]] std::string to_string(const way& one);

/// A pipeline file that asks the rule's windows of these keys, from sources of that number; sinks `rows`, `late` and
/// `bad`.
[[nodiscard]] std::string pipeline_of(const window_rule& rule, key_shape keys, int sources);

/// Hands in all pieces at random moments while the schedule runs at random; ends every partition unless told not to.
void feed_at_random(support::simulation& simulation, const std::vector<std::vector<event>>& partitions,
                    random_source& random, bool then_end);

/// What came out. Fails the test when the run failed or left anything behind.
[[nodiscard]] outcome run(const window_rule& rule, key_shape keys, const std::vector<std::vector<event>>& partitions,
                          const way& how, random_source& random);

/// What a simulation has put out so far, by its counters and memory sinks.
[[nodiscard]] outcome outcome_of(support::simulation& simulation);

} // namespace sim
