#pragma once
// Rows, plans and windows for tests of the window operators, and the engine in small that runs them: cut into batches,
// shared out over shards, from one input or several. What comes out is a sorted list of texts, so that runs can be
// compared.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/agg/aggregate_call.hpp"
#include "core/data/key_codec.hpp"
#include "core/data/number_text.hpp"
#include "core/watermark/watermark_combiner.hpp"
#include "core/window/window_aggregate.hpp"
#include "tests/support/catch.hpp"

namespace core::stream {

/// Columns: k STRING, v BIGINT, d DOUBLE, s STRING, f BOOLEAN.
struct row {
  std::optional<std::string> key;
  event_time_ms time = 0;
  std::optional<std::int64_t> v{};
  std::optional<double> d{};
  std::optional<std::string> s{};
  std::optional<bool> f{};
  std::uint32_t input = 0;
};

[[nodiscard]] schema_ptr input_layout();
[[nodiscard]] agg::aggregate_call call(agg::function what, int argument, bool distinct = false, int filter = -1);
/// COUNT(*), SUM(v).
[[nodiscard]] std::vector<agg::aggregate_call> count_and_sum();
[[nodiscard]] window::window_aggregate_plan plan_of(window::window_spec spec, std::vector<agg::aggregate_call> calls,
                                                    bool keyed = true);
[[nodiscard]] window::window_spec tumble(std::int64_t size, std::string zone = "");
[[nodiscard]] window::window_spec hop(std::int64_t slide, std::int64_t size, std::string zone = "");
[[nodiscard]] window::window_spec cumulate(std::int64_t step, std::int64_t size, std::string zone = "");
[[nodiscard]] window::window_spec session(std::int64_t gap, std::string zone = "");

[[nodiscard]] batch_ptr batch_of(const std::vector<row>& rows);
/// One line a row, columns parted by blanks.
void lines_of(const batch& from, std::vector<std::string>& to);

struct settings {
  std::size_t batch_rows = 1;
  std::size_t shards = 1;
  event_time_ms delay = 0;
  std::uint32_t inputs = 1;
  std::uint64_t seed = 0;      ///< Not 0: batches of random sizes up to batch_rows.
  bool end = true;             ///< At the end of the input all windows close.
  std::size_t flush_after = 0; ///< Rows; 0 = no flush.
  bool restart = false;        ///< Behind the flush all shards are saved, and others take up what they held.
};

struct outcome {
  std::vector<std::string> rows{}; ///< Sorted.
  std::vector<std::string> late{}; ///< Row numbers and watermarks, sorted.
  std::uint64_t added = 0;
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  bool ordered = true; ///< By window end, in every call.
  friend bool operator==(const outcome& a, const outcome& b) {
    return a.rows == b.rows && a.late == b.late && a.added == b.added;
  }
};

/// The engine in small: batches in order of arrival, each cut by input; watermarks of each input before each row.
class engine {
public:
  engine(const window::window_aggregate_plan& plan, const settings& how);

  outcome run(const std::vector<row>& rows);
  [[nodiscard]] window::keyed_operator& shard(std::size_t i) { return *shards_[i]; }

private:
  template <class Work>
  void each(Work work);
  void collect(std::size_t first_row);
  void restart();
  void send(const std::vector<row>& all, std::size_t begin, std::size_t end);

  const window::window_aggregate_plan& plan_;
  settings how_;
  watermark::watermark_combiner clocks_;
  std::vector<event_time_ms> newest_{};
  std::vector<std::unique_ptr<window::keyed_operator>> shards_{};
  window::operator_output out_{};
  outcome made_{};
};

[[nodiscard]] outcome run(const window::window_aggregate_plan& plan, const std::vector<row>& rows,
                          const settings& how = {});

} // namespace core::stream
