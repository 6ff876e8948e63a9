#pragma once
// The index of a row: one name for all, or one that a column makes, as Flink's `index` option says it
// (`windows-{window_start|yyyy-MM-dd}`). Immutable; any thread.

#include <optional>
#include <string>

#include "core/data/batch.hpp"
#include "core/error.hpp"
#include "io/opensearch/date_pattern.hpp"

namespace io::opensearch {

class index_name {
public:
  [[nodiscard]] static core::result<index_name> parse(const std::string& text, const core::schema& layout);

  /// Appends the name for a row; a NULL is the text `null`.
  void append(std::string& out, const core::batch& rows, std::size_t row) const;

  /// What matches all names: `windows-*`, or the name itself.
  [[nodiscard]] std::string wildcard() const { return column_ ? before_ + "*" + after_ : before_; }

private:
  std::string before_{}; ///< The whole name where there is no column.
  std::optional<std::size_t> column_{};
  core::type_kind kind_ = core::type_kind::null;
  std::optional<date_pattern> pattern_{};
  std::string after_{};
};

} // namespace io::opensearch
