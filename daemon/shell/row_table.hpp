#pragma once
// Rows as an aligned table that grows downwards while they come. Columns get their widths from the first rows; what is
// wider later is cut. Owned by one query's sink; one thread at a time.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/batch.hpp"

namespace weir {

class row_table {
public:
  using cells = std::vector<std::optional<std::string>>;

  /// `print` takes pieces of text with their line ends.
  row_table(core::schema_ptr layout, std::function<void(std::string_view)> print);

  void add(const std::vector<cells>& rows);
  /// The column names when no row came.
  void finish();
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }

private:
  void begin(const std::vector<cells>& rows);
  void append_cell(std::string& line, std::size_t column, std::string_view text, bool right) const;

  core::schema_ptr layout_;
  std::function<void(std::string_view)> print_;
  std::vector<std::size_t> widths_{};
  std::uint64_t rows_ = 0;
};

inline constexpr std::size_t column_width_max = 48;

/// Code points of a UTF-8 text.
[[nodiscard]] std::size_t width_of(std::string_view text);

} // namespace weir
