#pragma once
// Kept rows on their way out, cut into batches. Owned by one operator; one thread.

#include <memory>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::window {

/// Gathers rows of one or two sides (a join's left and right, each null for NULLs) and a few numbers behind them.
class row_output {
public:
  /// `widths`: how many columns of the layout come from each side; the rest are numbers.
  row_output(schema_ptr layout, std::vector<std::size_t> widths, std::size_t rows_max);

  /// `rows`: one for each side; `numbers`: for the columns behind.
  void add(const std::vector<kept_row>& rows, const std::vector<std::int64_t>& numbers);
  /// Hands the batches over.
  void finish(operator_output& out);
  [[nodiscard]] const schema_ptr& layout() const noexcept { return layout_; }

private:
  void close_batch();

  schema_ptr layout_;
  std::vector<std::size_t> widths_;
  std::size_t rows_max_;
  std::vector<std::vector<kept_row>> sides_;
  std::vector<std::vector<std::int64_t>> numbers_;
  std::size_t count_ = 0;
  std::vector<batch_ptr> done_{};
};

} // namespace core::window
