#pragma once
// A batch: up to `batch_rows_max` rows in columns, immutable and shared once built.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/column.hpp"

namespace core {

inline constexpr std::size_t batch_rows_max = 4096;

struct schema_field {
  std::string name;
  data_type type;
};

struct schema {
  std::vector<schema_field> fields{};
  [[nodiscard]] std::optional<std::size_t> index_of(std::string_view name) const;
};
using schema_ptr = std::shared_ptr<const schema>;

struct batch {
  schema_ptr layout{};
  std::uint32_t rows = 0;
  std::vector<column_ptr> columns{}; ///< As many as `layout` has fields, each `rows` long.
};
using batch_ptr = std::shared_ptr<const batch>;

/// The rows `picked` of `from`, in that order.
[[nodiscard]] batch_ptr gather(const batch& from, const std::vector<std::uint32_t>& picked);

/// A row that could not be used: what it was and why. `line` counts from 1 within its source (0 = unknown);
/// `text` is the row as it came, cut at `bad_text_bytes_max`.
struct bad_row {
  std::string text;
  std::string reason;
  std::uint64_t line = 0;
  std::uint64_t offset = 0; ///< Byte offset, or Kafka offset.
};
inline constexpr std::size_t bad_text_bytes_max = 64 * 1024;

} // namespace core
