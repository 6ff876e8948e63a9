#pragma once
// Puts kept rows together to output batches: the columns of one or two rows, then a number and the row's kind where the
// layout has them. Owned by one operator; one thread.

#include <cstdint>
#include <vector>

#include "core/data/kept_rows.hpp"
#include "core/data/row_kind.hpp"
#include "core/window/keyed_operator.hpp"

namespace core::window {

class change_writer {
public:
  /// `left` and `right`: how many columns each row gives; further ones are the number (BIGINT) and `$kind`.
  struct widths {
    std::size_t left = 0;
    std::size_t right = 0;
  };
  change_writer(schema_ptr output, widths parts, std::size_t rows_max);

  void add(kept_row left, kept_row right, row_kind kind);
  void add_numbered(kept_row row, std::int64_t number, row_kind kind);
  /// Hands the batches over.
  void finish(operator_output& out);

  [[nodiscard]] const schema_ptr& layout() const noexcept { return output_; }

private:
  [[nodiscard]] batch_ptr take(std::size_t begin, std::size_t end) const;

  schema_ptr output_;
  widths parts_;
  std::size_t rows_max_;
  std::vector<kept_row> left_{};
  std::vector<kept_row> right_{};
  std::vector<std::int64_t> numbers_{};
  std::vector<row_kind> kinds_{};
};

} // namespace core::window
