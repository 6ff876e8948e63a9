#pragma once
// Turns closed groups into output batches: keys, window columns, one column a call. Owned by one operator; one thread.
// Holds a group's pointers only until `settle`.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/agg/accumulators.hpp"
#include "core/time_zone.hpp"
#include "core/window/keyed_operator.hpp"
#include "core/window/window_aggregate.hpp"

namespace core::window {

class result_writer {
public:
  /// `zone`: of the windows' wall clock, null = UTC. `state` outlives the writer.
  result_writer(const window_aggregate_plan& plan, const time_zone* zone, const agg::accumulators& state);

  /// The window of the rows that follow, in wall clock.
  void open(std::int64_t start, std::int64_t end) noexcept {
    start_ = start;
    end_ = end;
  }
  void add(std::string_view key, const std::byte* cells);
  /// Takes over all that was added: keys and cells may change or go now. Ends the window's rows (they are sorted among
  /// themselves).
  void settle();
  /// Settles and hands the batches over.
  void finish(operator_output& out);

  [[nodiscard]] schema_ptr layout() const { return output_; }

private:
  struct pending_row {
    std::string_view key;
    const std::byte* cells;
    std::int64_t start;
    std::int64_t end;
  };
  void take(const pending_row* rows, std::size_t count);
  [[nodiscard]] column begin_column(const data_type& type) const;
  void close_batch();
  [[nodiscard]] std::vector<column_ptr> key_columns();

  schema_ptr output_;
  std::vector<data_type> key_types_{};
  std::size_t rows_max_;
  bool sorted_;
  const time_zone* zone_;
  const agg::accumulators& state_;

  std::vector<pending_row> pending_{};
  std::int64_t start_ = 0;
  std::int64_t end_ = 0;

  std::size_t made_rows_ = 0;
  std::size_t rows_hint_ = 0; ///< Of the batch before.
  std::vector<std::string_view> keys_{};
  std::vector<column> columns_{}; ///< Behind the keys: start, end, time, calls.
  std::shared_ptr<text_arena> texts_{};
  std::vector<const std::byte*> cells_{};
  std::vector<batch_ptr> done_{};
};

} // namespace core::window
